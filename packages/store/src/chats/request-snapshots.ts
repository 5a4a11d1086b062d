import { modelRequestSnapshotSchema, type ModelRequestSnapshot } from '@gatehouse/domain'
import type { TurnStore } from '@gatehouse/host/ports'
import { asBytes, type Database } from '../file/database.ts'
import type { RowReader } from '../read-rows.ts'

export function createRequestSnapshots(
  database: Database,
  read: RowReader,
): Pick<TurnStore, 'saveTexts' | 'saveRequestSnapshot' | 'requestSnapshots' | 'textByHash'> {
  const save = database.prepare(
    'INSERT OR REPLACE INTO turn_settings (turn_id, step, json) VALUES (?, ?, ?)',
  )
  const keep = database.prepare(
    'INSERT OR IGNORE INTO kept_texts (hash, text) VALUES (?, CAST(? AS TEXT))',
  )
  const ofTurn = database.prepare(
    'SELECT step, json FROM turn_settings WHERE turn_id = ? ORDER BY step',
  )
  const text = database.prepare('SELECT text FROM kept_texts WHERE hash = ?')
  const keepAll: TurnStore['saveTexts'] = (texts) => {
    for (const one of texts) keep.run(one.hash, asBytes(one.text))
  }
  return {
    saveTexts: (texts) => database.transaction(() => keepAll(texts)),
    saveRequestSnapshot(turnId, snapshot, texts) {
      database.transaction(() => {
        keepAll(texts)
        save.run(turnId, snapshot.step, JSON.stringify(snapshot))
      })
    },
    requestSnapshots: (turnId) =>
      ofTurn.rows(turnId).flatMap(([step, json]): ModelRequestSnapshot[] => {
        const id = `${turnId} ${String(step)}`
        const snapshot = read({ table: 'turn_settings', id, json }, modelRequestSnapshotSchema)
        return snapshot === null ? [] : [snapshot]
      }),
    textByHash(hash) {
      const [row] = text.rows(hash)
      return row === undefined ? null : String(row[0])
    },
  }
}

/** Texts that no turn names any more go with the last of them. */
export const DELETE_ORPHAN_TEXTS = `
  WITH lists AS (SELECT DISTINCT json ->> '$.tools' AS hash FROM turn_settings)
  DELETE FROM kept_texts WHERE hash NOT IN (
    SELECT hash FROM lists
    UNION SELECT json ->> '$.system' FROM turn_settings
    UNION SELECT tool.value ->> '$.definition'
      FROM lists JOIN kept_texts USING (hash), json_each(kept_texts.text) AS tool
  )`
