import { type Entry, entrySchema, type Turn, turnSchema } from '@gatehouse/domain'
import type { TurnStore } from '@gatehouse/host/ports'
import { boundEntry, BOUNDED_FROM } from './bounded-entry.ts'
import type { Database } from './database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** Entries have rows of their own; what the model is just writing is not kept. */
const storedTurnSchema = turnSchema.omit({ entries: true, preparing: true })

const TURN_COLUMNS = 'SELECT turns.id, turns.json FROM turns'
const ENTRY_COLUMNS =
  'SELECT entries.id, entries.json, entries.turn_id FROM entries ' +
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

  const assemble = (turnRows: unknown[][], entryRows: unknown[][]): Turn[] => {
    const entries = groupEntries(entryRows, read)
    return readAll(turnRows, 'turns', (row) => {
      const turn = read(row, storedTurnSchema)
      if (turn === null) return null
      return { ...turn, entries: entries.get(turn.id) ?? [], preparing: null }
    })
  }
  return {
    list: (conversationId) =>
      assemble(turnsOf.rows(conversationId), entriesOf.rows(conversationId)),
    running: () => assemble(turnsRunning.rows(), entriesRunning.rows()),
    saveTurn(turn) {
      const { entries: _entries, preparing: _preparing, ...stored } = turn
      saveTurn.run(turn.id, turn.conversationId, turn.status, JSON.stringify(stored))
    },
    saveEntry: (turnId, entry) => saveEntry.run(turnId, turnId, entry.id, JSON.stringify(entry)),
  }
}

function groupEntries(rows: unknown[][], read: RowReader): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const [id, json, turnId] of rows) {
    const entry = readEntry({ table: 'entries', id, json: String(json) }, read)
    if (entry === null) continue
    const group = groups.get(String(turnId))
    if (group === undefined) groups.set(String(turnId), [entry])
    else group.push(entry)
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
