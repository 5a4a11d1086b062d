import {
  blobsOf,
  contentBlockSchema,
  jsonObjectSchema,
  jsonValueSchema,
  splitResult,
  type BlobRef,
  type BlobSource,
  type StoredResult,
  type ToolResult,
} from '@gatehouse/domain'
import { z } from 'zod'
import type { BlobBatch, BlobFiles } from '../blobs/blob-files.ts'
import { bytesOf } from '../blobs/blob-store.ts'
import { boundEntry, TRUNCATION_THRESHOLD, type Truncated } from './bounded-entry.ts'
import { asBytes, type Database } from '../file/database.ts'
import { createEntryBlobs } from './entry-blobs.ts'
import { parseRecord } from '../parse-record.ts'

/** A call as earlier versions kept it, with all of its result inside. */
const inlineCallSchema = z.looseObject({
  kind: z.literal('tool-call'),
  result: z.object({
    content: z.array(contentBlockSchema),
    structuredContent: jsonValueSchema.optional(),
    isError: z.boolean(),
    _meta: jsonObjectSchema.optional(),
  }),
})

/** Entries, and characters of them, that are moved in one transaction. */
const BATCH = { entries: 500, characters: 16 * 1024 * 1024 }

/** Progress of a move: entries that were looked at, of all that are to be. */
export interface MoveProgress {
  done: number
  total: number
}

/**
 * Moves results that an earlier version kept inside their entries into files, the latest first. It may be
 * ended at any moment and continues with the next call. Throws `store/…`.
 */
export function moveResults(
  database: Database,
  files: BlobFiles,
  onProgress: (progress: MoveProgress) => void = () => undefined,
): void {
  const below = database.prepare('SELECT below FROM results_inline')
  const setBelow = database.prepare('UPDATE results_inline SET below = ?')
  const count = database.prepare('SELECT count(*) FROM entries WHERE seq < ?')
  const sizes = database.prepare(
    'SELECT seq, octet_length(json) FROM entries WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const read = database.prepare('SELECT json FROM entries WHERE seq = ?')
  const write = database.prepare('UPDATE entries SET json = CAST(? AS TEXT) WHERE seq = ?')
  const refer = createEntryBlobs(database)

  const first = Number(below.rows()[0]?.[0] ?? 0)
  const total = first === 0 ? 0 : Number(count.rows(first)[0]?.[0])
  let done = 0
  let from = first
  while (from > 0) {
    const rows = batchOf(sizes.rows(from, BATCH.entries))
    const next = rows.at(-1) ?? 0
    const isOwn = database.transaction(() => {
      // Another process that is about to end may have moved them: what is moved is not moved again.
      if (Number(below.rows()[0]?.[0]) !== from) return false
      const batch = files.batch()
      for (const seq of rows) {
        const json = String(read.rows(seq)[0]?.[0])
        const moved = movedEntry(json, batch)
        if (moved === null) continue
        write.run(asBytes(moved.json), seq)
        refer.add(seq, blobsOf(moved.result))
      }
      batch.commit()
      setBelow.run(next)
      return true
    })
    from = isOwn ? next : Number(below.rows()[0]?.[0])
    if (isOwn) done += rows.length
    onProgress({ done, total })
  }
}

/** The first of the rows, as many as one transaction takes. */
function batchOf(rows: unknown[][]): number[] {
  const taken: number[] = []
  let characters = 0
  for (const [seq, size] of rows) {
    characters += Number(size)
    if (taken.length > 0 && characters > BATCH.characters) break
    taken.push(Number(seq))
  }
  return taken
}

/** `null` when the entry stays as it is. */
function movedEntry(json: string, batch: BlobBatch): { json: string; result: StoredResult } | null {
  if (!json.includes('"kind":"tool-call"') || !json.includes('"result":{')) return null
  const bounded = json.length < TRUNCATION_THRESHOLD ? null : boundEntry(json)
  const read = parseRecord(bounded?.json ?? json, inlineCallSchema)
  // What cannot be read stays as it is; whoever reads it says so.
  if (!read.ok) return null
  const { content, structuredContent, isError, _meta } = read.value.result
  const inline = {
    content,
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(_meta === undefined ? {} : { _meta }),
  }
  const result = { ...keptBy(inline, batch), ...leftOutOf(json, bounded?.leftOut, batch) }
  return { json: JSON.stringify({ ...read.value, result }), result }
}

/** Stores the whole of a result that was too large to read. */
function leftOutOf(
  json: string,
  leftOut: Truncated | undefined,
  batch: BlobBatch,
): Pick<StoredResult, 'leftOut'> {
  if (!leftOut || leftOut.blocks + leftOut.characters + leftOut.values === 0) return {}
  const kept = put({ data: json, encoding: 'utf8', mimeType: 'application/json' }, batch)
  return { leftOut: { ...leftOut, kept } }
}

function keptBy(result: ToolResult, batch: BlobBatch): StoredResult {
  const keeping = splitResult(result)
  let step = keeping.next()
  while (!step.done) step = keeping.next(put(step.value, batch))
  return step.value
}

function put(source: BlobSource, batch: BlobBatch): BlobRef {
  const { data, about } = bytesOf(source)
  return { hash: batch.put(data), ...about }
}
