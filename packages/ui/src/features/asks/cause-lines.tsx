import type { AskCause } from '@gatehouse/domain'
import { CornerDownRight } from 'lucide-react'
import { CardSection, Icon, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { nameAndTitle } from '../../lib/words/tool-words.ts'
import { useUi } from '../../lib/ui-store.tsx'
import type { ServerAsk } from './server-ask.ts'

/** The calls that caused the server's request, each with a link to its chat. */
export function CauseLines({ ask, inline }: { ask: ServerAsk; inline: boolean }) {
  const t = useT('asks')
  const { causes } = ask
  // Right below the one call that caused it there is nothing to show.
  if (inline && causes.length === 1) return null
  return (
    <CardSection padded={false} className="px-3 py-1.5 text-small text-fg-3">
      {causes.length === 0 ? (
        t('cause.none')
      ) : (
        <div className="flex flex-wrap items-baseline gap-x-1.5 gap-y-0.5">
          <span className="shrink-0">{t(causes.length === 1 ? 'cause.by' : 'cause.oneOf')}</span>
          <ul className="flex max-h-24 min-w-[min(100%,14rem)] flex-1 flex-col gap-0.5 overflow-y-auto">
            {causes.map((cause) => (
              <CauseLine key={`${cause.turnId}/${cause.entryId}`} cause={cause} />
            ))}
          </ul>
        </div>
      )}
    </CardSection>
  )
}

function CauseLine({ cause }: { cause: AskCause }) {
  const t = useT('asks')
  const openChat = useUi((ui) => ui.openChat)
  const title = oneLine(cause.conversationTitle) || t('cause.untitled')
  return (
    <li className="flex min-w-0 items-baseline gap-1.5">
      <Icon icon={CornerDownRight} size={12} className="self-center" />
      <span className="max-w-[50%] shrink-0 truncate font-medium text-fg-2">
        <RevealText text={nameAndTitle(cause.toolName, cause.toolTitle)} wrap={false} />
      </span>
      <span aria-hidden>·</span>
      <button
        type="button"
        aria-label={t('cause.open', { title })}
        onClick={() => openChat(cause.conversationId)}
        className="min-w-0 truncate rounded-sm font-medium text-fg-2 hover:text-fg hover:underline"
      >
        <RevealText text={title} wrap={false} />
      </button>
    </li>
  )
}
