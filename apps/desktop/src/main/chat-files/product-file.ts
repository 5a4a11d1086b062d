import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { GatehouseError } from '@gatehouse/domain'
import { OTHER_PRODUCT_LIMITS } from '@gatehouse/domain/chats'
import type { ProductChatText, ProductFile } from '@gatehouse/host'
import { splitArray } from './split-array.ts'
import { fromFdPromise, type Entry } from 'yauzl'

/** The lists of chats in an archive, at its top or one folder down; large exports have several. */
const LIST = /^(?:[^/]+\/)?conversations(?:-\d+)?\.json$/

const AT_ONCE = 262_144
/** First bytes of an archive. */
const ARCHIVE = Buffer.from('PK')

/**
 * An export of ChatGPT or Claude: the archive as it was downloaded, or the list of chats out of it. Throws
 * `chat/not-read`, `chat/import-refused`.
 */
export async function openProductFile(path: string): Promise<ProductFile> {
  const { handle, stamp } = await openFile(path)
  await handle.close()
  return { name: basename(path), chats: (signal) => chatsOf({ path, stamp }, signal) }
}

async function* chatsOf(
  { path, stamp }: { path: string; stamp: string },
  signal: AbortSignal,
): AsyncGenerator<ProductChatText> {
  const opened = await openFile(path)
  try {
    if (opened.stamp !== stamp) throw refused('changed')
    const lists = opened.isArchive ? await readArchive(opened.handle) : [whole(opened)]
    const total = lists.reduce((sum, { size }) => sum + size, 0)
    if (total > OTHER_PRODUCT_LIMITS.bytes) throw refused('too-large')
    for (const list of lists) yield* chatsOfList(list, { total, signal })
  } catch (error) {
    if (signal.aborted) return
    throw notRead(error)
  } finally {
    await opened.handle.close()
  }
}

async function* chatsOfList(
  list: ChatListData,
  { total, signal }: { total: number; signal: AbortSignal },
): AsyncGenerator<ProductChatText> {
  let read = list.before
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of list.chunks()) {
      signal.throwIfAborted()
      read += chunk.length
      if (read > total) throw refused('too-large')
      yield chunk
    }
  }
  for await (const bytes of splitArray(counted(), OTHER_PRODUCT_LIMITS.chat.bytes))
    yield { text: bytes && decoded(bytes), fraction: total === 0 ? 1 : read / total }
}

/** Text that is not UTF-8 is no chat, and is refused as such. */
function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

interface OpenFile {
  handle: FileHandle
  size: number
  isArchive: boolean
  /** Names the file. */
  stamp: string
}

async function openFile(path: string): Promise<OpenFile> {
  let handle: FileHandle | undefined
  try {
    // Not waiting for a writer: what is opened may be a pipe.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const state = await handle.stat()
    if (!state.isFile()) throw refused('no-export')
    const head = Buffer.alloc(ARCHIVE.length)
    await handle.read(head, 0, head.length, 0)
    const { size, mtimeMs, ino } = state
    return { handle, size, isArchive: head.equals(ARCHIVE), stamp: `${size} ${mtimeMs} ${ino}` }
  } catch (error) {
    await handle?.close()
    throw notRead(error)
  }
}

const whole = ({ handle, size }: OpenFile): ChatListData => ({
  size,
  before: 0,
  async *chunks() {
    for (let at = 0; at < size;) {
      const buffer = Buffer.alloc(Math.min(AT_ONCE, size - at))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  },
})

function refused(reason: 'no-export' | 'too-large' | 'changed'): GatehouseError {
  return new GatehouseError('chat/import-refused', 'This file was not imported.', {
    data: { reason },
  })
}

function notRead(error: unknown): unknown {
  if (error instanceof GatehouseError) return error
  // Not a list, or cut: what was read of it until then was looked at, and none of it is kept.
  if (error instanceof SyntaxError) return refused('no-export')
  const why = error instanceof Error ? error.message : String(error)
  return new GatehouseError('chat/not-read', `This file could not be read: ${why}`, {
    cause: error,
  })
}

/** One list of chats, whole or in an archive. */
interface ChatListData {
  /** Bytes of it, and of the lists before it. */
  size: number
  before: number
  chunks(): AsyncIterable<Uint8Array>
}

/**
 * The lists of chats of an archive. Of other files in it nothing is read but their names. What a list says of its
 * size is held to while it is unpacked, so that nothing unpacks to more. Throws `chat/import-refused`.
 */
async function readArchive(handle: FileHandle): Promise<ChatListData[]> {
  const archive = await fromFdPromise(handle.fd, { autoClose: false })
  const found: Entry[] = []
  let looked = 0
  for await (const entry of archive.eachEntry()) {
    looked += 1
    if (looked > OTHER_PRODUCT_LIMITS.archiveEntries) throw tooLarge()
    if (LIST.test(entry.fileName)) found.push(entry)
  }
  const sorted = found.toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1))
  let before = 0
  return sorted.map((entry) => {
    const list = {
      size: entry.uncompressedSize,
      before,
      chunks: () => unpacked(archive.openReadStreamPromise(entry)),
    }
    before += entry.uncompressedSize
    return list
  })
}

async function* unpacked(opening: Promise<AsyncIterable<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await opening
}

const tooLarge = (): GatehouseError =>
  new GatehouseError('chat/import-refused', 'This archive has too many files.', {
    data: { reason: 'too-large' },
  })
