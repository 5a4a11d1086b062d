import type { BlobStore } from '../../ports/index.ts'

/** The blob store of one chat: `put` stores where the chat is stored. */
export function blobsOfChat(blobs: BlobStore, conversationId: string): BlobStore {
  return {
    put: (source) => blobs.put(source, conversationId),
    text: (ref, range) => blobs.text(ref, range),
    data: (ref) => blobs.data(ref),
    read: (hash, range) => blobs.read(hash, range),
    size: (hash) => blobs.size(hash),
    discard: (hash, putBy) => blobs.discard(hash, putBy),
    collect: () => blobs.collect(),
  }
}
