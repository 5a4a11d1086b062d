import { appPinSchema } from '@gatehouse/domain/apps'
import type { AppPinStore } from '@gatehouse/host/ports'
import type { Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** Pins of one server; beyond that no further interface of it is pinned. */
const MOST_OF_SERVER = 200

/** Hashes of the interfaces of servers as they were drawn last. */
export function createAppPinStore(database: Database, read: RowReader): AppPinStore {
  const find = database.prepare('SELECT json FROM app_pins WHERE server_id = ? AND uri = ?')
  const all = database.prepare('SELECT uri, json FROM app_pins WHERE server_id = ? ORDER BY uri')
  const save = database.prepare(
    'INSERT OR REPLACE INTO app_pins (server_id, uri, json) SELECT ?1, ?2, ?3 WHERE ' +
      'EXISTS (SELECT 1 FROM app_pins WHERE server_id = ?1 AND uri = ?2) OR ' +
      '(SELECT count(*) FROM app_pins WHERE server_id = ?1) < ?4',
  )
  const removeForServer = database.prepare('DELETE FROM app_pins WHERE server_id = ?')
  return {
    get(serverId, uri) {
      const [row] = find.rows(serverId, uri)
      return row === undefined
        ? null
        : read({ table: 'app_pins', id: uri, json: row[0] }, appPinSchema)
    },
    ofServer: (serverId) =>
      readAll(all.rows(serverId), 'app_pins', (row) => read(row, appPinSchema)),
    save: (pin) => save.run(pin.serverId, pin.uri, JSON.stringify(pin), MOST_OF_SERVER),
    removeForServer: (serverId) => removeForServer.run(serverId),
  }
}
