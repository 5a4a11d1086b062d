import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import { openDatabase } from '../file/database.ts'
import { entryHead, type EntryHead } from './entries.ts'
import { seal } from './sealed-file.ts'

export interface BackupToWrite {
  /** The database file; `blobs` and `authorities` are beside it. */
  file: string
  /** Gets its name once it is whole. */
  target: string
  /** The file until then; it must not exist. */
  partial: string
  passphrase: string
  /** The version of the app. */
  app: string
  /** Milliseconds since the epoch. */
  madeAt: number
  /** Of the passphrase's derivation; tests take less. */
  cost?: number | undefined
}

interface Entry {
  head: EntryHead
  content: Buffer | { path: string }
}

/**
 * Writes all data to one encrypted file. The database may be in use: its copy has the state of one moment. Rejects
 * with `store/…` and `backup/not-written`; nothing is left behind then.
 * @param work a folder for the copy of the database, which is removed
 */
export async function writeBackup(
  { file, target, partial, passphrase, app, madeAt, cost }: BackupToWrite,
  { work, onProgress = () => undefined }: { work: string; onProgress?: (part: number) => void },
): Promise<void> {
  const folder = dirname(file)
  try {
    const copy = join(work, 'gatehouse.db')
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { mode: 0o700 })
    copyDatabase(file, copy)
    await chmod(copy, 0o600)
    const about = Buffer.from(JSON.stringify({ folder }))
    const entries: Entry[] = [
      { head: { name: 'about', size: about.length }, content: about },
      await fileEntry('gatehouse.db', copy),
      ...(await entriesBeside(folder)),
    ]
    const content = entries.reduce((sum, { head }) => sum + entryHead(head).length + head.size, 0)
    const pieces = counted(piecesOf(entries), (done) => onProgress(done / content))
    await writeNew(partial, seal(pieces, { passphrase, content, madeAt, app, cost }))
    await rename(partial, target)
  } catch (error) {
    if (isGatehouseError(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new GatehouseError('backup/not-written', `The backup could not be written: ${why}`, {
      cause: error,
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Removes the file if it could not be written whole; never one that was there before. */
async function writeNew(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) await handle.writeFile(piece)
    await handle.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

function copyDatabase(file: string, copy: string): void {
  const database = openDatabase(file)
  try {
    database.prepare('VACUUM INTO ?').run(copy)
  } finally {
    database.close()
  }
}

/** Files of results and attachments, and copies of certificates. */
async function entriesBeside(folder: string): Promise<Entry[]> {
  const found: Entry[] = []
  const add = async (name: string): Promise<void> => {
    found.push(await fileEntry(name, join(folder, name)))
  }
  for (const first of await listed(join(folder, 'blobs')))
    if (/^[0-9a-f]{2}$/.test(first))
      for (const rest of await listed(join(folder, 'blobs', first)))
        if (/^[0-9a-f]{62}$/.test(rest)) await add(`blobs/${first}/${rest}`)
  for (const name of await listed(join(folder, 'authorities')))
    if (/^[0-9a-f]{64}\.pem$/.test(name)) await add(`authorities/${name}`)
  return found
}

const fileEntry = async (name: string, path: string): Promise<Entry> => ({
  head: { name, size: (await stat(path)).size },
  content: { path },
})

async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

async function* piecesOf(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  for (const { head, content } of entries) {
    yield entryHead(head)
    if (Buffer.isBuffer(content)) yield content
    // As long as it was announced, or the head of the file would be wrong.
    else if (head.size > 0) yield* exactly(content.path, head.size)
  }
}

async function* exactly(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const piece of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
    left -= piece.length
    yield piece
  }
  if (left > 0) throw new Error(`${path} became shorter while it was read`)
}

async function* counted(
  pieces: AsyncIterable<Buffer>,
  onCount: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let count = 0
  for await (const piece of pieces) {
    yield piece
    count += piece.length
    onCount(count)
  }
}
