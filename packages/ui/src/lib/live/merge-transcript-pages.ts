import type {
  ConversationView,
  Entry,
  EntryPosition,
  TranscriptPage,
  TranscriptTurn,
} from '@gatehouse/domain'

export type PageSide = 'before' | 'after'

/** Entries that one page brings. */
export const PAGE_ENTRIES = 60
/** Entries that the window keeps of a chat; the entries furthest from where the person reads are dropped. */
const MAX_KEPT = 600
/** Characters of them, and entries that are kept however long they are: those near where the person reads. */
const MAX_KEPT_CHARACTERS = 4_000_000
const ALWAYS_KEPT = 2 * PAGE_ENTRIES
const CALL_SIZE = 10_000

/** The first or last entry that is here. */
export function edgeOf({ turns }: TranscriptPage, side: PageSide): EntryPosition | null {
  const turn = side === 'before' ? turns[0] : turns.at(-1)
  const entry = side === 'before' ? turn?.entries[0] : turn?.entries.at(-1)
  return turn && entry ? { turnId: turn.id, entryId: entry.id } : null
}

/** The chat with one more page; as it was when the page does not follow what is here any more. */
export function withPage(
  view: ConversationView,
  page: TranscriptPage,
  { side, anchor }: { side: PageSide; anchor: EntryPosition },
): ConversationView {
  const edge = edgeOf(view, side)
  if (edge?.turnId !== anchor.turnId || edge.entryId !== anchor.entryId) return view
  return side === 'before'
    ? { ...view, turns: joined(page.turns, view.turns), hasBefore: page.hasBefore }
    : { ...view, turns: joined(view.turns, page.turns), hasAfter: page.hasAfter }
}

/** Two stretches that follow each other, perhaps within a turn. */
function joined(
  before: readonly TranscriptTurn[],
  after: readonly TranscriptTurn[],
): TranscriptTurn[] {
  const last = before.at(-1)
  const first = after[0]
  if (!last || !first || last.id !== first.id) return [...before, ...after]
  const whole = {
    ...first,
    entries: [...last.entries, ...first.entries],
    entriesBefore: last.entriesBefore,
  }
  return [...before.slice(0, -1), whole, ...after.slice(1)]
}

/** The chat without what is too far from the side that the person reads towards. A running turn is never dropped. */
export function trimPages(view: ConversationView, towards: PageSide): ConversationView {
  if (towards === 'before' && view.isRunning) return view
  const sizes = view.turns.flatMap(({ entries }) => entries.map(sizeOf))
  const excess = sizes.length - keptOf(towards === 'after' ? sizes.toReversed() : sizes)
  if (excess <= 0) return view
  return towards === 'after'
    ? { ...view, turns: withoutFirst(view.turns, excess), hasBefore: true }
    : { ...view, turns: withoutLast(view.turns, excess), hasAfter: true }
}

/** Returns the number of entries to keep, given their sizes from the nearest on. */
function keptOf(sizes: readonly number[]): number {
  let characters = 0
  const isTooMuch = (size: number, index: number): boolean => {
    characters += size
    return index >= ALWAYS_KEPT && characters > MAX_KEPT_CHARACTERS
  }
  const tooMuch = sizes.findIndex(isTooMuch)
  return Math.min(MAX_KEPT, tooMuch < 0 ? sizes.length : tooMuch)
}

/** Characters, about: what is large in a call is in files, of which the window has the beginnings. */
function sizeOf(entry: Entry): number {
  switch (entry.kind) {
    case 'user-message':
      return entry.text.length
    case 'assistant-message':
      return entry.text.length + entry.reasoning.length
    case 'tool-call':
      return CALL_SIZE
  }
}

function withoutFirst(turns: readonly TranscriptTurn[], count: number): TranscriptTurn[] {
  let left = count
  return turns.flatMap((turn) => {
    const gone = Math.min(left, turn.entries.length)
    left -= gone
    if (gone === 0) return [turn]
    if (gone === turn.entries.length) return []
    return [
      { ...turn, entries: turn.entries.slice(gone), entriesBefore: turn.entriesBefore + gone },
    ]
  })
}

function withoutLast(turns: readonly TranscriptTurn[], count: number): TranscriptTurn[] {
  let left = count
  return turns
    .toReversed()
    .flatMap((turn) => {
      const gone = Math.min(left, turn.entries.length)
      left -= gone
      if (gone === 0) return [turn]
      if (gone === turn.entries.length) return []
      const entries = turn.entries.slice(0, -gone)
      return [{ ...turn, entries, entriesAfter: turn.entriesAfter + gone }]
    })
    .toReversed()
}

/** The chat with another branch from this depth on, of which `page` has the beginning. */
export function withBranch(
  view: ConversationView,
  page: ConversationView,
  depth: number,
): ConversationView {
  const above = view.turns.filter((turn) => turn.depth < depth)
  const parent = above.at(-1)
  const meets = depth === 0 || (parent?.depth === depth - 1 && parent.entriesAfter === 0)
  if (!meets) return page
  const below = page.turns.filter((turn) => turn.depth >= depth)
  const hasBefore = depth > 0 && view.hasBefore
  return { ...page, turns: [...above, ...below], hasBefore }
}
