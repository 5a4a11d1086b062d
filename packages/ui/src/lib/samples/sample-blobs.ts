import { splitResult, type StoredResult, type ToolResult } from '@gatehouse/domain'
import type { BlobReader } from '../media/blobs.ts'

/** Blobs without main, for the gallery and component tests. */
export interface SampleBlobs extends BlobReader {
  /** A result as main keeps it. */
  keep(result: ToolResult): StoredResult
  /** As if all files had been deleted. */
  clear(): void
}

export function createSampleBlobs(): SampleBlobs {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    keep(result) {
      const keeping = splitResult(result)
      let step = keeping.next()
      while (!step.done) {
        const { data, encoding, mimeType } = step.value
        const bytes =
          encoding === 'utf8'
            ? new TextEncoder().encode(data)
            : Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
        const hash = kept.size.toString(16).padStart(64, '0')
        kept.set(hash, bytes)
        const characters = encoding === 'utf8' ? { characters: data.length } : {}
        step = keeping.next({ hash, bytes: bytes.length, mimeType, ...characters })
      }
      return step.value
    },
    clear: () => kept.clear(),
    address: (hash, type) =>
      `data:${type};base64,${btoa(String.fromCharCode(...(kept.get(hash) ?? [])))}`,
    read(hash, range) {
      const bytes = kept.get(hash)
      if (!bytes) return Promise.reject(new Error('The data is not there.'))
      return Promise.resolve(range ? bytes.slice(range.start, range.end) : bytes)
    },
  }
}
