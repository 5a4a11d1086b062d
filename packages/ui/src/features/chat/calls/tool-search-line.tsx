import type { ToolCall } from '@gatehouse/domain'
import { readToolSearch } from '@gatehouse/domain/chats'
import { Search } from 'lucide-react'
import { Disclosure, Icon, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** A search of the model for tools, in one line: it is no call of a server, and no one is asked. */
export function ToolSearchLine({ call }: { call: ToolCall }) {
  const t = useT('chat')
  const { number } = useFormats()
  const query = typeof call.arguments['query'] === 'string' ? call.arguments['query'] : ''
  const outcome = readToolSearch(call.result)
  const about = { query: oneLine(query, 120) }
  const words = outcome
    ? t('call.search.found', {
        ...about,
        found: number(outcome.found.length),
        of: number(outcome.of),
      })
    : t(call.result ? 'call.search.failed' : 'call.search.running', about)
  const line = (
    <span className="inline-flex min-w-0 items-center gap-2 text-note text-fg-2">
      <Icon icon={Search} size={14} className="shrink-0 text-fg-3" />
      <span className="min-w-0 truncate">
        <RevealText text={words} wrap={false} />
      </span>
    </span>
  )
  if (!outcome || outcome.found.length === 0)
    return (
      <div data-testid="tool-search" className="flex min-w-0">
        {line}
      </div>
    )
  return (
    <div data-testid="tool-search">
      <Disclosure summary={line} onlyOpen>
        <ul className="flex flex-col gap-0.5 text-small text-fg-2">
          {outcome.found.map(({ serverName, tool }, at) => (
            <li key={at} className="min-w-0 truncate">
              <RevealText
                wrap={false}
                text={t('call.search.tool', {
                  server: oneLine(serverName, 80),
                  tool: oneLine(tool, 120),
                })}
              />
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
