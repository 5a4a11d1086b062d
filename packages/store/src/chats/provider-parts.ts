import { providerPartsSchema, type ProviderParts } from '@gatehouse/domain'
import type { TurnStore } from '@gatehouse/host/ports'
import { asBytes, type Database } from '../file/database.ts'
import type { RowReader } from '../read-rows.ts'

/** Stored beside the entries, so that they reach no page and no window. */
export function createProviderParts(
  database: Database,
  read: RowReader,
): Pick<TurnStore, 'saveProviderParts' | 'providerParts'> {
  const save = database.prepare(
    'INSERT OR REPLACE INTO provider_parts (entry_seq, json) ' +
      'SELECT seq, CAST(? AS TEXT) FROM entries WHERE turn_id = ? AND id = ?',
  )
  const ofTurn = database.prepare(
    'SELECT entries.id, provider_parts.json FROM entries ' +
      'JOIN provider_parts ON provider_parts.entry_seq = entries.seq WHERE entries.turn_id = ?',
  )
  return {
    saveProviderParts: (turnId, entryId, parts) =>
      save.run(asBytes(JSON.stringify(parts)), turnId, entryId),
    providerParts(turnId) {
      const found = new Map<string, ProviderParts>()
      for (const [id, json] of ofTurn.rows(turnId)) {
        const parts = read({ table: 'provider_parts', id, json }, providerPartsSchema)
        if (parts !== null) found.set(String(id), parts)
      }
      return found
    },
  }
}
