import { type Entry, entrySchema, type Turn, turnSchema } from '@gatehouse/domain'
import type { TextPiece, TurnStore } from '@gatehouse/host/ports'
import { boundEntry, BOUNDED_FROM } from './bounded-entry.ts'
import type { Database } from './database.ts'
import { createStreamedText } from './streamed-text.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** Entries have rows of their own; what the model is just writing is not kept. */
const storedTurnSchema = turnSchema.omit({ entries: true, preparing: true })

const TURN_COLUMNS = 'SELECT turns.id, turns.json FROM turns'
const ENTRY_COLUMNS =
  'SELECT entries.id, entries.json, entries.turn_id, entries.seq FROM entries ' +
  'JOIN turns ON turns.id = entries.turn_id'
export function createTurnStore(database: Database, read: RowReader): TurnStore {
  const turnsOf = database.prepare(`${TURN_COLUMNS} WHERE conversation_id = ? ORDER BY turns.seq`)
  const entriesOf = database.prepare(
    `${ENTRY_COLUMNS} WHERE turns.conversation_id = ? ORDER BY turns.seq, entries.ordinal`,
  )
  const turnsRunning = database.prepare(
    `${TURN_COLUMNS} WHERE turns.status = 'running' ORDER BY turns.seq`,
  )
  const entriesRunning = database.prepare(
    `${ENTRY_COLUMNS} WHERE turns.status = 'running' ORDER BY turns.seq, entries.ordinal`,
  )
  const saveTurn = database.prepare(
    'INSERT INTO turns (id, conversation_id, status, json) VALUES (?, ?, ?, ?) ' +
      'ON CONFLICT (id) DO UPDATE SET status = excluded.status, json = excluded.json',
  )
  const saveEntry = database.prepare(
    'INSERT INTO entries (turn_id, ordinal, id, json) VALUES (?, ' +
      '(SELECT coalesce(max(ordinal), 0) + 1 FROM entries WHERE turn_id = ?), ?, ?) ' +
      'ON CONFLICT (turn_id, id) DO UPDATE SET json = excluded.json',
  )

  const turnById = database.prepare(`${TURN_COLUMNS} WHERE turns.id = ?`)
  const entryById = database.prepare(`${ENTRY_COLUMNS} WHERE turns.id = ? AND entries.id = ?`)
  const sizes = createSizes(database)

  const pieces = createStreamedText(database, read)

  const assemble = assembler(read)
  return {
    list: (id) => assemble(turnsOf.rows(id), entriesOf.rows(id), pieces.ofConversation(id)),
    withEntry(turnId, entryId) {
      const rows = entryById.rows(turnId, entryId)
      const [turn] = assemble(turnById.rows(turnId), rows, pieces.ofEntry(turnId, entryId))
      return turn && turn.entries.length > 0 ? turn : null
    },
    sizes,
    running: () => assemble(turnsRunning.rows(), entriesRunning.rows(), pieces.running()),
    saveTurn(turn) {
      const { entries: _entries, preparing: _preparing, ...stored } = turn
      saveTurn.run(turn.id, turn.conversationId, turn.status, JSON.stringify(stored))
    },
    saveEntry(turnId, entry) {
      const json = JSON.stringify(entry)
      if (entry.kind !== 'assistant-message') {
        saveEntry.run(turnId, turnId, entry.id, json)
        return
      }
      // The pieces go first, so that the row takes the pages they had.
      database.transaction(() => {
        pieces.drop(turnId, entry.id)
        saveEntry.run(turnId, turnId, entry.id, json)
      })
    },
    appendText: (turnId, entryId, piece) => pieces.append(turnId, entryId, piece),
  }
}

/** In bytes, which are known without reading the entries. */
function createSizes(database: Database): TurnStore['sizes'] {
  const sizes = database.prepare(
    'SELECT coalesce(sum(size) FILTER (WHERE turn_id = ?), 0), coalesce(sum(size), 0) FROM ' +
      '(SELECT turn_id, octet_length(entries.json) AS size FROM entries ' +
      'JOIN turns ON turns.id = entries.turn_id WHERE turns.conversation_id = ' +
      '(SELECT conversation_id FROM turns WHERE id = ?))',
  )
  return (turnId) => {
    const [turn, all] = (sizes.rows(turnId, turnId)[0] ?? []).map(Number)
    return { turn: turn ?? 0, others: (all ?? 0) - (turn ?? 0) }
  }
}

/** Turns with their entries, and the entries with what streamed into them. */
const assembler =
  (read: RowReader) =>
  (turns: unknown[][], entryRows: unknown[][], streamed: Map<unknown, TextPiece>): Turn[] => {
    const entries = groupEntries(entryRows, streamed, read)
    return readAll(turns, 'turns', (row) => {
      const turn = read(row, storedTurnSchema)
      if (turn === null) return null
      return { ...turn, entries: entries.get(turn.id) ?? [], preparing: null }
    })
  }

function withPiece(entry: Entry, piece: TextPiece | undefined): Entry {
  if (piece === undefined || entry.kind !== 'assistant-message') return entry
  return {
    ...entry,
    text: entry.text + piece.text,
    reasoning: entry.reasoning + piece.reasoning,
  }
}

function groupEntries(
  rows: unknown[][],
  pieces: Map<unknown, TextPiece>,
  read: RowReader,
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const [id, json, turnId, seq] of rows) {
    const entry = readEntry({ table: 'entries', id, json: String(json) }, read)
    if (entry === null) continue
    const whole = withPiece(entry, pieces.get(seq))
    const group = groups.get(String(turnId))
    if (group === undefined) groups.set(String(turnId), [whole])
    else group.push(whole)
  }
  return groups
}

/** An entry within bounds, whatever the file holds; what was left out is said in its result. */
function readEntry(
  { table, id, json }: { table: string; id: unknown; json: string },
  read: RowReader,
): Entry | null {
  if (json.length < BOUNDED_FROM) return read({ table, id, json }, entrySchema)
  const { json: bounded, leftOut } = boundEntry(json)
  const entry = read({ table, id, json: bounded }, entrySchema)
  if (entry?.kind !== 'tool-call' || !entry.result) return entry
  const isWhole = leftOut.blocks + leftOut.characters + leftOut.values === 0
  return isWhole ? entry : { ...entry, result: { ...entry.result, leftOut } }
}
