import { samplingPolicySchema } from '@gatehouse/domain/server-requests'
import type { SamplingStore } from '@gatehouse/host/ports'
import type { AuditWriter } from './audit/audit-store.ts'
import type { Database } from './file/database.ts'
import { readAll, type RowReader } from './read-rows.ts'

/** Days of which runs are kept: only today's count, those before are for a clock that was wrong. */
const KEPT_DAYS = 31

/** Sampling policies, and runs as they are counted. */
export function createSamplingStore(
  database: Database,
  { audit, read }: { audit: AuditWriter; read: RowReader },
): SamplingStore {
  const policies = database.prepare('SELECT server_id, json FROM sampling_policies')
  const savePolicy = database.prepare(
    'INSERT INTO sampling_policies (server_id, json) VALUES (?, ?) ' +
      'ON CONFLICT (server_id) DO UPDATE SET json = excluded.json',
  )
  const removePolicy = database.prepare('DELETE FROM sampling_policies WHERE server_id = ?')
  const prune = database.prepare(
    `DELETE FROM sampling_runs WHERE server_id = ? AND day < date(?, '-${KEPT_DAYS} days')`,
  )
  const reserve = database.prepare(
    'INSERT INTO sampling_runs (id, server_id, day, tokens) VALUES (?, ?, ?, ?)',
  )
  const settle = database.prepare('UPDATE sampling_runs SET tokens = ? WHERE id = ?')
  const usage = database.prepare(
    'SELECT coalesce(sum(tokens), 0), count(*) FROM sampling_runs WHERE server_id = ? AND day = ?',
  )
  const removeRuns = database.prepare('DELETE FROM sampling_runs WHERE server_id = ?')
  return {
    policies: () =>
      readAll(policies.rows(), 'sampling_policies', (row) => read(row, samplingPolicySchema)),
    savePolicy: (policy, record) =>
      database.transaction(() => {
        savePolicy.run(policy.serverId, JSON.stringify(policy))
        audit.append(record)
      }),
    removePolicy: (serverId, record) =>
      database.transaction(() => {
        removePolicy.run(serverId)
        audit.append(record)
      }),
    reserve: ({ id, serverId, day, tokens }) =>
      database.transaction(() => {
        prune.run(serverId, day)
        reserve.run(id, serverId, day, tokens)
      }),
    settle: (id, tokens) => settle.run(tokens, id),
    usage(serverId, day) {
      const [tokens, requests] = usage.rows(serverId, day)[0] ?? []
      return { day, tokens: Number(tokens), requests: Number(requests) }
    },
    removeForServer: (serverId) =>
      database.transaction(() => {
        removePolicy.run(serverId)
        removeRuns.run(serverId)
      }),
  }
}
