import {
  blobsOf,
  splitResult,
  type StoredResult,
  type ToolResult,
  type Turn,
} from '@gatehouse/domain'
import { errorMessage } from '../../error-message.ts'
import type { BlobStore } from '../../ports/index.ts'
import { inMegabytes, truncatedResult, storedSizeOf } from './stored-size.ts'

/** Bytes that the results of one turn may take in files. */
const MAX_FILES = 256 * 1024 * 1024

/** Bytes that the results of a turn take in files. */
export function filesSizeOf(turn: Turn): number {
  const results = turn.entries.flatMap((entry) =>
    entry.kind === 'tool-call' && entry.result ? [entry.result] : [],
  )
  return results.flatMap(blobsOf).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** True if another result of this size fits into the turn. */
const fits = (size: number, filed: number): boolean => filed + size <= MAX_FILES

export const isFull = (filed: number): boolean => filed >= MAX_FILES

/**
 * A result as the record holds it, its large parts on disk already. One that does not fit, or that the disk
 * refuses, is shortened in words: the call was made, and that has to be recorded.
 */
export async function storeLargeParts(
  result: ToolResult,
  { blobs, filed }: { blobs: BlobStore; filed: number },
): Promise<StoredResult> {
  const size = storedSizeOf(result)
  if (!fits(size, filed))
    return truncatedResult(result, `a turn keeps at most ${inMegabytes(MAX_FILES)} of results`)
  try {
    const keeping = splitResult(result)
    let step = keeping.next()
    while (!step.done) step = keeping.next(await blobs.put(step.value))
    return step.value
  } catch (error) {
    return truncatedResult(result, `the rest could not be saved: ${errorMessage(error)}`)
  }
}
