import type { Turn } from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import type { ModelMessage, TurnStore } from '../../ports/index.ts'
import {
  addSizes,
  NO_SIZE,
  sizeOfMessages,
  tokensOfSize,
  type MessageSize,
} from './message-size.ts'
import { mediaBudget } from '../tool-results/model-content-limits.ts'
import { turnMessages } from './model-messages.ts'
import { turnMessageContext, type MessageContextSources } from './turn-message-context.ts'

/** A turn that an earlier version let grow beyond this is not read for the model. */
const MAX_READ = 64 * 1024 * 1024
/** Trims to this share of the room, so that the next requests begin like this one. */
export const TRIM_TARGET_RATIO = 0.7
/** Below this share of the room, trimmed turns come back: the room has grown. */
const GROWN = 0.5

/** The messages before a turn that a model is sent. */
export interface FittingHistory {
  messages: ModelMessage[][]
  size: MessageSize
  /** Depth of the first turn that is sent with all after it. */
  from: number
  /** Turns of the branch that were left out. */
  leftOut: number
  /** So many of them are pinned. */
  leftOutPinned: number
}

export interface EarlierTurns {
  turns: Pick<TurnStore, 'get' | 'size' | 'isShown'>
  /** Turns that the person wants to stay; those of other branches count for nothing. */
  pinned: readonly string[]
  /** Estimated tokens. */
  room: number
  /** Where the request before began; 0: with the first turn. */
  from: number
}

/** A turn that is not read itself. */
export type TurnPosition = Pick<Turn, 'parentId' | 'depth'> & Partial<Pick<Turn, 'id'>>

/**
 * Reads a branch newest first, from before the given turn, until the budget is used up. A turn is taken whole or
 * left out, so a call is never without its result; a note tells the model the number of omitted turns. Pinned turns
 * come first, as far as they fit; the rest of them is counted. It begins where the previous request began, as long
 * as everything from there on fits, so that prompts can be cached.
 */
export async function fittingHistory(
  turn: TurnPosition,
  earlier: EarlierTurns,
  sources: MessageContextSources,
): Promise<FittingHistory> {
  const reader = new TurnReader(earlier.turns, { ...sources, media: mediaBudget() })
  const pinned = await readPinned(turn, earlier, reader)
  const fitting = await readBack(
    turn,
    { ...earlier, room: earlier.room - pinned.size, pinned },
    reader,
  )
  const from = fitting.at(-1)?.turn.depth ?? turn.depth
  const above = [...pinned.kept.values()]
    .filter(({ turn: { depth } }) => depth < from)
    .toSorted((a, b) => a.turn.depth - b.turn.depth)
  const leftOut = from - above.length
  const all = [...above, ...fitting.toReversed()]
  const words =
    leftOut === 0
      ? []
      : leftOutWords({ leftOut, pinned: above.length, leftOutPinned: pinned.leftOut })
  return {
    messages: [...(words.length > 0 ? [words] : []), ...all.map(({ own }) => own)],
    size: all.reduce((sum, { size }) => addSizes(sum, size), NO_SIZE),
    from,
    leftOut,
    leftOutPinned: leftOut === 0 ? 0 : pinned.leftOut,
  }
}

interface ReadTurn {
  turn: Turn
  own: ModelMessage[]
  size: MessageSize
  tokens: number
}

class TurnReader {
  readonly #turns: EarlierTurns['turns']
  readonly #sources: MessageContextSources

  constructor(turns: EarlierTurns['turns'], sources: MessageContextSources) {
    this.#turns = turns
    this.#sources = sources
  }

  isShown(id: string): boolean {
    return this.#turns.isShown(id)
  }

  /** `null` when it is not there, or too large to be read. */
  async read(id: string): Promise<ReadTurn | null> {
    const turn = this.#turns.size(id) > MAX_READ ? null : this.#turns.get(id)
    if (!turn) return null
    const own = turnMessages(turn, await turnMessageContext(turn, this.#sources))
    const size = sizeOfMessages(own, turn.entries)
    return { turn, own, size, tokens: tokensOfSize(size) }
  }
}

interface PinnedTurns {
  kept: Map<string, ReadTurn>
  /** Estimated tokens of those. */
  size: number
  leftOut: number
}

async function readPinned(
  turn: TurnPosition,
  { pinned, room }: EarlierTurns,
  reader: TurnReader,
): Promise<PinnedTurns> {
  const kept = new Map<string, ReadTurn>()
  let size = 0
  let leftOut = 0
  for (const id of pinned) {
    if (id === turn.id || !reader.isShown(id)) continue
    const one = await reader.read(id)
    if (one && one.turn.depth >= turn.depth) continue
    // None finds room later: what is read of the branch has what these leave.
    if (!one || one.tokens > room - size) {
      leftOut += 1
      continue
    }
    kept.set(id, one)
    size += one.tokens
  }
  return { kept, size, leftOut }
}

interface ReadBackOptions {
  room: number
  from: number
  pinned: PinnedTurns
}

/** The turns before one, the latest first, as far back as they are sent. */
async function readBack(
  turn: TurnPosition,
  { room, from, pinned }: ReadBackOptions,
  reader: TurnReader,
): Promise<ReadTurn[]> {
  const fitting: ReadTurn[] = []
  let taken = 0
  const costOf = ({ turn: { id }, tokens }: ReadTurn): number => (pinned.kept.has(id) ? 0 : tokens)
  for (let at: TurnPosition = turn; at.parentId !== null;) {
    // Where the request before began this one ends reading, unless there is much more room now.
    const isBeyond = at.depth <= from
    if (isBeyond && taken > room * GROWN) return fitting
    const one = pinned.kept.get(at.parentId) ?? (await reader.read(at.parentId))
    if (!one) return fitting
    const cost = costOf(one)
    if (isBeyond && taken + cost > room * TRIM_TARGET_RATIO) return fitting
    if (taken + cost > room) return shortened(fitting, { taken, room, costOf })
    fitting.push(one)
    taken += cost
    at = one.turn
  }
  return fitting
}

/** Drops the earliest turns down to a share of the room, but never the latest. */
function shortened(
  fitting: readonly ReadTurn[],
  { taken, room, costOf }: { taken: number; room: number; costOf: (one: ReadTurn) => number },
): ReadTurn[] {
  const kept = [...fitting]
  let left = taken
  while (kept.length > 1 && left > room * TRIM_TARGET_RATIO) {
    const first = kept.pop()
    if (first) left -= costOf(first)
  }
  return kept
}

function leftOutWords({
  leftOut,
  pinned,
  leftOutPinned,
}: {
  leftOut: number
  pinned: number
  leftOutPinned: number
}): ModelMessage[] {
  const what =
    pinned === 0
      ? `The first ${groupedDigits(leftOut)} exchanges of this conversation are not included, because they do not fit.`
      : `${groupedDigits(leftOut)} of the first ${groupedDigits(leftOut + pinned)} exchanges of this conversation are not included, because they do not fit. The other ${groupedDigits(pinned)} of them come next, as the person wants them to stay.`
  const lost =
    leftOutPinned === 0
      ? ''
      : ` Of those that are not included, ${groupedDigits(leftOutPinned)} were pinned by the person.`
  return [{ role: 'user', text: `[${what}${lost} Say so if you need what is missing.]` }]
}
