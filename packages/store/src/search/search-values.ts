/** Filter values of an entry, indexed as words that no text contains. */
import { SEARCH_MARK, type Entry } from '@gatehouse/domain'
import type { SearchFilter } from '@gatehouse/domain/chats'
import type { SearchChoicesPage } from '@gatehouse/host/ports'
import { z } from 'zod'
import type { Database } from '../file/database.ts'
import type { RowReader } from '../read-rows.ts'

/** Values that are looked at for one page of choices: each is looked up in the index and in its chat. */
const CHOICES_A_PAGE = 100
/** Characters of one that a search takes. */
const MAX_NAME = 1024

type ValueKind = 'model' | 'server' | 'tool'

/** The properties of an entry by which a search can be filtered. */
export interface EntryFacts {
  kind: Entry['kind']
  at: number
  /** Of a call. */
  call?: CalledTool | undefined
}

export interface CalledTool {
  serverId: string | null
  serverName: string
  toolName: string
  toolTitle: string
}

export interface SearchValues {
  /** The words of an entry of a turn; values that are new are kept. */
  wordsOf(facts: EntryFacts, turnId: string): string
  /** The words that an entry has which such a filter lets through, apart from days; `null`: none can be. */
  wanted(filter: SearchFilter): string[] | null
  /** A page of filter values of chats that are not removed. */
  choices(before?: number): SearchChoicesPage
  /** Deletes unused values among the next `count` after this id. Returns the last id; `null`: all were checked. */
  collect(after: number, count: number): number | null
}

const LETTERS: Record<ValueKind, string> = { model: 'm', server: 's', tool: 't' }
const KINDS: Record<Entry['kind'], string> = {
  'user-message': `${SEARCH_MARK}ku`,
  'assistant-message': `${SEARCH_MARK}ka`,
  'tool-call': `${SEARCH_MARK}kt`,
}
/** Before the months of entries in the index. */
export const MONTH = `${SEARCH_MARK}d`

/** The month as it is in the index, in UTC; times far in the past or future count as the nearest month. */
export function monthOf(at: number): string {
  if (at < Date.UTC(2000, 0)) return `${MONTH}200001`
  if (at >= Date.UTC(2100, 0)) return `${MONTH}209912`
  return `${MONTH}${new Date(at).toISOString().slice(0, 7).replace('-', '')}`
}

const keyOfTool = ({ serverName, toolName }: { serverName: string; toolName: string }): string =>
  JSON.stringify([serverName, toolName])

const wordFor = (kind: ValueKind, id: unknown): string =>
  `${SEARCH_MARK}${LETTERS[kind]}${Number(id)}`

export function createSearchValues(database: Database, read: RowReader): SearchValues {
  const find = database.prepare('SELECT id FROM search_values WHERE kind = ? AND key = ?')
  const keep = database.prepare(
    'INSERT INTO search_values (kind, key, json) VALUES (?, ?, ?) ' +
      'ON CONFLICT (kind, key) DO UPDATE SET json = excluded.json RETURNING id',
  )
  const modelsOf = database.prepare(
    "SELECT json_extract(json, '$.model.modelId') FROM turns WHERE id = ?1 UNION " +
      "SELECT json_extract(json, '$.source.modelId') FROM turn_settings WHERE turn_id = ?1",
  )
  const kept = (kind: ValueKind, key: string, shown: unknown): string =>
    wordFor(kind, keep.rows(kind, key, JSON.stringify(shown))[0]?.[0])
  const known = (kind: ValueKind, key: string): string | null => {
    const [row] = find.rows(kind, key)
    return row === undefined ? null : wordFor(kind, row[0])
  }
  return {
    wordsOf({ kind, at, call }, turnId) {
      const words = [KINDS[kind], monthOf(at)]
      for (const [model] of modelsOf.rows(turnId))
        if (typeof model === 'string') words.push(kept('model', JSON.stringify(model), model))
      if (call) {
        const { serverId, serverName, toolName, toolTitle: title } = call
        if (serverId !== null) words.push(kept('server', JSON.stringify(serverId), null))
        words.push(kept('tool', keyOfTool(call), { serverName, toolName, title }))
      }
      return words.join(' ')
    },
    wanted({ kind, serverId, tool, model }) {
      const words = [
        ...(kind === undefined ? [] : [KINDS[kind]]),
        ...(serverId === undefined ? [] : [known('server', JSON.stringify(serverId))]),
        ...(tool === undefined ? [] : [known('tool', keyOfTool(tool))]),
        ...(model === undefined ? [] : [known('model', JSON.stringify(model))]),
      ]
      return words.includes(null) ? null : words.filter((word) => word !== null)
    },
    ...createChoices(database, read),
  }
}

const modelSchema = z.string().min(1).max(MAX_NAME)
const toolSchema = z.object({
  serverName: z.string().max(MAX_NAME),
  toolName: z.string().min(1).max(MAX_NAME),
  title: z.string(),
})

function createChoices(
  database: Database,
  read: RowReader,
): Pick<SearchValues, 'choices' | 'collect'> {
  const page = database.prepare(
    "SELECT id, kind, json FROM search_values WHERE id < ? AND kind IN ('model', 'tool') " +
      `AND octet_length(key) <= 8192 ORDER BY id DESC LIMIT ${CHOICES_A_PAGE}`,
  )
  const some = database.prepare(
    'SELECT id, kind FROM search_values WHERE id > ? ORDER BY id LIMIT ?',
  )
  const remove = database.prepare('DELETE FROM search_values WHERE id = ?')
  const has = database.prepare('SELECT 1 FROM entry_words WHERE entry_words MATCH ? LIMIT 1')
  const hasInChat = database.prepare(
    'SELECT 1 FROM entry_words CROSS JOIN entries ON entries.seq = entry_words.rowid ' +
      'CROSS JOIN turns ON turns.id = entries.turn_id ' +
      'CROSS JOIN conversations ON conversations.id = turns.conversation_id ' +
      'WHERE entry_words MATCH ? AND conversations.removed = 0 LIMIT 1',
  )
  const choicesOf = <T>(kind: 'model' | 'tool', rows: unknown[][], schema: z.ZodType<T>): T[] =>
    rows.flatMap(([id, of, json]) => {
      if (of !== kind || hasInChat.rows(`"${wordFor(kind, id)}"`).length === 0) return []
      const value = read({ table: 'search_values', id, json }, schema)
      return value === null ? [] : [value]
    })
  return {
    choices(before = Number.MAX_SAFE_INTEGER) {
      const rows = page.rows(before)
      return {
        models: choicesOf('model', rows, modelSchema),
        tools: choicesOf('tool', rows, toolSchema),
        next: rows.length < CHOICES_A_PAGE ? null : Number(rows.at(-1)?.[0]),
      }
    },
    collect(after, count) {
      const rows = some.rows(after, count)
      for (const [id, kind] of rows)
        if (isValueKind(kind) && has.rows(`"${wordFor(kind, id)}"`).length === 0)
          remove.run(Number(id))
      return rows.length < count ? null : Number(rows.at(-1)?.[0])
    },
  }
}

const isValueKind = (kind: unknown): kind is ValueKind => String(kind) in LETTERS
