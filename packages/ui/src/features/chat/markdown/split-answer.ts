/** Characters after which an answer is cut at the next good place, and lines likewise. */
const PART = 1200
const PART_LINES = 40
/** Shorter answers stay in one piece. */
const WHOLE = 2 * PART
/** Where no good place comes, the next end of a line must do, and beyond the second any place. */
const FORCED = 8000
const FORCED_IN_LINE = 16_000
/** A fence this long stands for itself, so that it can be drawn without the parser. */
const LONG_FENCE = 4000
/** A text with definitions is parsed as one up to here; beyond, its references stay as they are written. */
const MAX_WITH_DEFINITIONS = 16_000

/** A definition that links anywhere in the text refer to: such a text must be parsed as one. */
const definition = /^ {0,3}\[[^\]]{1,999}\]:/
/** Lines that continue with what is before the blank line: list items, quotes, tables, indented text. */
const continues = /^(?:[\s>|]|[-*+]\s|\d{1,9}[.)]\s)/
const fence = /^ {0,3}(`{3,}|~{3,})/

/**
 * Cuts a long markdown text into parts that can be drawn apart from each other, so that only those in
 * view are. A text that grows keeps all its parts but the last. No part is longer than a window can draw,
 * but for a fence, which needs no parser.
 */
export function splitAnswer(text: string, before: readonly string[] = []): string[] {
  if (isShort(text)) return [text]
  const settled = before.slice(0, -1)
  const prefix = settled.join('')
  return settled.length > 0 && text.startsWith(prefix)
    ? [...settled, ...cut(text.slice(prefix.length))]
    : cut(text)
}

function isShort(text: string): boolean {
  if (text.length <= WHOLE) return countLines(text) <= 2 * PART_LINES
  return text.length <= MAX_WITH_DEFINITIONS && definesLink(text)
}

/** Line by line: over the whole text an expression would start over at every bracket. */
function definesLink(text: string): boolean {
  return text.includes(']:') && text.split('\n').some((line) => definition.test(line))
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

interface Cutting {
  parts: string[]
  /** Where the part begins that is being made, and its lines so far. */
  start: number
  lines: number
  /** The mark of the fence that is open, and where it began. */
  open: string | undefined
  openedAt: number
  blank: boolean
}

function cut(text: string): string[] {
  const state: Cutting = {
    parts: [],
    start: 0,
    lines: 0,
    open: undefined,
    openedAt: 0,
    blank: false,
  }
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end)
    if (isPlace(line, at, state)) cutAt(text, at, state)
    const wasOpen = state.open !== undefined
    noteFence(line, at, state)
    setLongFenceApart(text, at + line.length, state)
    // The line that closes a fence ends all of it.
    if (!wasOpen && state.open === undefined) cutLongLine(text, at + line.length, state)
    state.blank = line.trim() === ''
    state.lines += 1
    at = end < 0 ? text.length : end + 1
  }
  state.parts.push(own(text.slice(state.start)))
  return state.parts
}

/**
 * A slice of a text keeps all of that in memory. Of an answer that grows, each part would keep the whole of another
 * moment; joined with something and cut again it is a slice of no more than itself.
 */
const own = (part: string): string => ` ${part}`.slice(1)

function isPlace(line: string, at: number, state: Cutting): boolean {
  if (state.open !== undefined) return false
  const length = at - state.start
  if (length >= FORCED) return true
  const isLong = length >= PART || state.lines >= PART_LINES
  return isLong && state.blank && line.trim() !== '' && !continues.test(line)
}

function cutAt(text: string, at: number, state: Cutting): void {
  state.parts.push(own(text.slice(state.start, at)))
  state.start = at
  state.lines = 0
}

function noteFence(line: string, at: number, state: Cutting): void {
  const mark = fence.exec(line)?.[1]
  if (mark === undefined) return
  if (state.open === undefined) {
    state.open = mark
    state.openedAt = at
  } else if (mark.startsWith(state.open) && line.trim() === mark) {
    state.open = undefined
    // What comes after a long fence is a part of its own.
    if (at - state.openedAt > LONG_FENCE) state.lines = PART_LINES
  }
}

function setLongFenceApart(text: string, end: number, state: Cutting): void {
  if (state.open === undefined || state.openedAt <= state.start) return
  if (end - state.openedAt > LONG_FENCE) cutAt(text, state.openedAt, state)
}

function cutLongLine(text: string, end: number, state: Cutting): void {
  while (end - state.start > FORCED_IN_LINE) {
    let at = state.start + FORCED
    if (/[\uD800-\uDBFF]/.test(text[at - 1] ?? '')) at -= 1
    cutAt(text, at, state)
  }
}
