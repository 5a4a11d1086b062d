import type { KeyboardEvent, ReactNode } from 'react'
import {
  Card,
  CardHeader,
  RevealText,
  ServerName,
  CardSection,
  classNames,
  Icon,
} from '../../kit/index.ts'
import { useAskWords } from '../../lib/words/ask-words.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { Sentence } from '../../lib/words/sentence.tsx'
import { useAskKeys } from '../../lib/keys/use-ask-keys.ts'
import type { ServerAsk } from './server-ask.ts'
import type { AnswerControl } from './use-answer-control.ts'
import { Clock, CornerDownRight } from 'lucide-react'
import { useTimeLeft } from '../../lib/formats/time-left.ts'
import type { AskCause } from '@gatehouse/domain'
import { oneLine } from '../../lib/formats/one-line.ts'
import { nameAndTitle } from '../../lib/words/tool-words.ts'
import { useUi } from '../../lib/ui-store.tsx'

interface AskShellProps {
  ask: ServerAsk
  inline: boolean
  control: AnswerControl
  /** Actions of Mod+Enter and Escape; null while a part of the card has its own keys. */
  keys: { onMain: () => void; onRefuse: () => void } | null
  /** Badges in the head. */
  aside?: ReactNode
  /** Sections and the footer. */
  children: ReactNode
}

/** The frame of every card: asker, request, age, and causing call. */
export function AskShell({ ask, inline, control, keys, aside, children }: AskShellProps) {
  const { head, sentence } = useAskWords()
  const { card, answered, acceptsInput } = control
  const active = answered ? null : keys
  useAskKeys(card, active)
  // Cards receive the window's keys, but not those typed into a field, unless it is the card's own.
  const onKeyDown = (event: KeyboardEvent): void => {
    const { nativeEvent, target } = event
    if (!active || event.defaultPrevented || event.repeat || nativeEvent.isComposing) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    if (!(target instanceof Element) || !target.matches('input, textarea')) return
    event.preventDefault()
    if (acceptsInput) active.onMain()
  }
  return (
    <div
      ref={card}
      tabIndex={-1}
      data-ask-card={ask.id}
      data-testid="ask-card"
      data-kind={ask.kind}
      className="outline-none"
    >
      <div role="presentation" onKeyDown={onKeyDown}>
        <Card hue={ask.serverHue} waiting label={sentence(ask)}>
          <CardHeader
            aside={
              <>
                {aside}
                <Waited since={ask.createdAt} />
              </>
            }
          >
            <Sentence
              words={head(ask)}
              filled={{
                server: (
                  <ServerName hue={ask.serverHue} className="max-w-48 shrink-0">
                    <RevealText text={ask.serverName} wrap={false} />
                  </ServerName>
                ),
              }}
              wordsClassName="min-w-0 font-semibold"
            />
          </CardHeader>
          <CauseLines ask={ask} inline={inline} />
          <ExpiryLine ask={ask} />
          {children}
        </Card>
      </div>
    </div>
  )
}

function Waited({ since }: { since: number }) {
  const t = useT('asks')
  const { duration } = useFormats()
  const waited = Math.max(0, Math.floor((useNow(10_000) - since) / 1000) * 1000)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {waited < 10_000 ? t('justNow') : t('ago', { time: duration(waited) })}
    </span>
  )
}

/** Time for which an ask still waits, and who set it; nothing for an ask without a limit. */
function ExpiryLine({ ask }: { ask: ServerAsk }) {
  const t = useT('asks')
  const time = useTimeLeft(ask)
  if (!time || !ask.expiry) return null
  const { at, left, isSoon } = time
  const isServers = ask.expiry.setBy === 'server'
  const facts = { time: at, server: ask.serverName }
  const words =
    left === undefined
      ? t('expiry.over')
      : isSoon
        ? t(isServers ? 'expiry.soonServer' : 'expiry.soon', { ...facts, left })
        : t(isServers ? 'expiry.atServer' : 'expiry.at', facts)
  return (
    <CardSection padded={false} className="px-3 py-1.5 text-small">
      <p
        data-testid="ask-expiry"
        className={classNames(
          'flex items-center gap-1.5',
          isSoon ? 'font-medium text-warning' : 'text-fg-3',
        )}
      >
        <Icon icon={Clock} size={12} className="shrink-0" />
        <span className="min-w-0">
          <RevealText text={words} />
        </span>
      </p>
    </CardSection>
  )
}

/** The calls that caused the server's request, each with a link to its chat. */
function CauseLines({ ask, inline }: { ask: ServerAsk; inline: boolean }) {
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
