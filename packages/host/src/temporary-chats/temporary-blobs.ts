import type { BlobStore } from '../ports/index.ts'
import type { TemporaryChats } from './temporary-chats.ts'

/** Data of temporary chats in memory, all other in files. What is read is wherever it is. */
export function withTemporaryBlobs(disk: BlobStore, chats: TemporaryChats): BlobStore {
  const holding = async (hash: string): Promise<BlobStore> => {
    const memory = chats.memory?.blobs
    return memory && (await memory.size(hash)) !== null ? memory : disk
  }
  return {
    async put(source, conversationId) {
      if (conversationId === undefined || !chats.wasTemporary(conversationId))
        return disk.put(source)
      // Of a chat that ended meanwhile nothing is kept: who waits for this finds nothing to write it to.
      return chats.stores().blobs.put(source)
    },
    text: async (ref, range) => (await holding(ref.hash)).text(ref, range),
    data: async (ref) => (await holding(ref.hash)).data(ref),
    read: async (hash, range) => (await holding(hash)).read(hash, range),
    size: async (hash) => (await holding(hash)).size(hash),
    discard: (hash, putBy) => disk.discard(hash, putBy),
    collect: () => disk.collect(),
  }
}
