import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isGatehouseError, objectOfJson, type AuditRecord } from '@gatehouse/domain'
import type { UnpackedBackup } from '@gatehouse/host/ports'
import { openStores } from '../open-stores.ts'
import { toStoreError } from '../store-error.ts'
import { EntryReader } from './entries.ts'
import { backupError, openSealed } from './sealed-file.ts'

/** An unpacked backup, and the data folder of the computer on which it was made. */
export type UnpackedData = Omit<UnpackedBackup, 'missing'> & { folder: string }

export interface UnpackRequest {
  path: string
  passphrase: string
  /** Is made. */
  folder: string
  /** The data folder that its content is for. */
  usedIn: string
  /** Appended to the record of decisions. */
  record: AuditRecord
}

/** Size, time and version of a backup file, readable without its passphrase. */
export interface BackupHead {
  bytes: number
  madeAt: number
  app: string
}

/** Rejects as `openSealed` does. */
export async function readBackupHead(path: string): Promise<BackupHead> {
  const sealed = await openSealed(path)
  await sealed.close()
  const { madeAt, app } = sealed.head
  return { bytes: sealed.bytes, madeAt, app }
}

/**
 * Unpacks a backup into an empty folder of its own, brings the database to the latest format, and appends a record.
 * Rejects with `backup/…` and `store/…`; the folder is removed then.
 */
export async function unpackBackup(
  { path, passphrase, folder, usedIn, record }: UnpackRequest,
  onProgress: (part: number) => void = () => undefined,
): Promise<UnpackedData> {
  const sealed = await openSealed(path)
  try {
    await mkdir(folder, { mode: 0o700 })
    const reader = new EntryReader(sealed.pieces(passphrase), () => backupError('damaged', path))
    let about = ''
    let done = 0
    for (let head = await reader.next(); head !== null; head = await reader.next()) {
      if (head.name === 'about') about = (await reader.take(head.size)).toString()
      else await writeFile(join(folder, head.name), reader.bytes(head.size))
      done += head.size
      onProgress(done / Math.max(1, sealed.head.content))
    }
    const { folder: madeIn } = objectOfJson(about) ?? {}
    const from = typeof madeIn === 'string' ? madeIn : ''
    return { folder: from, ...prepare(folder, { usedIn, record }) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (isGatehouseError(error) && error.code === 'store/newer-version')
      throw backupError('newer', path, error)
    if (isGatehouseError(error) && error.code === 'store/corrupt')
      throw backupError('damaged', path, error)
    throw isGatehouseError(error) ? error : toStoreError(error, folder)
  } finally {
    await sealed.close()
  }
}

async function writeFile(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function prepare(
  folder: string,
  { usedIn, record }: Pick<UnpackRequest, 'usedIn' | 'record'>,
): Omit<UnpackedData, 'folder'> {
  const stores = openStores({ file: join(folder, 'gatehouse.db'), setAside: false })
  try {
    const settings = stores.settings.load()
    const { authorities } = settings.network
    if (authorities) {
      const file = join(usedIn, 'authorities', authorities.file.replace(/^.*[/\\]/, ''))
      settings.network = { ...settings.network, authorities: { ...authorities, file } }
    }
    stores.settings.save(settings, record)
    return {
      chats: stores.conversations.list().length,
      servers: stores.servers.list(),
      providers: stores.providers.list(),
      network: settings.network,
      permissions: stores.grants.list().length,
      recordBegins: stores.auditKey.head(),
    }
  } finally {
    stores.close()
  }
}
