import type { StoredResult, ToolResult, Turn } from '@gatehouse/domain'
import { groupedDigits, truncateText } from '@gatehouse/domain/text'

const MEGABYTE = 1024 * 1024

/** Size of one turn beside its files: it is kept whole while it runs, and read whole for the model. */
const MAX_TURN = 32 * MEGABYTE
/** Characters that remain of a result that cannot be kept whole. */
const MAX_SHORTENED = 4000

/** Characters that a JSON value counts for: reading one takes about as long. */
const NODE = 64

const known = new WeakMap<object, number>()

/** About how many characters a value takes as JSON. Values are never changed, so each is counted once. */
export function storedSizeOf(value: object): number {
  const before = known.get(value)
  if (before !== undefined) return before
  let size = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    size += NODE
    if (typeof next === 'string') size += next.length
    else if (typeof next === 'object' && next !== null) {
      for (const [key, member] of Object.entries(next)) {
        if (!Array.isArray(next)) size += key.length
        open.push(member)
      }
    }
  }
  known.set(value, size)
  return size
}

function sizeOfTurn(turn: Turn): number {
  return turn.entries.reduce((sum, entry) => sum + storedSizeOf(entry), 0)
}

/** True if the turn is too large for another step. */
export const isTurnFull = (turn: Turn): boolean => sizeOfTurn(turn) >= MAX_TURN

export const inMegabytes = (size: number): string =>
  `${Math.max(1, Math.round(size / MEGABYTE))} MB`

/** The beginning of a result, and why there is no more of it. */
export function truncatedResult(result: ToolResult, reason: string): StoredResult {
  let left = MAX_SHORTENED
  const texts = result.content.flatMap((block) => {
    if (block.type !== 'text' || left <= 0) return []
    const text = truncateText(block.text, left)
    left -= text.length
    return [{ type: 'text' as const, text }]
  })
  const note = `[Shortened by Gatehouse: of this result of ${inMegabytes(storedSizeOf(result))} only the first ${groupedDigits(MAX_SHORTENED)} characters of text are here, because ${reason}.]`
  return { isError: result.isError, content: [...texts, { type: 'text', text: note }] }
}
