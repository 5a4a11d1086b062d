import { GatehouseError, type BlobSource, type FileSource } from '@gatehouse/domain'
import { bytesOfBase64 } from '../chat/attachments/sniff-media.ts'
import type { BlobStore } from '../ports/index.ts'

/** Blobs without files; `clear` acts like a deletion of all files. */
export interface InMemoryBlobs extends BlobStore {
  readonly sources: ReadonlyMap<string, BlobSource>
  clear(): void
  /** Acts like a change of a file. */
  replace(hash: string, source: BlobSource): void
}

export function createInMemoryBlobs(): InMemoryBlobs {
  const sources = new Map<string, BlobSource>()
  /** Hashes of other data than they have. */
  const changed = new Set<string>()
  const find = (hash: string): BlobSource => {
    const source = sources.get(hash)
    if (!source) throw new GatehouseError('store/blob-missing', 'The data is not on disk any more.')
    return source
  }
  return {
    sources,
    clear: () => sources.clear(),
    replace(hash, source) {
      changed.add(hash)
      sources.set(hash, source)
    },
    async put(given) {
      const source = inText(given)
      const { data, encoding, mimeType } = source
      const known = [...sources].find(
        ([hash, other]) => other.data === data && !changed.has(hash),
      )?.[0]
      const hash = known ?? sources.size.toString(16).padStart(64, '0')
      sources.set(hash, source)
      if (encoding === 'base64') return { hash, bytes: Math.floor((data.length / 4) * 3), mimeType }
      return { hash, bytes: data.length, mimeType, characters: data.length }
    },
    async text({ hash }, { start, end }) {
      return find(hash).data.slice(start, end)
    },
    async data({ hash }) {
      return find(hash).data
    },
    async read(hash) {
      const { data, encoding } = find(hash)
      if (encoding === 'utf8') return new TextEncoder().encode(data)
      return bytesOfBase64(data) ?? new Uint8Array()
    },
    async size(hash) {
      return sources.get(hash)?.data.length ?? null
    },
    async discard(hash) {
      sources.delete(hash)
    },
    async collect() {
      return 0
    },
  }
}

function inText(source: BlobSource | FileSource): BlobSource {
  if (source.encoding !== 'bytes') return source
  if (source.characters !== undefined) {
    const data = new TextDecoder('utf-8', { ignoreBOM: true }).decode(source.data)
    return { data, encoding: 'utf8', mimeType: source.mimeType }
  }
  let bytes = ''
  for (let at = 0; at < source.data.length; at += 8192)
    bytes += String.fromCharCode(...source.data.subarray(at, at + 8192))
  return { data: btoa(bytes), encoding: 'base64', mimeType: source.mimeType }
}
