import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { needsQuotes } from '../approvals/arguments-view.tsx'
import { summarizeArguments } from '../approvals/call-summary.ts'

/** Characters of arguments that one line may hold. */
const MAX_LINE = 200

/** The value as it stands in a line; `null` where a line cannot hold it as it is. */
function inLine(value: JsonValue): string | null {
  if (typeof value === 'object' && value !== null) return null
  if (typeof value !== 'string') return String(value)
  // A line break would end the line, and a long run of spaces would hide what comes after it.
  if (/[\r\n\u2028\u2029]|\s{3}/u.test(value)) return null
  return needsQuotes(value) ? `"${value}"` : value
}

/** All arguments as `name value` pairs for one line; `null` when one line cannot hold them as they are. */
export function argumentsInLine(args: JsonObject): { name: string; text: string }[] | null {
  const parts: { name: string; text: string }[] = []
  let left = MAX_LINE
  for (const [name, value] of Object.entries(args)) {
    const text = inLine(value)
    if (text === null || name === '' || /\s/u.test(name)) return null
    left -= name.length + text.length
    if (left < 0) return null
    parts.push({ name, text })
  }
  return parts
}

/** A call in one line of its row. */
export function CallLine({ args }: { args: JsonObject }) {
  const t = useT('chat')
  const parts = argumentsInLine(args)
  if (parts?.length === 0) return <span className="text-fg-3">{t('call.noArguments')}</span>
  if (!parts)
    return (
      <span className="block truncate text-fg-2">
        <RevealText text={summarizeArguments(args, t)} wrap={false} />
        <span className="text-fg-3"> …</span>
      </span>
    )
  return (
    <span className="block truncate">
      {parts.map(({ name, text }) => (
        <span key={name} className="mr-2.5">
          <span className="text-fg-3">
            <RevealText text={name} wrap={false} />:
          </span>{' '}
          <RevealText text={text} wrap={false} />
        </span>
      ))}
    </span>
  )
}

/** True if nothing of a line is cut off by its width. */
export function useFits(line: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(false)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return undefined
    const measure = (): void =>
      setFits(
        [...element.querySelectorAll<HTMLElement>('.truncate')].every(
          ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
        ),
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return fits
}
