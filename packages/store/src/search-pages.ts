/** Looks for the entries with some words that a filter lets through, a bounded number of them at a time. */
import type { SearchFilter } from '@gatehouse/domain/chats'
import type { SearchOptions } from '@gatehouse/host/ports'
import type { Database } from './database.ts'

/** Entries with the words that one page looks at, and bytes of those of them that are parsed. */
const MAX_LOOKED_AT = 500
const MAX_PARSED_BYTES = 1_000_000
/** By so much a clock may have been set back, so that a later message has an earlier time. */
const CLOCK_SLACK_MS = 86_400_000

export interface Match {
  seq: number
  entryId: string
  turnId: string
  conversationId: string
  title: string
}

export interface MatchPage {
  /** Latest first. */
  matches: Match[]
  /** Where to continue; `null` = all was looked at. */
  next: number | null
}

/** Entries from `low` on and before `high`. */
interface Range {
  low: number
  high: number
}

type PageReader = (expression: string, limit: number, options: SearchOptions) => MatchPage

/** What of an entry a filter is about is in its JSON alone. */
type FilterMatch = 'fits' | 'other' | 'too-early'

export function searchPages(database: Database): PageReader {
  // In the order of the index itself, so that the latest are found without finding all.
  const find = database.prepare(
    'SELECT entries.seq, entries.id, turns.id, turns.conversation_id, octet_length(entries.json), ' +
      'conversations.removed, turns.active, ?5 IS NULL OR EXISTS (SELECT 1 FROM conversation_tags AS tagged ' +
      'WHERE tagged.conversation_id = turns.conversation_id AND tagged.tag = ?5) FROM (SELECT rowid AS seq FROM entry_words WHERE entry_words MATCH ?1 ' +
      'AND rowid >= ?2 AND rowid < ?3 ORDER BY rowid DESC LIMIT ?4) AS found ' +
      'CROSS JOIN entries ON entries.seq = found.seq CROSS JOIN turns ON turns.id = entries.turn_id ' +
      'CROSS JOIN conversations ON conversations.id = turns.conversation_id ORDER BY found.seq DESC',
  )
  const titleOf = database.prepare(
    "SELECT json_extract(json, '$.title') FROM conversations WHERE id = ?",
  )
  const rangeOf = rangeReader(database)
  const matchesOf = filterMatcher(database)

  return (expression, limit, { filter = {}, before = Number.MAX_SAFE_INTEGER }) => {
    const { conversationId, kind, serverId, since, tag } = filter
    const isFiltered = kind !== undefined || serverId !== undefined || since !== undefined
    const isNarrow = conversationId !== undefined || tag !== undefined
    const most = isFiltered || isNarrow ? MAX_LOOKED_AT : limit
    const { low, high } = rangeOf(conversationId, before)
    const found = find.rows(expression, low, high, most, tag ?? null).map(candidateOf)
    const candidates = withinBytes(found)
    const range = { low: candidates.at(-1)?.seq ?? high, high }
    const filterMatches = isFiltered ? matchesOf(expression, range, filter) : null
    const matches: Match[] = []
    for (const candidate of candidates) {
      const { isRemoved, isTagged, seq, entryId, turnId } = candidate
      if (matches.length === limit) return { matches, next: seq + 1 }
      if (
        isRemoved ||
        !isTagged ||
        (conversationId !== undefined && !isShownIn(conversationId, candidate))
      )
        continue
      const match = filterMatches === null ? 'fits' : filterMatches.get(seq)
      if (match === 'too-early') return { matches, next: null }
      if (match !== 'fits') continue
      const title = String(titleOf.rows(candidate.conversationId)[0]?.[0])
      matches.push({ seq, entryId, turnId, conversationId: candidate.conversationId, title })
    }
    const isLast = candidates.length === found.length && found.length < most
    return { matches, next: isLast ? null : range.low }
  }
}

interface Candidate extends Omit<Match, 'title'> {
  bytes: number
  isRemoved: boolean
  /** Its chat has the tag that is wanted; true where none is. */
  isTagged: boolean
  /** In a version that its chat shows. */
  isActive: boolean
}

const isShownIn = (chat: string, { conversationId, isActive }: Candidate): boolean =>
  conversationId === chat && isActive

function candidateOf(row: unknown[]): Candidate {
  const [seq, entryId, turnId, chat, bytes, removed, active, tagged] = row
  const place = { entryId: String(entryId), turnId: String(turnId), conversationId: String(chat) }
  return {
    seq: Number(seq),
    ...place,
    bytes: Number(bytes),
    isRemoved: removed !== 0,
    isTagged: tagged === 1,
    isActive: active === 1,
  }
}

/** As many as may be parsed at once, and one at least. */
function withinBytes(candidates: readonly Candidate[]): readonly Candidate[] {
  let bytes = 0
  const end = candidates.findIndex((one, at) => {
    bytes += one.bytes
    return at > 0 && bytes > MAX_PARSED_BYTES
  })
  return end < 0 ? candidates : candidates.slice(0, end)
}

/** What was written before a chat began or after its last entry is not looked at. */
function rangeReader(
  database: Database,
): (conversationId: string | undefined, before: number) => Range {
  const ends = database.prepare(
    'SELECT min(entries.seq), max(entries.seq) FROM turns CROSS JOIN entries ' +
      'ON entries.turn_id = turns.id WHERE turns.conversation_id = ?',
  )
  return (conversationId, before) => {
    if (conversationId === undefined) return { low: 0, high: before }
    const [first, last] = ends.rows(conversationId)[0] ?? []
    // A chat without entries.
    if (typeof first !== 'number' || typeof last !== 'number') return { low: 0, high: 0 }
    return { low: first, high: Math.min(before, last + 1) }
  }
}

/** Of the entries of a range with the words; they are parsed in one statement, because thousands would cost more. */
function filterMatcher(
  database: Database,
): (expression: string, range: Range, filter: SearchFilter) => ReadonlyMap<number, FilterMatch> {
  const fields = database.prepare(
    "SELECT entries.seq, json_extract(entries.json, '$.kind'), json_extract(entries.json, '$.serverId'), " +
      "json_extract(entries.json, '$.createdAt'), " +
      "CASE WHEN json_extract(entries.json, '$.createdAt') < ?4 " +
      "THEN json_extract(turns.json, '$.imported') IS NOT NULL END FROM " +
      '(SELECT rowid AS seq FROM entry_words WHERE entry_words MATCH ?1 AND rowid >= ?2 AND rowid < ?3) AS found ' +
      'CROSS JOIN entries ON entries.seq = found.seq CROSS JOIN turns ON turns.id = entries.turn_id',
  )
  return (expression, { low, high }, filter) => {
    const { since = Number.MIN_SAFE_INTEGER } = filter
    const rows = fields.rows(expression, low, high, since)
    return new Map(
      rows.map(([seq, kind, serverId, at, isImported]): [number, FilterMatch] => {
        if (Number(at) < since) {
          // Entries are in the order in which they were made, but for those that came out of a file.
          const isLast = Number(at) < since - CLOCK_SLACK_MS && isImported !== 1
          return [Number(seq), isLast ? 'too-early' : 'other']
        }
        const fits =
          (filter.kind === undefined || kind === filter.kind) &&
          (filter.serverId === undefined || serverId === filter.serverId)
        return [Number(seq), fits ? 'fits' : 'other']
      }),
    )
  }
}
