import { tokensOfRequest, type Conversation } from '@gatehouse/domain'
import type { NextRequest } from '@gatehouse/domain/chats'
import { classNames, Popover } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSettings } from '../../../lib/queries/index.ts'
import { useNextRequest } from '../tools/use-next-request.ts'
import { ContextBreakdown } from './context-breakdown.tsx'

/** Share of the context that the next request will take; a warning when little is left. */
export function ContextMeter({ conversation }: { conversation: Conversation }) {
  const t = useT('composer')
  const { number } = useFormats()
  const next = useNextRequest(conversation)
  const warning = useSettings().data?.contextWarning ?? 80
  if (!next) return null
  const isWarned = isContextNearlyFull(next, warning)
  return (
    <Popover
      title={t('context.title')}
      side="top"
      align="end"
      className="w-80"
      trigger={
        <button
          type="button"
          data-testid="context-meter"
          className={classNames(
            'shrink-0 rounded-sm px-1 text-small whitespace-nowrap tabular-nums hover:bg-hover focus-visible:outline-2 focus-visible:outline-accent',
            isWarned ? 'font-medium text-warning' : 'text-fg-3 max-[40rem]:hidden',
          )}
        >
          {next.window === undefined
            ? t('context.tokens', { tokens: number(tokensOfNext(next)) })
            : t(isWarned ? 'context.nearlyFull' : 'context.share', {
                percent: number(percentOf(next)),
              })}
        </button>
      }
    >
      <ContextBreakdown
        next={next}
        cost={conversation.cost}
        titleRequest={conversation.titleRequest}
      />
    </Popover>
  )
}

/** Tokens of the next request, with what is typed. */
export const tokensOfNext = ({ size, draft }: NextRequest): number => tokensOfRequest(size) + draft

function percentOf(next: NextRequest): number {
  const share = (tokensOfNext(next) / (next.window ?? Infinity)) * 100
  return share === 0 ? 0 : Math.max(1, Math.round(share))
}

/** True if little of the context is left: by the share that is set, or because more has to be left out. */
export const isContextNearlyFull = (next: NextRequest, warning: number): boolean =>
  next.window !== undefined && (next.isCut || percentOf(next) >= warning)
