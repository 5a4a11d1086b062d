/** Looks for the entries with some words that a filter lets through, a bounded number of them at a time. */
import type { SearchOptions } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'

/** Entries with the words that one page looks at. */
const MAX_LOOKED_AT = 500

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

/** Selects found entries within some days, in the order of the index: the latest are found without finding all. */
const FIND =
  'SELECT found.seq, entries.id, turns.id, turns.conversation_id, conversations.removed, turns.active, ' +
  '?5 IS NULL OR EXISTS (SELECT 1 FROM conversation_tags AS tagged ' +
  'WHERE tagged.conversation_id = turns.conversation_id AND tagged.tag = ?5) FROM (SELECT rowid AS seq ' +
  'FROM entry_words WHERE entry_words MATCH ?1 AND rowid >= ?2 AND rowid < ?3 ORDER BY rowid DESC LIMIT ?4) AS found '
const JOIN_REST =
  'LEFT JOIN turns ON turns.id = entries.turn_id ' +
  'LEFT JOIN conversations ON conversations.id = turns.conversation_id ORDER BY found.seq DESC'

export function searchPages(database: Database): PageReader {
  const find = database.prepare(`${FIND} LEFT JOIN entries ON entries.seq = found.seq ${JOIN_REST}`)
  const findWithin = database.prepare(
    `${FIND} LEFT JOIN entry_times ON entry_times.entry_seq = found.seq LEFT JOIN entries ` +
      `ON entries.seq = found.seq AND entry_times.at >= ?6 AND entry_times.at < ?7 ${JOIN_REST}`,
  )
  const titleOf = database.prepare(
    "SELECT json_extract(json, '$.title') FROM conversations WHERE id = ?",
  )
  const rangeOf = rangeReader(database)

  return (expression, limit, { filter = {}, before = Number.MAX_SAFE_INTEGER }) => {
    const { conversationId, since, until, tag } = filter
    const isWithin = since !== undefined || until !== undefined
    const most =
      isWithin || conversationId !== undefined || tag !== undefined ? MAX_LOOKED_AT : limit
    const { low, high } = rangeOf(conversationId, before)
    const place = [expression, low, high, most, tag ?? null] as const
    const found = isWithin
      ? findWithin.rows(
          ...place,
          since ?? Number.MIN_SAFE_INTEGER,
          until ?? Number.MAX_SAFE_INTEGER,
        )
      : find.rows(...place)
    const matches: Match[] = []
    for (const candidate of found.map(candidateOf)) {
      const { isThere, seq, entryId, turnId } = candidate
      if (matches.length === limit) return { matches, next: seq + 1 }
      if (!isThere || (conversationId !== undefined && !isShownIn(conversationId, candidate)))
        continue
      const title = String(titleOf.rows(candidate.conversationId)[0]?.[0])
      matches.push({ seq, entryId, turnId, conversationId: candidate.conversationId, title })
    }
    return { matches, next: found.length < most ? null : Number(found.at(-1)?.[0]) }
  }
}

interface Candidate extends Omit<Match, 'title'> {
  /** Its chat is not removed and has the wanted tag, and it is within the wanted days. */
  isThere: boolean
  /** It is in a version that its chat shows. */
  isActive: boolean
}

const isShownIn = (chat: string, { conversationId, isActive }: Candidate): boolean =>
  conversationId === chat && isActive

function candidateOf(row: unknown[]): Candidate {
  const [seq, entryId, turnId, chat, removed, active, tagged] = row
  const place = { entryId: String(entryId), turnId: String(turnId), conversationId: String(chat) }
  const isThere = entryId !== null && removed === 0 && tagged === 1
  return { seq: Number(seq), ...place, isThere, isActive: active === 1 }
}

/** Reads only the range from the first to the last entry of a chat. */
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
