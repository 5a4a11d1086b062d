import { createHash } from 'node:crypto'
import { GatehouseError } from '@gatehouse/domain'
import type { Stores } from '@gatehouse/host/ports'
import type { StoredFiles } from './blobs/blob-files.ts'
import { openDatabase } from './file/database.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { createStores } from './open-stores.ts'

/** Opens empty stores in memory. No byte of them is written to disk; their content ends when they are closed. */
export function openTemporaryStores(): Stores {
  const database = openDatabase(':memory:')
  // What SQLite sets aside while it sorts would be a file.
  database.execute('PRAGMA temp_store = MEMORY')
  migrate(database, migrations)
  database.execute('PRAGMA foreign_keys = ON')
  return createStores(database, {
    files: createMemoryFiles(),
    report: () => undefined,
    now: Date.now,
  })
}

function createMemoryFiles(): StoredFiles {
  const files = new Map<string, Uint8Array>()
  return {
    put(data) {
      const hash = createHash('sha256').update(data).digest('hex')
      files.set(hash, Uint8Array.from(data))
      return Promise.resolve(hash)
    },
    read(hash, range) {
      const data = files.get(hash)
      if (data) return Promise.resolve(range ? data.slice(range.start, range.end) : data)
      const message = 'This part of the chat no longer exists.'
      return Promise.reject(new GatehouseError('store/blob-missing', message))
    },
    size: (hash) => Promise.resolve(files.get(hash)?.byteLength ?? null),
    remove(hash) {
      files.delete(hash)
      return Promise.resolve()
    },
    sweep: () => Promise.resolve(0),
  }
}
