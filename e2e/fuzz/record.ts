import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { statSync } from 'node:fs'

/** Content of a database, and its size. */
export interface Kept {
  /** Sum of the lengths of all values. */
  bytes: number
  rows: number
  /** Size of the file and of its log. */
  size: number
  /** Part of the size that is free for reuse, after something was removed. */
  free: number
}

/** One tool call as the record has it. */
export interface RecordedCall {
  serverId: string
  tool: string
  arguments: unknown
  decision: string
  by: string
}

/** Runs in a process of its own, with the app's own database module: the app is not running then. */
const program = `
  const [, library, file] = process.argv
  const Libsql = require(library)
  const database = new Libsql(file, { readonly: true })
  const all = (sql) => database.prepare(sql).all()
  const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
  let bytes = 0
  let rows = 0
  for (const { name } of tables) {
    const columns = all('PRAGMA table_info("' + name + '")').map((column) => 'coalesce(length(cast("' + column.name + '" AS BLOB)), 0)')
    const [sum] = all('SELECT count(*) AS rows, coalesce(sum(' + columns.join(' + ') + '), 0) AS bytes FROM "' + name + '"')
    bytes += sum.bytes
    rows += sum.rows
  }
  const pragma = (name) => Object.values(all('PRAGMA ' + name)[0])[0]
  const entries = all("SELECT json FROM entries").map(({ json }) => JSON.parse(json)).filter(({ kind }) => kind === 'tool-call')
  const calls = entries.filter(({ decision, serverId }) => decision && serverId).map((call) => ({
    serverId: call.serverId, tool: call.toolName, arguments: call.arguments, decision: call.decision.kind, by: call.decision.by,
  }))
  const conversations = all('SELECT id FROM conversations').map(({ id }) => id)
  const ended = all("SELECT id FROM entries WHERE json_extract(json, '$.endedAt') IS NOT NULL OR json_extract(json, '$.status') = 'complete'").map(({ id }) => id)
  process.stdout.write(JSON.stringify({ conversations, ended, kept: { bytes, rows, free: pragma('freelist_count') * pragma('page_size') }, calls }))
`

/** As much of the record as the limits need. */
export interface Record {
  kept: Kept
  /** Every tool call that was decided about. */
  calls: RecordedCall[]
  /** Ids of all chats. */
  conversations: string[]
  /** Ids of the messages and calls that are over. */
  ended: string[]
}

/** Reads the record of a profile whose app is not running. */
export function readRecord(file: string): Record {
  const require = createRequire(resolve(import.meta.dirname, '../../packages/store/package.json'))
  const printed = execFileSync(process.execPath, ['-e', program, require.resolve('libsql'), file], {
    encoding: 'utf8',
    maxBuffer: 1_073_741_824,
  })
  const read = JSON.parse(printed) as Record
  return { ...read, kept: { ...read.kept, size: sizeOf(file) + sizeOf(`${file}-wal`) } }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
