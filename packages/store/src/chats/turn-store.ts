import {
  type Entry,
  entrySchema,
  type TranscriptTurn,
  type Turn,
  turnSchema,
} from '@gatehouse/domain'
import { blobsOfEntry } from '@gatehouse/domain/chats'
import type { StreamedDelta, TurnStore } from '@gatehouse/host/ports'
import type { z } from 'zod'
import type { Database } from '../file/database.ts'
import type { EntryBlobs } from './entry-blobs.ts'
import { createKeptFileSizes, type KeptFileSizes } from '../blobs/kept-files.ts'
import { createProviderParts } from './provider-parts.ts'
import { IS_OPEN } from '../migrations/open-entries.ts'
import type { RowReader } from '../read-rows.ts'
import type { SearchIndexWriter } from '../search/search-store.ts'
import { createStreamedText, type StreamedText } from './streamed-text.ts'
import { createPageReader } from './transcript-page.ts'
import { createRequestSnapshots } from './request-snapshots.ts'
import { createTurnTree, type TurnTree } from './turn-tree.ts'

/** Entries have rows of their own, the place in the tree columns; what the model is just writing is not kept. */
const storedTurnSchema = turnSchema.omit({
  entries: true,
  preparing: true,
  parentId: true,
  depth: true,
})

const TURN_COLUMNS = 'SELECT id, json, parent_id, depth FROM turns'
const ENTRY_COLUMNS =
  'SELECT entries.id, entries.json, entries.turn_id, entries.seq FROM entries ' +
  'JOIN turns ON turns.id = entries.turn_id'

export function createTurnStore(
  database: Database,
  { words, blobs, read }: { words: SearchIndexWriter; blobs: EntryBlobs; read: RowReader },
): TurnStore {
  const turnsRunning = database.prepare(`${TURN_COLUMNS} WHERE status = 'running' ORDER BY seq`)
  const entriesRunning = database.prepare(
    `${ENTRY_COLUMNS} WHERE turns.status = 'running' ORDER BY turns.seq, entries.ordinal`,
  )
  const turnsOpen = database.prepare(
    `SELECT DISTINCT turn_id FROM entries INDEXED BY entries_open WHERE ${IS_OPEN}`,
  )
  const turnById = database.prepare(`${TURN_COLUMNS} WHERE id = ?`)
  const entriesOf = database.prepare(
    `${ENTRY_COLUMNS} WHERE turns.id = ? AND entries.ordinal BETWEEN ? AND ? ORDER BY entries.ordinal`,
  )
  const entryById = database.prepare(`${ENTRY_COLUMNS} WHERE turns.id = ? AND entries.id = ?`)

  const tree = createTurnTree(database)
  const kept = createKeptFileSizes(database)
  const pieces = createStreamedText(database, read)
  const pageOf = createPageReader(database)
  const assemble = assembler(read)

  /** A turn with a range of its entries. */
  const withRange = (turnId: string, first: number, last: number): Turn | null => {
    const rows = entriesOf.rows(turnId, first, last)
    return assemble(turnById.rows(turnId), rows, pieces.ofTurn(turnId, first, last))[0] ?? null
  }
  return {
    page(conversationId, request) {
      const page = pageOf(conversationId, request)
      if (page === null) return null
      const { spans, hasBefore, hasAfter } = page
      const turns = spans.flatMap(({ turnId, first, last, total }): TranscriptTurn[] => {
        const turn = withRange(turnId, first, last)
        if (turn === null) return []
        const versions = tree.versions(turnId)
        return [
          {
            ...turn,
            entriesBefore: first - 1,
            entriesAfter: total - last,
            ...(versions ? { versions } : {}),
          },
        ]
      })
      return { turns, hasBefore, hasAfter }
    },
    ...tree,
    get: (turnId) => withRange(turnId, 1, Number.MAX_SAFE_INTEGER),
    getWithoutEntries: (turnId) => assemble(turnById.rows(turnId), [], new Map())[0] ?? null,
    withEntry(turnId, entryId) {
      const rows = entryById.rows(turnId, entryId)
      const [turn] = assemble(turnById.rows(turnId), rows, pieces.ofEntry(turnId, entryId))
      return turn && turn.entries.length > 0 ? turn : null
    },
    ...createTurnSizes(database),
    withOpenEntries: () => turnsOpen.rows().map(([id]) => String(id)),
    running: () => assemble(turnsRunning.rows(), entriesRunning.rows(), pieces.running()),
    ...createProviderParts(database, read),
    ...createRequestSnapshots(database, read),
    ...createTurnWriter(database, { pieces, tree, words, blobs, kept }),
    keptBytes: kept.keptBytes,
  }
}

/** Bytes of turns, read without them. */
function createTurnSizes(database: Database): Pick<TurnStore, 'size' | 'sizes'> {
  const size = database.prepare('SELECT size FROM turns WHERE id = ?')
  const sizes = database.prepare(
    'SELECT size FROM turns WHERE conversation_id = ? AND active = 1 AND depth >= ? ORDER BY depth LIMIT ?',
  )
  return {
    size: (turnId) => Number(size.rows(turnId)[0]?.[0] ?? 0),
    sizes: (conversationId, { from, limit }) =>
      sizes.rows(conversationId, from, limit).map(([bytes]) => Number(bytes)),
  }
}

function createTurnWriter(
  database: Database,
  {
    pieces,
    tree,
    words,
    blobs,
    kept,
  }: {
    pieces: StreamedText
    tree: TurnTree
    words: SearchIndexWriter
    blobs: EntryBlobs
    kept: KeptFileSizes
  },
): Pick<TurnStore, 'saveTurn' | 'saveEntry' | 'appendText' | 'addImported'> {
  const replace = turnReplacer(database, words)
  const insert = database.prepare(
    'INSERT INTO turns (id, conversation_id, parent_id, depth, status, json, chosen, active) ' +
      'VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const add = (turn: Turn, isChosen: boolean, isShown: boolean): void => {
    const { id, conversationId, parentId, depth, status } = turn
    const json = JSON.stringify(withoutRows(turn))
    insert.run(id, conversationId, parentId, depth, status, json, Number(isChosen), Number(isShown))
  }
  const saveEntry = database.prepare(
    'INSERT INTO entries (turn_id, ordinal, id, json) VALUES (?, ' +
      '(SELECT coalesce(max(ordinal), 0) + 1 FROM entries WHERE turn_id = ?), ?, ?) ' +
      'ON CONFLICT (turn_id, id) DO UPDATE SET json = excluded.json RETURNING seq',
  )
  const putEntry = (turnId: string, entry: Entry): void => {
    const [row] = saveEntry.rows(turnId, turnId, entry.id, JSON.stringify(entry))
    words.add(row?.[0], turnId, entry)
    blobs.add(row?.[0], blobsOfEntry(entry))
    kept.add(row?.[0], turnId, entry)
  }
  return {
    saveTurn(turn) {
      database.transaction(() => {
        if (replace(turn)) return
        add(turn, false, false)
        tree.show(turn.id)
      })
    },
    saveEntry(turnId, entry) {
      database.transaction(() => {
        // The pieces go first, so that the row takes the pages they had.
        if (entry.kind === 'assistant-message') pieces.drop(turnId, entry.id)
        putEntry(turnId, entry)
      })
    },
    addImported(rows) {
      database.transaction(() => {
        for (const row of rows)
          if (row.kind === 'turn') add(row.turn, row.isChosen, row.isShown)
          else putEntry(row.turnId, row.entry)
      })
    },
    appendText: (turnId, entryId, piece) => pieces.append(turnId, entryId, piece),
  }
}

/** Rewrites an existing turn; false if there is none. Search finds its contents under the other model from then on. */
function turnReplacer(database: Database, words: SearchIndexWriter): (turn: Turn) => boolean {
  const update = database.prepare('UPDATE turns SET status = ?, json = ? WHERE id = ?')
  const modelOf = database.prepare(
    "SELECT json_extract(json, '$.model.modelId') FROM turns WHERE id = ?",
  )
  return (turn) => {
    const [before] = modelOf.rows(turn.id)
    if (before === undefined) return false
    update.run(turn.status, JSON.stringify(withoutRows(turn)), turn.id)
    if (before[0] !== (turn.model?.modelId ?? null)) words.addTurnAgain(turn.id)
    return true
  }
}

/** The part of a turn that is in its JSON; the rest is in columns and rows, or not stored. */
function withoutRows(turn: Turn): z.infer<typeof storedTurnSchema> {
  const { entries: _entries, preparing: _preparing, parentId: _, depth: _depth, ...stored } = turn
  return stored
}

/** Turns with their entries, and the entries with what streamed into them. */
const assembler =
  (read: RowReader) =>
  (turns: unknown[][], entryRows: unknown[][], streamed: Map<unknown, StreamedDelta>): Turn[] => {
    const entries = groupEntries(entryRows, streamed, read)
    return turns.flatMap(([id, json, parentId, depth]): Turn[] => {
      const turn = read({ table: 'turns', id, json }, storedTurnSchema)
      if (turn === null) return []
      return [
        {
          ...turn,
          parentId: typeof parentId === 'string' ? parentId : null,
          depth: Number(depth),
          entries: entries.get(turn.id) ?? [],
          preparing: null,
        },
      ]
    })
  }

function withPiece(entry: Entry, piece: StreamedDelta | undefined): Entry {
  if (piece === undefined || entry.kind !== 'assistant-message') return entry
  return {
    ...entry,
    text: entry.text + piece.text,
    reasoning: entry.reasoning + piece.reasoning,
  }
}

function groupEntries(
  rows: unknown[][],
  pieces: Map<unknown, StreamedDelta>,
  read: RowReader,
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const [id, json, turnId, seq] of rows) {
    const entry = read({ table: 'entries', id, json }, entrySchema)
    if (entry === null) continue
    const whole = withPiece(entry, pieces.get(seq))
    const group = groups.get(String(turnId))
    if (group === undefined) groups.set(String(turnId), [whole])
    else group.push(whole)
  }
  return groups
}
