import type { TitleRequest } from '@gatehouse/domain'
import type { NextRequest } from '@gatehouse/domain/chats'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'

const KINDS = ['system', 'tools', 'messages', 'results', 'attachments'] as const

interface ContextBreakdownProps {
  next: NextRequest
  /** US dollars of the chat so far; absent: none known. */
  cost: number | undefined
  /** The request for its title; absent: none was answered. */
  titleRequest?: TitleRequest | undefined
}

/** Content of the next request, kind by kind, and what is left out. */
export function ContextBreakdown({ next, cost, titleRequest }: ContextBreakdownProps) {
  const t = useT('composer')
  const { number, dollars } = useFormats()
  const { size, draft, answer, window, windowBy, leftOut, isCut, isCounted } = next
  const rows: [string, number][] = [
    ...KINDS.map((kind): [string, number] => [t(`context.kinds.${kind}`), size[kind]]),
    [t('context.kinds.draft'), draft],
  ]
  const total = rows.reduce((sum, [, tokens]) => sum + tokens, 0)
  const shareOf = (tokens: number): string =>
    window === undefined ? '' : t('context.percent', { percent: number((tokens / window) * 100) })
  return (
    <div data-testid="context-breakdown" className="flex flex-col gap-2 text-small text-fg-2">
      <table className="w-full tabular-nums">
        <tbody>
          {rows.map(([label, tokens]) => (
            <Row key={label} label={label} tokens={number(tokens)} share={shareOf(tokens)} />
          ))}
        </tbody>
        <tfoot className="border-t border-line font-medium text-fg">
          <Row label={t('context.total')} tokens={number(total)} share={shareOf(total)} />
        </tfoot>
      </table>
      <p>
        {window === undefined
          ? t('context.unknownWindow')
          : t(windowBy === 'assumed' ? 'context.windowAssumed' : 'context.window', {
              window: number(window),
              answer: number(answer),
            })}
      </p>
      {leftOut > 0 && (
        <p className={isCut ? 'text-warning' : undefined}>
          {t(isCut ? 'context.willLeaveOut' : 'context.leavesOut', { count: leftOut })}
        </p>
      )}
      <p className="text-fg-3">{t(isCounted ? 'context.counted' : 'context.estimated')}</p>
      {titleRequest && (
        <p>
          {t('context.titled', {
            model: titleRequest.model.modelId,
            input: number(titleRequest.usage.inputTokens ?? 0),
            output: number(titleRequest.usage.outputTokens ?? 0),
          })}
        </p>
      )}
      {cost !== undefined && <p>{t('context.cost', { cost: dollars(cost) })}</p>}
    </div>
  )
}

function Row({ label, tokens, share }: { label: string; tokens: string; share: string }) {
  return (
    <tr>
      <th scope="row" className="py-0.5 text-left font-normal">
        {label}
      </th>
      <td className="py-0.5 text-right">{tokens}</td>
      <td className="w-16 py-0.5 text-right text-fg-3">{share}</td>
    </tr>
  )
}
