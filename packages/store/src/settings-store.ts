import { defaultSettings, settingsSchema } from '@gatehouse/domain'
import type { SettingsStore } from '@gatehouse/host/ports'
import type { Database } from './file/database.ts'
import type { AuditWriter } from './audit/audit-store.ts'
import type { RowReader } from './read-rows.ts'

export function createSettingsStore(
  database: Database,
  { audit, read }: { audit: AuditWriter; read: RowReader },
): SettingsStore {
  const load = database.prepare('SELECT json FROM settings WHERE id = 1')
  const save = database.prepare(
    'INSERT INTO settings (id, json) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  return {
    load() {
      const [row] = load.rows()
      if (row === undefined) return defaultSettings
      return read({ table: 'settings', id: 1, json: row[0] }, settingsSchema) ?? defaultSettings
    },
    save: (settings, record) =>
      database.transaction(() => {
        save.run(JSON.stringify(settings))
        if (record) audit.append(record)
      }),
  }
}
