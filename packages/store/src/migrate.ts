import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { GatehouseError } from '@gatehouse/domain'
import type { Database } from './database.ts'
import type { Migration } from './migrations.ts'

/** The format a file has; 0 is an empty one. */
function formatOf(database: Database): number {
  return Number(database.pragma('user_version'))
}

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
 * format already is copied to `<file>.format-<n>` first. Throws the error of the failing step,
 * which leaves the file in the format before it.
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  const from = formatOf(database)
  if (from >= latest(migrations)) return
  if (from > 0) backUp(database, `${database.file}.format-${from}`)
  // Rebuilding a table drops the old one, which would cascade.
  database.execute('PRAGMA foreign_keys = OFF')
  for (const { version, sql } of migrations) {
    database.transaction(() => {
      // Read inside: another process may have been faster.
      if (formatOf(database) >= version) return
      database.execute(sql)
      if (database.prepare('PRAGMA foreign_key_check').rows().length > 0) {
        const message = `Bringing ${database.file} to format ${version} failed: records would lose what they belong to. Install the version you had before and report it.`
        throw new GatehouseError('store/migration-failed', message)
      }
      database.execute(`PRAGMA user_version = ${version}`)
    })
  }
}

function latest(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ version }) => version))
}

/** One consistent file, whatever is still in the log; complete as soon as it has its name. */
function backUp(database: Database, target: string): void {
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  // Made empty first so that nobody else may read it at any time.
  closeSync(openSync(partial, 'w', 0o600))
  database.prepare('VACUUM INTO ?').run(partial)
  chmodSync(partial, 0o600)
  renameSync(partial, target)
}
