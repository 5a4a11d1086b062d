/* What is typed in the composer that asks for a list: `/` for prompts, `@` for resources. */

export type TriggerKind = 'prompt' | 'resource'

/** A word of the draft that begins with a trigger's mark, up to the caret. */
export interface Trigger {
  kind: TriggerKind
  /** Place of the mark in the draft. */
  start: number
  /** What follows the mark. */
  query: string
}

export const TRIGGER_MARKS = { prompt: '/', resource: '@' } as const

/** Characters of the longest query; what is longer is a path or an address. */
const MAX_QUERY = 100

/** The trigger whose word the caret is in or behind: at the start of the text or after white space. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const from = Math.max(0, caret - MAX_QUERY - 1)
  let start = caret
  while (start > from && !/\s/.test(text[start - 1] ?? '')) start -= 1
  if (start > 0 && !/\s/.test(text[start - 1] ?? '')) return null
  const mark = text[start]
  const kind = mark === '/' ? 'prompt' : mark === '@' ? 'resource' : null
  if (kind === null || start === caret) return null
  return { kind, start, query: text.slice(start + 1, caret) }
}

/** Whether a trigger is still what the draft has at its place. */
export function isInText(text: string, { kind, start, query }: Trigger): boolean {
  return (
    text.startsWith(TRIGGER_MARKS[kind] + query, start) &&
    (start === 0 || /\s/.test(text[start - 1] ?? ''))
  )
}
