import { z } from 'zod'
import type { StreamedDelta } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'
import type { RowReader } from '../read-rows.ts'

/** Text that streamed into a message since its row was written, in JSON, which preserves lone surrogates. */
const pieceSchema = z.object({ text: z.string(), reasoning: z.string() })

/** A piece belongs to `entries.seq` by its id. */
const OF_ENTRY = 'BETWEEN entries.seq * 1048576 AND entries.seq * 1048576 + 1048575'
const COLUMNS =
  'SELECT entries.seq, entry_pieces.json FROM entry_pieces ' +
  'CROSS JOIN entries ON entries.seq = entry_pieces.id / 1048576 ' +
  'JOIN turns ON turns.id = entries.turn_id'

/** Text that is still coming: appended at the cost of the piece, read as one text, dropped when it is in its row. */
export interface StreamedText {
  append(turnId: string, entryId: string, piece: StreamedDelta): void
  drop(turnId: string, entryId: string): void
  /** By `entries.seq`, of a range of a turn's entries. */
  ofTurn(turnId: string, first: number, last: number): Map<unknown, StreamedDelta>
  /** By `entries.seq`, of one entry. */
  ofEntry(turnId: string, entryId: string): Map<unknown, StreamedDelta>
  /** By `entries.seq`, of turns that run. */
  running(): Map<unknown, StreamedDelta>
}

export function createStreamedText(database: Database, read: RowReader): StreamedText {
  const ofTurn = database.prepare(
    `SELECT entries.seq, entry_pieces.json FROM entries JOIN entry_pieces ON entry_pieces.id ${OF_ENTRY} ` +
      'WHERE entries.turn_id = ? AND entries.ordinal BETWEEN ? AND ? ORDER BY entry_pieces.id',
  )
  const running = database.prepare(
    `${COLUMNS} WHERE turns.status = 'running' ORDER BY entry_pieces.id`,
  )
  const ofEntry = database.prepare(
    `SELECT entries.seq, entry_pieces.json FROM entries JOIN entry_pieces ON entry_pieces.id ${OF_ENTRY} ` +
      'WHERE entries.turn_id = ? AND entries.id = ? ORDER BY entry_pieces.id',
  )
  const append = database.prepare(
    'INSERT INTO entry_pieces (id, json) SELECT ' +
      `coalesce((SELECT max(id) + 1 FROM entry_pieces WHERE id ${OF_ENTRY}), ` +
      'entries.seq * 1048576), ? FROM entries WHERE turn_id = ? AND id = ?',
  )
  const drop = database.prepare(
    'DELETE FROM entry_pieces WHERE id IN (SELECT entry_pieces.id FROM entries ' +
      `JOIN entry_pieces ON entry_pieces.id ${OF_ENTRY} WHERE turn_id = ? AND entries.id = ?)`,
  )
  return {
    append: (turnId, entryId, piece) => append.run(JSON.stringify(piece), turnId, entryId),
    drop: (turnId, entryId) => drop.run(turnId, entryId),
    ofTurn: (turnId, first, last) => join(ofTurn.rows(turnId, first, last), read),
    ofEntry: (turnId, entryId) => join(ofEntry.rows(turnId, entryId), read),
    running: () => join(running.rows(), read),
  }
}

/** The pieces of each message, joined in the order they came. */
function join(rows: unknown[][], read: RowReader): Map<unknown, StreamedDelta> {
  const parts = new Map<unknown, StreamedDelta[]>()
  for (const [seq, json] of rows) {
    const piece = read({ table: 'entry_pieces', id: seq, json }, pieceSchema)
    if (piece === null) continue
    const known = parts.get(seq)
    if (known === undefined) parts.set(seq, [piece])
    else known.push(piece)
  }
  const joined = [...parts].map(([seq, list]): [unknown, StreamedDelta] => [
    seq,
    {
      text: list.map(({ text }) => text).join(''),
      reasoning: list.map(({ reasoning }) => reasoning).join(''),
    },
  ])
  return new Map(joined)
}
