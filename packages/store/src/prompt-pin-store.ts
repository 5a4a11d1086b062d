import { promptPinSchema } from '@gatehouse/domain'
import type { PromptPinStore } from '@gatehouse/host/ports'
import type { Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** Pins of one server that are kept: those that were sent last. */
const MOST_OF_SERVER = 500

/** Prompts and the hashes of their texts when they were sent last. */
export function createPromptPinStore(database: Database, read: RowReader): PromptPinStore {
  const list = database.prepare(
    'SELECT seq, json FROM prompt_pins WHERE server_id = ? AND prompt = ? ORDER BY seq DESC',
  )
  const forget = database.prepare(
    'DELETE FROM prompt_pins WHERE server_id = ? AND prompt = ? AND arguments = ?',
  )
  const add = database.prepare(
    'INSERT INTO prompt_pins (server_id, prompt, arguments, json) VALUES (?, ?, ?, ?)',
  )
  const prune = database.prepare(
    'DELETE FROM prompt_pins WHERE server_id = ?1 AND seq <= ' +
      '(SELECT seq FROM prompt_pins WHERE server_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)',
  )
  const removeForServer = database.prepare('DELETE FROM prompt_pins WHERE server_id = ?')
  return {
    list: (serverId, promptName) =>
      readAll(list.rows(serverId, promptName), 'prompt_pins', (row) => read(row, promptPinSchema)),
    save: (pin) =>
      database.transaction(() => {
        forget.run(pin.serverId, pin.promptName, pin.arguments)
        add.run(pin.serverId, pin.promptName, pin.arguments, JSON.stringify(pin))
        prune.run(pin.serverId, MOST_OF_SERVER)
      }),
    removeForServer: (serverId) => removeForServer.run(serverId),
  }
}
