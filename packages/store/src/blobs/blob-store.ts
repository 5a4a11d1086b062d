import type { BlobRef, BlobSource, FileSource } from '@gatehouse/domain'
import type { BlobStore } from '@gatehouse/host/ports'
import type { StoredFiles } from './blob-files.ts'
import type { Database } from '../file/database.ts'

/** Bytes of one character of JavaScript in UTF-8, at most: a pair of two takes four. */
const MAX_CHARACTER = 3
/** Milliseconds for which a file without an entry is left be: its entry may be about to be written. */
const GRACE = 60 * 60 * 1000

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function createBlobStore(
  database: Database,
  { files, now }: { files: StoredFiles; now: () => number },
): BlobStore {
  const used = database.prepare(
    'SELECT 1 FROM entry_blobs WHERE hash = ?1 UNION ALL SELECT 1 FROM draft_blobs WHERE hash = ?1 LIMIT 1',
  )
  const ofPrompts = database.prepare(
    "SELECT json_extract(file.value, '$.kept.hash') FROM settings, " +
      "json_each(iif(json_valid(settings.json), settings.json, '{}'), '$.ownPrompts') AS prompt, " +
      "json_each(prompt.value, '$.files') AS file",
  )
  const hashesOfPrompts = (): Set<unknown> => new Set(ofPrompts.rows().map(([hash]) => hash))
  return {
    async put(source) {
      const { data, about } = bytesOf(source)
      return { hash: await files.put(data), ...about }
    },
    async text({ hash, bytes, characters }, { start, end }) {
      // Of plain Latin every character is one byte; of anything else the beginning is read.
      const isPlain = bytes === characters
      const range = isPlain ? { start, end } : { start: 0, end: end * MAX_CHARACTER }
      const text = decoder.decode(await files.read(hash, range))
      return isPlain ? text : text.slice(start, end)
    },
    async data({ hash, characters }) {
      const bytes = Buffer.from(await files.read(hash))
      return bytes.toString(characters === undefined ? 'base64' : 'utf8')
    },
    read: (hash, range) => files.read(hash, range),
    size: (hash) => files.size(hash),
    async discard(hash, putBy) {
      if (used.rows(hash).length === 0 && !hashesOfPrompts().has(hash))
        await files.remove(hash, putBy)
    },
    collect() {
      // Read once: a file that a prompt is given now was put within the grace.
      const kept = hashesOfPrompts()
      return files.sweep(now() - GRACE, (hash) => kept.has(hash) || used.rows(hash).length > 0)
    },
  }
}

/** The bytes of a source and what is known of them. What claims to be base64 and is not stays a text. */
export function bytesOf(source: BlobSource | FileSource): {
  data: Uint8Array
  about: Omit<BlobRef, 'hash'>
} {
  const { mimeType } = source
  if (source.encoding === 'bytes') {
    const { data, characters } = source
    const about = { bytes: data.byteLength, mimeType }
    return { data, about: characters === undefined ? about : { ...about, characters } }
  }
  const { data, encoding } = source
  if (encoding === 'base64') {
    const bytes = Buffer.from(data, 'base64')
    if (bytes.toString('base64') === data)
      return { data: bytes, about: { bytes: bytes.byteLength, mimeType } }
  }
  const bytes = Buffer.from(data, 'utf8')
  return { data: bytes, about: { bytes: bytes.byteLength, mimeType, characters: data.length } }
}
