import type { FileHandle } from 'node:fs/promises'
import { GatehouseError } from '@gatehouse/domain'
import { OTHER_PRODUCT_LIMITS } from '@gatehouse/domain/chats'
import { fromFdPromise, type Entry } from 'yauzl'

/** One list of chats, whole or in an archive. */
export interface ChatListData {
  /** Bytes of it, and of the lists before it. */
  size: number
  before: number
  chunks(): AsyncIterable<Uint8Array>
}

/** The lists of chats in an archive, at its top or one folder down; large exports have several. */
const LIST = /^(?:[^/]+\/)?conversations(?:-\d+)?\.json$/

/**
 * The lists of chats of an archive. Of other files in it nothing is read but their names. What a list says of its
 * size is held to while it is unpacked, so that nothing unpacks to more. Throws `chat/import-refused`.
 */
export async function readArchive(handle: FileHandle): Promise<ChatListData[]> {
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
