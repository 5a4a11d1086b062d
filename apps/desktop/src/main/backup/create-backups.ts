import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { NEVER_ABORTED } from '@gatehouse/base'
import { GatehouseError, type ServerConfig } from '@gatehouse/domain'
import type { Backups, BackupWork } from '@gatehouse/host/ports'
import type { BackupProcess, BackupRequest, BackupResult } from './messages.ts'
import { asideFolder, keptData, planReplacement } from './replace-data.ts'

interface BackupParts {
  dataFolder: string
  /** The database in it. */
  file: string
  start: () => BackupProcess
  restart: () => void
  /** Of the app. */
  version: string
  /** Of the passphrase's derivation; tests take less. */
  cost?: number | undefined
}

/** Backups of a data folder. Files are written and unpacked in a process for each. */
export function createBackups({
  dataFolder,
  file,
  start,
  restart,
  version,
  cost,
}: BackupParts): Backups {
  let unpacked: string | undefined
  const remove = (folder: string): Promise<void> =>
    rm(join(dataFolder, folder), { recursive: true, force: true })
  const replaceBy = (from: string): void =>
    planReplacement(dataFolder, { from, to: asideFolder(randomUUID()), now: Date.now() })
  return {
    async write(path, passphrase, work) {
      const partial = `${path}.${randomUUID()}.part`
      const copies = join(dataFolder, 'backup-work')
      const plan = {
        file,
        target: path,
        partial,
        passphrase,
        app: version,
        madeAt: Date.now(),
        cost,
      }
      try {
        await runIn(start(), { write: { ...plan, work: copies } }, work)
      } finally {
        // A killed process removed nothing.
        await rm(partial, { force: true })
        await rm(copies, { recursive: true, force: true })
      }
    },
    async read(path) {
      const { head } = await runIn(start(), { read: path }, READING)
      if (!head) throw ended()
      return { name: basename(path), ...head }
    },
    async unpack({ path, passphrase, record }, work) {
      const name = asideFolder(randomUUID())
      const folder = join(dataFolder, name)
      const request = { unpack: { path, passphrase, folder, usedIn: dataFolder, record } }
      try {
        const { unpacked: found } = await runIn(start(), request, work)
        if (!found) throw ended()
        unpacked = name
        const missing = found.servers.filter((one) => isMissing(one, found.folder))
        return { ...found, missing: missing.map(({ id }) => id) }
      } catch (error) {
        await remove(name)
        throw error
      }
    },
    async discard() {
      const folder = unpacked
      unpacked = undefined
      if (folder !== undefined) await remove(folder)
    },
    useUnpacked() {
      if (unpacked === undefined) throw notThere()
      replaceBy(unpacked)
      // No longer to be discarded.
      unpacked = undefined
    },
    kept() {
      const kept = keptData(dataFolder)
      return kept && { replacedAt: kept.at }
    },
    useKept() {
      const kept = keptData(dataFolder)
      if (!kept) throw notThere()
      replaceBy(kept.folder)
    },
    async removeKept() {
      const kept = keptData(dataFolder)
      if (kept) await remove(kept.folder)
    },
    restart,
  }
}

/** The head of a file is read at once. */
const READING: BackupWork = { signal: NEVER_ABORTED, onProgress: () => undefined }

function runIn(
  child: BackupProcess,
  request: BackupRequest,
  { signal, onProgress }: BackupWork,
): Promise<BackupResult> {
  return new Promise<BackupResult>((resolve, reject) => {
    const cancel = (): void =>
      reject(new GatehouseError('backup/cancelled', 'The backup was cancelled.'))
    signal.addEventListener('abort', cancel, { once: true })
    child.onExit(() => reject(ended()))
    child.onMessage((message) => {
      if ('part' in message) onProgress(Math.min(1, message.part))
      else if ('done' in message) resolve(message.done)
      else {
        const { code, message: text, data } = message.failed
        reject(new GatehouseError(code, text, { data }))
      }
    })
    child.post(request)
    if (signal.aborted) cancel()
  }).finally(() => child.kill())
}

/** Files that Gatehouse installed are in no backup; on the same computer they are still there. */
function isMissing({ transport }: ServerConfig, madeIn: string): boolean {
  if (transport.kind !== 'stdio') return false
  const own = ['bundles', 'packages', 'runtimes'].map((name) => join(madeIn, name))
  return [transport.command, ...transport.args].some(
    (word) => own.some((folder) => word.startsWith(folder)) && !existsSync(word),
  )
}

const ended = () => new GatehouseError('backup/ended', 'The process of the backup ended.')

const notThere = () =>
  new GatehouseError('backup/not-chosen', 'The data to restore is no longer there.')
