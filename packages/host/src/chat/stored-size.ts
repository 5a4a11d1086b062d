import { groupedDigits, type Entry, type ToolResult, type Turn } from '@gatehouse/domain'

const MEGABYTE = 1024 * 1024

/** What one turn and one chat may keep. A chat is read and shown whole, so it must stay readable. */
const MAX_TURN = 32 * MEGABYTE
const MAX_CHAT = 64 * MEGABYTE
/** Of a chat that an earlier version let grow, or another program wrote. */
const MAX_SHOWN = 96 * MEGABYTE
/** Characters that remain of a result that is too large to be kept whole. */
const MAX_SHORTENED = 50_000

/** What a value counts for: reading one costs as much time as reading about so many characters. */
const NODE = 64

const known = new WeakMap<object, number>()

/** About how many characters a value takes as JSON. Values are never changed, so each is counted once. */
function sizeOf(value: object): number {
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
  return turn.entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
}

export const sizeOfTurns = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => sum + sizeOfTurn(turn), 0)

/** Whether the turn may go on with another step. */
export const isTurnFull = (turn: Turn): boolean => sizeOfTurn(turn) >= MAX_TURN

/** What a chat keeps beside a turn, and the turn beside the entries that are in memory. */
export interface OtherStoredSizes {
  before: number
  unread: number
}

/** A result as it is kept in a turn of a chat that keeps something already. */
export function boundedResult(
  result: ToolResult,
  turn: Turn,
  { before, unread }: OtherStoredSizes,
): ToolResult {
  const used = sizeOfTurn(turn) + unread
  const room = Math.min(MAX_TURN - used, MAX_CHAT - before - used)
  if (sizeOf(result) <= room) return result
  const limit = MAX_TURN - used < MAX_CHAT - before - used ? 'turn' : 'chat'
  const size = inMegabytes(limit === 'turn' ? MAX_TURN : MAX_CHAT)
  return shortened(result, `a ${limit} keeps at most ${size} of results`)
}

/** The newest results whole, older ones shortened where all together are too large to be shown. */
export function shownTurns(turns: Turn[]): Turn[] {
  let left = MAX_SHOWN
  const reason = 'this chat holds more than can be shown'
  return turns
    .toReversed()
    .map((turn) => {
      left -= sizeOfTurn(turn)
      return left >= 0 ? turn : { ...turn, entries: turn.entries.map(withoutResult) }
    })
    .toReversed()

  function withoutResult(entry: Entry): Entry {
    if (entry.kind !== 'tool-call' || !entry.result || sizeOf(entry.result) <= MAX_SHORTENED)
      return entry
    return { ...entry, result: shortened(entry.result, reason) }
  }
}

const inMegabytes = (size: number): string => `${Math.max(1, Math.round(size / MEGABYTE))} MB`

function shortened(result: ToolResult, reason: string): ToolResult {
  let left = MAX_SHORTENED
  const texts = result.content.flatMap((block) => {
    if (block.type !== 'text' || left <= 0) return []
    const text = block.text.slice(0, left)
    left -= text.length
    return [{ type: 'text' as const, text }]
  })
  const note = `[Shortened by Gatehouse: of this result of ${inMegabytes(sizeOf(result))} only the first ${groupedDigits(MAX_SHORTENED)} characters of text are here, because ${reason}.]`
  return { isError: result.isError, content: [...texts, { type: 'text', text: note }] }
}
