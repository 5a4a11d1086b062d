import {
  entrySchema,
  searchTerms,
  snippetOf,
  spacedText,
  type Attachment,
  type Entry,
  type SearchHit,
} from '@gatehouse/domain'
import type { SearchStore } from '@gatehouse/host/ports'
import { asBytes, type Database } from '../file/database.ts'
import { createWordEraser } from './erase-words.ts'
import type { RowReader } from '../read-rows.ts'
import { expressionWriter } from './search-expression.ts'
import { filterWriter } from './search-filter-expression.ts'
import { searchPages } from './search-pages.ts'
import type { EntryFacts, SearchValues } from './search-values.ts'

/** Characters of one entry that are searchable, and of the result of a call: the index must not outgrow the text. */
const MAX_WORDS = 50_000
const MAX_RESULT = 2048

/** Writes the search index beside the entries. */
export interface SearchIndexWriter {
  /** Makes an entry of a turn findable by its words; nothing without any. */
  add(seq: unknown, turnId: string, entry: Entry): void
  /** Indexes an entry again that is there already. */
  addAgain(seq: unknown): void
  /** Indexes a whole turn again that another model continues. */
  addTurnAgain(turnId: string): void
}

export function createSearchIndexWriter(
  database: Database,
  { values, read }: { values: SearchValues; read: RowReader },
): SearchIndexWriter {
  const add = database.prepare(
    'INSERT OR REPLACE INTO entry_words (rowid, words) VALUES (?, CAST(? AS TEXT))',
  )
  const addTime = database.prepare(
    'INSERT OR REPLACE INTO entry_times (entry_seq, at) VALUES (?, ?)',
  )
  const turnOf = database.prepare('SELECT turn_id FROM entries WHERE seq = ?')
  const ofTurn = database.prepare('SELECT seq FROM entries WHERE turn_id = ?')
  const findable = findableReader(database, read)
  const write = (seq: unknown, turnId: string, entry: Findable): void => {
    if (entry.words === '') return
    const words = `${values.wordsOf(entry, turnId)} ${spacedText(entry.words)}`
    add.run(Number(seq), asBytes(words))
    addTime.run(Number(seq), entry.at)
  }
  const addAgain = (seq: unknown): void => {
    const entry = findable(seq)
    if (entry !== null) write(seq, String(turnOf.rows(Number(seq))[0]?.[0]), entry)
  }
  return {
    add: (seq, turnId, entry) => write(seq, turnId, findableOf(entry)),
    addAgain,
    addTurnAgain(turnId) {
      for (const [seq] of ofTurn.rows(turnId)) addAgain(seq)
    },
  }
}

export function createSearchStore(
  database: Database,
  { words, values, read }: { words: SearchIndexWriter; values: SearchValues; read: RowReader },
): SearchStore {
  const find = searchPages(database)
  const findIds = database.prepare(
    'SELECT entries.id FROM entry_words CROSS JOIN entries ON entries.seq = entry_words.rowid ' +
      'WHERE entry_words MATCH ? ORDER BY entry_words.rowid DESC LIMIT ?',
  )
  const findable = findableReader(database, read)
  const expressionOf = expressionWriter(database)
  const narrowed = filterWriter(database, values)
  const below = database.prepare('SELECT below FROM entry_words_missing')
  const setBelow = database.prepare('UPDATE entry_words_missing SET below = ?')
  const missing = database.prepare(
    'SELECT seq FROM entries WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const firstMissing = (): number => Number(below.rows()[0]?.[0] ?? 0)

  return {
    search(query, limit, options = {}) {
      const terms = searchTerms(query)
      if (terms.length === 0) return { hits: [], next: null }
      const expression = narrowed(terms.map(expressionOf).join(' AND '), options.filter ?? {})
      if (expression === null) return { hits: [], next: null }
      const { matches, next } = find(expression, limit, options)
      const hits = matches.flatMap(({ seq, ...place }): SearchHit[] => {
        const entry = findable(seq)
        if (entry === null) return []
        const { kind, at, words: text } = entry
        return [{ ...place, kind, at, snippet: snippetOf(text, terms) }]
      })
      return { hits, next }
    },
    choices: (before) => values.choices(before),
    entryIds(query, limit) {
      const terms = searchTerms(query)
      if (terms.length === 0) return []
      return findIds.rows(terms.map(expressionOf).join(' AND '), limit).map(([id]) => String(id))
    },
    isIndexing: () => firstMissing() > 0,
    indexMore(count) {
      const rows = missing.rows(firstMissing(), count)
      database.transaction(() => {
        for (const [seq] of rows) words.addAgain(seq)
        setBelow.run(rows.length < count ? 0 : Number(rows.at(-1)?.[0] ?? 0))
      })
      return rows.length === count
    },
    ...createWordEraser(database, { values }),
  }
}

/** The parts of an entry that are searched and shown. */
interface Findable extends EntryFacts {
  words: string
}

function findableOf(entry: Entry): Findable {
  const call = entry.kind === 'tool-call' ? entry : undefined
  return { kind: entry.kind, at: entry.createdAt, words: wordsOf(entry), call }
}

/** Longer entries are not parsed for a search: a few fields are taken out of them. */
const MAX_PARSED = 500_000

function findableReader(database: Database, read: RowReader): (seq: unknown) => Findable | null {
  const whole = database.prepare(
    `SELECT id, json FROM entries WHERE seq = ? AND octet_length(json) <= ${MAX_PARSED}`,
  )
  const fields = database.prepare(
    "SELECT json_extract(json, '$.kind'), json_extract(json, '$.createdAt'), " +
      "json_extract(json, '$.serverId'), json_extract(json, '$.toolTitle'), " +
      "json_extract(json, '$.serverName'), json_extract(json, '$.toolName'), " +
      `substr(json_extract(json, '$.text'), 1, ${MAX_WORDS}), ` +
      `substr(json_extract(json, '$.arguments'), 1, ${MAX_WORDS}), ` +
      `substr(json_extract(json, '$.result.content[0].text'), 1, ${MAX_RESULT}) ` +
      'FROM entries WHERE seq = ?',
  )
  return (seq) => {
    const [row] = whole.rows(Number(seq))
    if (row !== undefined) {
      const entry = read({ table: 'entries', id: row[0], json: row[1] }, entrySchema)
      return entry && findableOf(entry)
    }
    const [kind, at, serverId, toolTitle, ...texts] = fields.rows(Number(seq))[0] ?? []
    const known = entrySchema.options.find((option) => option.shape.kind.value === kind)
    if (known === undefined) return null
    const [serverName, toolName] = texts
    const call =
      kind === 'tool-call'
        ? {
            serverId: typeof serverId === 'string' ? serverId : null,
            serverName: String(serverName),
            toolName: String(toolName),
            toolTitle: String(toolTitle),
          }
        : undefined
    const words = texts.filter((text) => typeof text === 'string').join('\n')
    return { kind: known.shape.kind.value, at: Number(at), words, call }
  }
}

/** The names of attachments, and the texts of prompts: files and resources are found by their names alone. */
function wordsOfAttachment(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'file':
      return attachment.name
    case 'resource':
      return `${attachment.serverName} ${attachment.name} ${attachment.uri}`
    case 'prompt': {
      const { serverName, promptName, title, arguments: args, messages } = attachment
      const texts = messages.flatMap(({ content }) =>
        content.type === 'text' ? [content.text.slice(0, MAX_RESULT)] : [],
      )
      return [serverName, title, promptName, ...Object.values(args), ...texts].join('\n')
    }
  }
}

/** The words of an entry; none while more may come to it. */
function wordsOf(entry: Entry): string {
  switch (entry.kind) {
    case 'user-message':
      return [entry.text, ...(entry.attachments ?? []).map(wordsOfAttachment)]
        .join('\n')
        .slice(0, MAX_WORDS)
    case 'assistant-message':
      return entry.status === 'streaming' ? '' : entry.text.slice(0, MAX_WORDS)
    case 'tool-call': {
      if (entry.endedAt === undefined) return ''
      const { toolName, toolTitle, serverName, arguments: args, result } = entry
      const title = toolTitle === toolName ? [] : [toolTitle]
      const texts = (result?.content ?? []).flatMap((block) =>
        block.type === 'text' ? [block.text] : [],
      )
      return [
        `${serverName} ${[toolName, ...title].join(' ')}`,
        JSON.stringify(args).slice(0, MAX_WORDS),
        texts.join('\n').slice(0, MAX_RESULT),
      ].join('\n')
    }
  }
}
