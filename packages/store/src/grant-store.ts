import {
  grantSchema,
  parseJson,
  type Grant,
  type GrantScope,
  type GrantUse,
} from '@gatehouse/domain'
import type { GrantStore } from '@gatehouse/host/ports'
import { asBytes, type Database } from './file/database.ts'
import type { RowReader } from './read-rows.ts'

/** Uses the present workspace of the chat: grants of one that it left, or that was removed, do not count. */
const FIND =
  "SELECT id, json FROM grants WHERE ((scope = 'chat' AND place = ?) OR scope = 'always' " +
  "OR (scope = 'workspace' AND place = (SELECT workspaces.id FROM conversations JOIN workspaces " +
  'ON workspaces.id = CASE WHEN json_valid(conversations.json) ' +
  "THEN conversations.json ->> '$.workspaceId' END " +
  'WHERE conversations.id = ? AND workspaces.removed = 0))) AND server_id = ? AND tool_name = ? ' +
  "ORDER BY CASE scope WHEN 'chat' THEN 0 WHEN 'workspace' THEN 1 ELSE 2 END"

/** The trust in what a server declares for a tool is none of them: the mode of a chat decides about it. */
const FIND_TRUST =
  "SELECT id, json FROM grants WHERE scope = 'by-mode' AND server_id = ? AND tool_name = ?"

/** Saves one grant per tool and scope; the usage of the same grant stays. */
const SAVE =
  'INSERT INTO grants (id, scope, place, server_id, tool_name, json, definition) ' +
  'VALUES (?, ?, ?, ?, ?, ?, CAST(? AS TEXT)) ' +
  'ON CONFLICT (scope, place, server_id, tool_name) DO UPDATE SET ' +
  'definition = CASE WHEN id = excluded.id THEN coalesce(excluded.definition, definition) ' +
  'ELSE excluded.definition END, ' +
  'uses = CASE WHEN id = excluded.id THEN uses ELSE 0 END, ' +
  'last_used_at = CASE WHEN id = excluded.id THEN last_used_at END, ' +
  'id = excluded.id, json = excluded.json'

export function createGrantStore(database: Database, read: RowReader): GrantStore {
  const find = database.prepare(FIND)
  const findTrust = database.prepare(FIND_TRUST)
  const all = database.prepare('SELECT id, json, uses, last_used_at FROM grants ORDER BY seq DESC')
  const tools = database.prepare(
    'SELECT id, tool_name FROM grants WHERE server_id = ? ORDER BY seq DESC LIMIT ?',
  )
  const save = database.prepare(SAVE)
  const definitionOf = database.prepare('SELECT definition FROM grants WHERE id = ?')
  const has = database.prepare('SELECT 1 FROM grants WHERE id = ?')
  const used = database.prepare('UPDATE grants SET uses = uses + 1, last_used_at = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM grants WHERE id = ?')
  const removeForServer = database.prepare('DELETE FROM grants WHERE server_id = ?')
  const parse = (id: unknown, json: unknown): Grant[] => {
    const grant = read({ table: 'grants', id, json }, grantSchema)
    return grant === null ? [] : [grant]
  }
  const saveOne = (grant: Grant, definition?: string): void => {
    const { id, scope, serverId, toolName } = grant
    const json = JSON.stringify(grant)
    const text = definition === undefined ? null : asBytes(definition)
    save.run(id, scope.kind, scopeKey(scope), serverId, key(toolName), json, text)
  }
  return {
    find: (conversationId, serverId, toolName) =>
      find
        .rows(conversationId, conversationId, serverId, key(toolName))
        .flatMap(([id, json]) => parse(id, json)),
    findTrust: (serverId, toolName) =>
      findTrust.rows(serverId, key(toolName)).flatMap(([id, json]) => parse(id, json))[0],
    list: () =>
      all.rows().flatMap(([id, json, uses, at]) =>
        parse(id, json).map((grant): Grant & GrantUse => ({
          ...grant,
          uses: Number(uses),
          lastUsedAt: at === null ? null : Number(at),
        })),
      ),
    tools: (serverId, limit) =>
      tools.rows(serverId, limit).flatMap(([id, name]) => {
        const toolName = parseJson(String(name))
        return typeof id === 'string' && toolName.ok && typeof toolName.value === 'string'
          ? [{ id, toolName: toolName.value }]
          : []
      }),
    has: (id) => has.rows(id).length > 0,
    save: saveOne,
    saveAll: (given) =>
      database.transaction(() => {
        for (const { grant, definition } of given) saveOne(grant, definition)
      }),
    definition(id) {
      const text = definitionOf.rows(id)[0]?.[0]
      return typeof text === 'string' ? text : null
    },
    used: (id, at) => used.run(at, id),
    remove: (id) => remove.run(id),
    removeForServer: (serverId) => removeForServer.run(serverId),
  }
}

function scopeKey(scope: GrantScope): string {
  switch (scope.kind) {
    case 'chat':
      return scope.conversationId
    case 'workspace':
      return scope.workspaceId
    case 'always':
    case 'by-mode':
      return ''
  }
}

/** A bound text ends at NUL and loses lone surrogates: two names could meet. JSON escapes both. */
function key(toolName: string): string {
  return JSON.stringify(toolName)
}
