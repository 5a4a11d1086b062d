import { GatehouseError } from '@gatehouse/domain'
import Libsql from 'libsql'
import { toStoreError } from '../store-error.ts'

/** The values that can be bound. Anything else makes the native module abort the whole process. */
export type SqlValue = string | number | null | Uint8Array

export interface Statement {
  run(...values: SqlValue[]): void
  /** All rows, each as an array in the order of the columns. */
  rows(...values: SqlValue[]): unknown[][]
}

/**
 * A text for a parameter written as `CAST(? AS TEXT)`. As bytes, because libsql copies a string several
 * times: two megabytes hold main up three times as long.
 */
export const asBytes = (text: string): SqlValue => Buffer.from(text)

/** One open database file. Every method throws a `GatehouseError` (`store/…`). */
export interface Database {
  readonly file: string
  /** Statements without parameters and results; may be several. */
  execute(sql: string): void
  prepare(sql: string): Statement
  /** The first column of the first row of a pragma. */
  pragma(source: string): unknown
  /**
   * Runs `work` atomically: all its writes, or none when it throws. Within another transaction it is a part of
   * that: its error must end that too.
   */
  transaction<T>(work: () => T): T
  close(): void
}

/** Milliseconds to wait for another process that is writing. Main is blocked for that long. */
const BUSY_TIMEOUT_MS = 2000

/**
 * Opens or creates a file. `onError` sees every error before it is thrown.
 * Throws `store/cannot-open`.
 */
export function openDatabase(
  file: string,
  onError: (error: GatehouseError) => void = () => undefined,
): Database {
  let open = true
  let depth = 0
  const guard = <T>(work: () => T): T => {
    if (!open) throw new GatehouseError('store/closed', `${file} is closed already.`)
    try {
      return work()
    } catch (error) {
      const known = toStoreError(error, file)
      onError(known)
      throw known
    }
  }
  const sql = guard(() => new Libsql(file))
  const prepare = (source: string): Statement => guard(() => statement(sql, source, guard))
  const execute = (source: string): void => guard(() => void sql.exec(source))
  const database: Database = {
    file,
    execute,
    prepare,
    pragma: (source) => prepare(`PRAGMA ${source}`).rows()[0]?.[0],
    transaction(work) {
      if (depth > 0) return work()
      execute('BEGIN IMMEDIATE')
      depth += 1
      try {
        const result = work()
        execute('COMMIT')
        return result
      } catch (error) {
        // A full disk has rolled it back already.
        if (sql.inTransaction) execute('ROLLBACK')
        throw error
      } finally {
        depth -= 1
      }
    },
    close() {
      if (!open) return
      open = false
      sql.close()
    },
  }
  execute(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return database
}

type Guard = <T>(work: () => T) => T

/** libsql keeps a statement usable after its database was closed, so each use is guarded. */
function statement(sql: Libsql.Database, source: string, guard: Guard): Statement {
  const plain = sql.prepare<[SqlValue[]]>(source)
  const reader = plain.reader
  if (reader) plain.raw()
  return {
    run: (...values) => guard(() => void plain.run(values)),
    // Read to its end each time: a half-read statement would hold the file's state of that moment.
    rows: (...values) => guard(() => plain.all(values).filter(Array.isArray)),
  }
}
