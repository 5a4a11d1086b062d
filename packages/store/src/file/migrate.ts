import { chmodSync, closeSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import type { Database } from './database.ts'
import type { Migration } from '../migrations/index.ts'
import { formatOf, isCopied, noteCopied } from './update-file.ts'

/** Throws `store/newer-version` when a later Gatehouse wrote the file. Changes nothing. */
export function refuseNewer(database: Database, migrations: readonly Migration[]): void {
  const found = formatOf(database)
  const known = latest(migrations)
  if (found <= known) return
  throw new GatehouseError(
    'store/newer-version',
    `${database.file} was written by a newer Gatehouse (format ${found}; this one knows ${known}). ` +
      'Install the newer version again, or move the file away to begin with an empty one.',
    { data: { file: database.file, found, known } },
  )
}

/**
 * Brings a file to the latest format, each step in a transaction of its own. A file that has a
 * format already is copied to `<file>.format-<n>` first, unless an update that was ended in the middle did. Throws the error of the failing step,
 * which leaves the file in the format before it.
 */
export function migrate(
  database: Database,
  migrations: readonly Migration[],
  onStep: (done: number, total: number) => void = () => undefined,
): void {
  const from = formatOf(database)
  if (from >= latest(migrations)) return
  if (from > 0 && !isCopied(database.file, from)) {
    backUp(database, from)
    noteCopied(database.file, from)
  }
  // Rebuilding a table drops the old one, which would cascade.
  database.execute('PRAGMA foreign_keys = OFF')
  for (const [index, { version, sql }] of migrations.entries()) {
    onStep(index, migrations.length)
    database.transaction(() => {
      // Read inside: another process may have been faster.
      if (formatOf(database) >= version) return
      take(database, sql, { from, version })
      database.execute(`PRAGMA user_version = ${version}`)
    })
  }
}

/** Applies one step. A database that does not match its own format cannot be migrated, and is left as it is. */
function take(
  database: Database,
  sql: string,
  { from, version }: { from: number; version: number },
): void {
  const failed = (why: string, cause?: unknown): GatehouseError =>
    new GatehouseError(
      'store/migration-failed',
      `Bringing ${database.file} to format ${version} failed: ${why}. ${database.file}.format-${from} is what it was before. Install the version you had before and report it.`,
      { cause },
    )
  try {
    database.execute(sql)
  } catch (error) {
    if (isGatehouseError(error) && formatErrorCodes.has(error.code))
      throw failed('its records are not those of its format', error)
    throw error
  }
  if (database.prepare('PRAGMA foreign_key_check').rows().length > 0)
    throw failed('records would lose what they belong to')
}

const formatErrorCodes = new Set(['store/failed', 'store/constraint'])

function latest(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ version }) => version))
}

/** Writes one consistent backup file, whatever is still in the log; it gets its name when it is complete. */
function backUp(database: Database, from: number): void {
  const target = `${database.file}.format-${from}`
  const folder = dirname(target)
  // Of another process that was ended, or is about to be: its copy must never get the name.
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(target)}.`) && /\.partial(?:-journal)?$/.test(name))
      rmSync(join(folder, name), { force: true })
  const partial = `${target}.${process.pid}.partial`
  // Made empty first so that no one else may read it at any time.
  closeSync(openSync(partial, 'w', 0o600))
  database.prepare('VACUUM INTO ?').run(partial)
  chmodSync(partial, 0o600)
  renameSync(partial, target)
}
