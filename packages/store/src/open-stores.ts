import { DisposableStore } from '@gatehouse/base'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import type { Stores } from '@gatehouse/host/ports'
import { createAppPinStore } from './app-pin-store.ts'
import { createAskStore } from './ask-store.ts'
import { createAttachmentStore } from './blobs/attachment-store.ts'
import { createAuditKey } from './audit/audit-signatures.ts'
import { createAuditStore } from './audit/audit-store.ts'
import { createBlobFiles, type StoredFiles } from './blobs/blob-files.ts'
import { createBlobStore } from './blobs/blob-store.ts'
import { compact, isWorthCompacting } from './file/compact-file.ts'
import { createConversationStore } from './chats/conversation-store.ts'
import { createDataFlowStore } from './data-flow-store.ts'
import { createInstructionsStore } from './instructions-store.ts'
import { createPromptPinStore } from './prompt-pin-store.ts'
import { type Database, openDatabase } from './file/database.ts'
import { createEntryBlobs } from './chats/entry-blobs.ts'
import { createFollowStore } from './chats/follow-store.ts'
import { createFormValueStore } from './form-value-store.ts'
import { createGrantStore } from './grant-store.ts'
import {
  needsIntegrityCheck,
  isEmpty,
  passesIntegrityCheck,
  looksLikeDatabase,
  quarantineFile,
  damageMarker,
} from './file/inspect-file.ts'
import { migrate, refuseNewer } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { makePrivate } from './file/make-private.ts'
import { moveResults } from './chats/move-results.ts'
import { createProviderStore } from './provider-store.ts'
import { createRowReader, type ReportProblem } from './read-rows.ts'
import { createSearchIndexWriter, createSearchStore } from './search/search-store.ts'
import { createSearchValues } from './search/search-values.ts'
import { createSamplingStore } from './sampling-store.ts'
import { createServerStore } from './server-store.ts'
import { createSettingsStore } from './settings-store.ts'
import { toStoreError } from './store-error.ts'
import { createTaskStore } from './chats/task-store.ts'
import { createTurnStore } from './chats/turn-store.ts'
import {
  assertRoom,
  freeBytesOf,
  hasLostFormat,
  noteUpdated,
  UPDATE_PARTS,
  type UpdateProgress,
} from './file/update-file.ts'
import { createWorkspaceStore } from './workspace-store.ts'

/** Milliseconds to wait for another process that opens the same file, and between two tries. */
const WAL_WAIT_MS = 2000
const WAL_PAUSE_MS = 20

/** Bytes of the write-ahead log that stay once it was written back. */
const MAX_LOG_BYTES = 8 * 1024 * 1024

export interface OpenStoresOptions {
  /** Path of the database file; its folder is created if missing. Blobs are in `blobs` beside it. */
  file: string
  /** Called with each row that is left out as unreadable. Must not throw. */
  report?: ReportProblem
  /** Called with the progress of an update from an earlier format; nothing else runs during it. */
  onUpdate?: (progress: UpdateProgress) => void
  /** True: returns unused space of the file to the disk, which takes as long as copying the file. */
  compacts?: boolean
  /**
   * False: a damaged file stays in place, and `store/corrupt` is thrown. The person must see that a file is set
   * aside.
   */
  setAside?: boolean
  /** Returns the free bytes on the disk of a folder. */
  freeBytes?: (folder: string) => number
  /** Milliseconds since the epoch, for the name of a file that is set aside. */
  now?: () => number
}

/** A notice to the person after opening. */
export interface StoreNotice {
  code: 'set-aside'
  /** The new path of the damaged file. */
  movedTo: string
  message: string
}

export interface OpenedStores extends Stores {
  /** Set when the file was damaged and an empty one was begun. */
  readonly notice: StoreNotice | null
}

/**
 * Opens everything on disk and migrates it to the latest format. A damaged file is renamed and replaced by an empty
 * one (`notice`).
 *
 * Throws `GatehouseError`: `store/corrupt` if `setAside` is false, `store/newer-version`, `store/cannot-open`,
 * `store/locked`, `store/no-space`, `store/disk-full`, `store/read-only`, `store/migration-failed`, `store/failed`.
 */
export function openStores(options: OpenStoresOptions): OpenedStores {
  const { file, report = () => undefined, now = Date.now } = options
  const { database, movedTo } = openOrBegin(options)
  const reportProgress = progressReporter(options)
  try {
    const files = createBlobFiles(join(dirname(file), 'blobs'))
    prepareFile(database, options)
    moveResults(database, files, ({ done, total }) => reportProgress('results', done, total))
    if (options.compacts) releaseSpace(database, options)
    noteUpdated(file)
    const stores = createStores(database, { files, report, now })
    return { ...stores, notice: noticeOf(file, movedTo) }
  } catch (error) {
    database.close()
    throw error
  }
}

export function createStores(
  database: Database,
  { files, report, now }: { files: StoredFiles; report: ReportProblem; now: () => number },
): Stores {
  const read = createRowReader(report)
  const values = createSearchValues(database, read)
  const words = createSearchIndexWriter(database, { values, read })
  const owner = new DisposableStore('stores')
  owner.add({ dispose: () => closeInOrder(database) })
  const auditKey = createAuditKey(database)
  const audit = createAuditStore(database, { read, key: auditKey })
  return {
    servers: createServerStore(database, read),
    providers: createProviderStore(database, read),
    conversations: createConversationStore(database, { read }),
    turns: createTurnStore(database, { words, blobs: createEntryBlobs(database), read }),
    attachments: createAttachmentStore(database, read),
    blobs: createBlobStore(database, { files, now }),
    search: createSearchStore(database, { words, values, read }),
    tasks: createTaskStore(database, read),
    grants: createGrantStore(database, read),
    sampling: createSamplingStore(database, { audit, read }),
    dataFlows: createDataFlowStore(database, { audit, read }),
    instructions: createInstructionsStore(database, { audit, read }),
    promptPins: createPromptPinStore(database, read),
    appPins: createAppPinStore(database, read),
    formValues: createFormValueStore(database, { read }),
    follows: createFollowStore(database, read),
    audit,
    auditKey,
    asks: createAskStore(database, { audit, read }),
    workspaces: createWorkspaceStore(database, read),
    settings: createSettingsStore(database, { audit, read }),
    transaction: (work) => database.transaction(work),
    close: () => void owner.dispose(),
  }
}

/** The file, or an empty one in its place if it was damaged. */
function openOrBegin({ file, now = Date.now, setAside = true }: OpenStoresOptions): {
  database: Database
  movedTo: string | null
} {
  try {
    makePrivate(file)
    const database = looksLikeDatabase(file) ? tryOpen(file) : null
    if (database !== null) return { database, movedTo: null }
    if (!setAside) throw new GatehouseError('store/corrupt', `${file} is damaged.`)
    const movedTo = quarantineFile(file, now())
    makePrivate(file)
    return { database: openDatabase(file, noteDamage(file)), movedTo }
  } catch (error) {
    throw toStoreError(error, file)
  }
}

/** `null` when the file is damaged. */
function tryOpen(file: string): Database | null {
  const check = !isEmpty(file) && needsIntegrityCheck(file)
  let database: Database | null = null
  try {
    database = openDatabase(file, noteDamage(file))
    refuseNewer(database, migrations)
    if (!hasLostFormat(database) && (!check || passesIntegrityCheck(database))) {
      rmSync(damageMarker(file), { force: true })
      return database
    }
    database.close()
    return null
  } catch (error) {
    database?.close()
    if (isGatehouseError(error) && error.code === 'store/corrupt') return null
    throw error
  }
}

/** SQLite does not wait by itself when another process is opening the file at the same moment. */
function useWriteAheadLog(database: Database): void {
  const until = Date.now() + WAL_WAIT_MS
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      database.pragma('journal_mode = WAL')
      return
    } catch (error) {
      const isLocked = isGatehouseError(error) && error.code === 'store/locked'
      if (!isLocked || Date.now() > until) throw error
      Atomics.wait(pause, 0, 0, WAL_PAUSE_MS)
    }
  }
}

/** Reports how far one phase is as a part of all of them. */
function progressReporter({ onUpdate }: OpenStoresOptions) {
  return (phase: UpdateProgress['phase'], done: number, total: number): void => {
    const [start, end] = UPDATE_PARTS[phase]
    onUpdate?.({ phase, part: start + ((end - start) * done) / total })
  }
}

function releaseSpace(database: Database, options: OpenStoresOptions): void {
  const reportProgress = progressReporter(options)
  if (isWorthCompacting(database, options.freeBytes ?? freeBytesOf)) {
    reportProgress('space', 0, 1)
    compact(database)
  }
  reportProgress('space', 1, 1)
}

function prepareFile(database: Database, options: OpenStoresOptions): void {
  const reportProgress = progressReporter(options)
  useWriteAheadLog(database)
  assertRoom(database, options.freeBytes)
  // FULL: what was saved outlives a power cut too, not only a kill.
  database.execute('PRAGMA synchronous = FULL')
  // What a person removes for good is overwritten, not just forgotten.
  database.pragma('secure_delete = ON')
  // One large transaction must not leave a log of its size behind for good.
  database.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`)
  migrate(database, migrations, (done, total) => reportProgress('steps', done, total))
  database.execute('PRAGMA foreign_keys = ON')
}

/** Damage met while working is remembered, so that the next start checks the whole file. */
function noteDamage(file: string): (error: { code: string }) => void {
  return (error) => {
    if (error.code !== 'store/corrupt') return
    try {
      // Again, so that nothing is written through a link, and none without an end hides the mark.
      rmSync(damageMarker(file), { force: true })
      writeFileSync(damageMarker(file), '', { mode: 0o600, flag: 'wx' })
    } catch {
      // The error itself is thrown right after this and says what to do.
    }
  }
}

/** An empty log shows the next start that nothing went wrong. */
function closeInOrder(database: Database): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // Another process is reading, or it is closed already: the log is kept and read next time.
  } finally {
    database.close()
  }
}

function noticeOf(file: string, movedTo: string | null): StoreNotice | null {
  if (movedTo === null) return null
  const message = `${file} was damaged. It is kept as ${movedTo}, and Gatehouse began with an empty file.`
  return { code: 'set-aside', movedTo, message }
}
