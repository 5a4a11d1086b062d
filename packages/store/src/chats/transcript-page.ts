import type { EntryPosition } from '@gatehouse/domain'
import type { PageRequest } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'

/** A range of one turn's entries, by their ordinals from 1. */
export interface EntrySpan {
  turnId: string
  first: number
  last: number
  /** Number of entries of the turn. */
  total: number
}

/** Which entries are on a page. */
export interface PageSpans {
  /** Oldest first. */
  spans: EntrySpan[]
  hasBefore: boolean
  hasAfter: boolean
}

/** Bytes of entries on one page, unless the first alone has more. */
const MAX_PAGE_BYTES = 1_000_000

interface RowPosition {
  depth: number
  ordinal: number
}

/** One way along the branch that a chat shows. */
interface PageQuery {
  conversationId: string
  from: RowPosition
  entries: number
  isBack: boolean
}

const END: RowPosition = { depth: Number.MAX_SAFE_INTEGER, ordinal: 0 }

/**
 * Reads which entries of a chat are on a page, at a cost that depends on the page and not on the chat.
 * `null` when the anchor is not on the branch that is shown.
 */
export function createPageReader(
  database: Database,
): (conversationId: string, request: PageRequest) => PageSpans | null {
  const positionOf = database.prepare(
    'SELECT turns.depth, entries.ordinal FROM turns JOIN entries ON entries.turn_id = turns.id ' +
      'WHERE turns.id = ? AND entries.id = ? AND turns.conversation_id = ? AND turns.active = 1',
  )
  const walk = walker(database)

  const find = (conversationId: string, anchor: EntryPosition): RowPosition | null => {
    const [row] = positionOf.rows(anchor.turnId, anchor.entryId, conversationId)
    return row === undefined ? null : { depth: Number(row[0]), ordinal: Number(row[1]) }
  }
  return (conversationId, { anchor, side, entries }) => {
    const from = anchor === 'end' ? END : find(conversationId, anchor)
    if (from === null) return null
    const back = (count: number) => walk({ conversationId, from, entries: count, isBack: true })
    const on = (start: RowPosition, count: number) =>
      walk({ conversationId, from: start, entries: count, isBack: false })
    if (anchor === 'end' || side === 'before') {
      const { spans, hasMore } = back(entries)
      return { spans, hasBefore: hasMore, hasAfter: anchor !== 'end' }
    }
    if (side === 'after') {
      const { spans, hasMore } = on(from, entries)
      return { spans, hasBefore: true, hasAfter: hasMore }
    }
    const half = Math.ceil(entries / 2)
    const before = back(half)
    const after = on({ ...from, ordinal: from.ordinal - 1 }, half)
    return {
      spans: joined(before.spans, after.spans),
      hasBefore: before.hasMore,
      hasAfter: after.hasMore,
    }
  }
}

function walker(
  database: Database,
): (query: PageQuery) => { spans: EntrySpan[]; hasMore: boolean } {
  const TURNS =
    'SELECT id, depth, (SELECT max(ordinal) FROM entries WHERE turn_id = turns.id) AS total FROM turns ' +
    'WHERE conversation_id = ? AND active = 1 AND total > 0 AND '
  const turnsBack = database.prepare(`${TURNS} depth <= ? ORDER BY depth DESC LIMIT ?`)
  const turnsOn = database.prepare(`${TURNS} depth >= ? ORDER BY depth LIMIT ?`)
  const SIZES =
    'SELECT octet_length(json) FROM entries WHERE turn_id = ? AND ordinal BETWEEN ? AND ? ORDER BY ordinal'
  const sizesBack = database.prepare(`${SIZES} DESC`)
  const sizesOn = database.prepare(SIZES)

  return ({ conversationId, from, entries, isBack }) => {
    const spans: EntrySpan[] = []
    const end = (hasMore: boolean) => ({ spans: isBack ? spans.toReversed() : spans, hasMore })
    let left = entries
    let bytes = 0
    // One more for the turn that the way begins in, and one to see whether there is more.
    const turns = (isBack ? turnsBack : turnsOn).rows(conversationId, from.depth, entries + 2)
    for (const [id, depth, count] of turns) {
      const turnId = String(id)
      const total = Number(count)
      const open = openPart({ from, isBack }, { depth: Number(depth), total })
      if (open.last < open.first) continue
      if (left === 0) return end(true)
      const wanted = isBack
        ? { ...open, first: Math.max(open.first, open.last - left + 1) }
        : { ...open, last: Math.min(open.last, open.first + left - 1) }
      let taken = 0
      for (const [size] of (isBack ? sizesBack : sizesOn).rows(turnId, wanted.first, wanted.last)) {
        bytes += Number(size)
        if (bytes > MAX_PAGE_BYTES && spans.length + taken > 0) break
        taken += 1
      }
      const first = isBack ? open.last - taken + 1 : open.first
      if (taken > 0) spans.push({ turnId, first, last: first + taken - 1, total })
      left -= taken
      if (taken <= open.last - open.first) return end(true)
    }
    return end(false)
  }
}

/** The part of a turn that the page may take: of the turn it begins in, only the entries beyond its start. */
function openPart(
  { from, isBack }: Pick<PageQuery, 'from' | 'isBack'>,
  { depth, total }: { depth: number; total: number },
): { first: number; last: number } {
  if (depth !== from.depth) return { first: 1, last: total }
  return isBack ? { first: 1, last: from.ordinal - 1 } : { first: from.ordinal + 1, last: total }
}

/** Two pages that meet, perhaps within a turn. */
function joined(before: EntrySpan[], after: EntrySpan[]): EntrySpan[] {
  const last = before.at(-1)
  const first = after[0]
  if (last === undefined || first === undefined || last.turnId !== first.turnId)
    return [...before, ...after]
  return [...before.slice(0, -1), { ...last, last: first.last }, ...after.slice(1)]
}
