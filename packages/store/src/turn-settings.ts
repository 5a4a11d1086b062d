import { turnSettingsSchema, type TurnSettings } from '@gatehouse/domain'
import type { TurnStore } from '@gatehouse/host/ports'
import { asBytes, type Database } from './database.ts'
import type { RowReader } from './read-rows.ts'

export function createTurnSettings(
  database: Database,
  read: RowReader,
): Pick<TurnStore, 'keepTexts' | 'saveSettings' | 'settings' | 'keptText'> {
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
  const keepAll: TurnStore['keepTexts'] = (texts) => {
    for (const one of texts) keep.run(one.hash, asBytes(one.text))
  }
  return {
    keepTexts: (texts) => database.transaction(() => keepAll(texts)),
    saveSettings(turnId, settings, texts) {
      database.transaction(() => {
        keepAll(texts)
        save.run(turnId, settings.step, JSON.stringify(settings))
      })
    },
    settings: (turnId) =>
      ofTurn.rows(turnId).flatMap(([step, json]): TurnSettings[] => {
        const id = `${turnId} ${String(step)}`
        const settings = read({ table: 'turn_settings', id, json }, turnSettingsSchema)
        return settings === null ? [] : [settings]
      }),
    keptText(hash) {
      const [row] = text.rows(hash)
      return row === undefined ? null : String(row[0])
    },
  }
}

/** Texts that no turn names any more go with the last of them. */
export const COLLECT_TEXTS = `
  WITH lists AS (SELECT DISTINCT json ->> '$.tools' AS hash FROM turn_settings)
  DELETE FROM kept_texts WHERE hash NOT IN (
    SELECT hash FROM lists
    UNION SELECT json ->> '$.system' FROM turn_settings
    UNION SELECT tool.value ->> '$.definition'
      FROM lists JOIN kept_texts USING (hash), json_each(kept_texts.text) AS tool
  )`
