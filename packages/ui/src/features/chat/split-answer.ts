/** Characters after which an answer is cut at the next good place. */
const PART = 1200
/** Shorter answers stay in one piece. */
const WHOLE = 2 * PART

/** A definition that links anywhere in the text refer to: such a text must be parsed as one. */
const definition = /^ {0,3}\[[^\]\n]+\]:/m
/** Lines that go on with what is before the blank line: list items, quotes, tables, indented text. */
const continues = /^(?:[\s>|]|[-*+]\s|\d{1,9}[.)]\s)/
const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * Cuts a long markdown text into parts that can be drawn apart from each other, so that only those in
 * view are. A text that grows keeps all its parts but the last.
 */
export function splitAnswer(text: string, before: readonly string[] = []): string[] {
  if (text.length <= WHOLE || definition.test(text)) return [text]
  const settled = before.slice(0, -1)
  const prefix = settled.join('')
  return settled.length > 0 && text.startsWith(prefix)
    ? [...settled, ...cut(text.slice(prefix.length))]
    : cut(text)
}

function cut(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let at = 0
  let open: string | undefined
  let blank = false
  while (at < text.length) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end)
    if (
      blank &&
      open === undefined &&
      at - start >= PART &&
      line.trim() !== '' &&
      !continues.test(line)
    ) {
      parts.push(text.slice(start, at))
      start = at
    }
    const mark = fence.exec(line)?.[1]
    if (mark !== undefined) {
      if (open === undefined) open = mark
      else if (mark.startsWith(open) && line.trim() === mark) open = undefined
    }
    blank = line.trim() === ''
    at = end < 0 ? text.length : end + 1
  }
  parts.push(text.slice(start))
  return parts
}
