import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'

/** Name of an unwritten file in an error: its code, and its content. */
export interface WrittenSubject {
  code: `${string}/not-written`
  name: string
}

/**
 * Writes pieces of text to a file that only the person can read. It takes the place of one with that name
 * once all of it is there; what could not be finished leaves nothing behind. Rejects with the subject's
 * code, or with what the pieces throw.
 */
export async function writeText(
  path: string,
  pieces: AsyncIterable<string>,
  { code, name }: WrittenSubject,
): Promise<void> {
  // A name that no one has: what is there already was not chosen.
  const part = `${path}.${randomUUID()}.part`
  try {
    const text = Readable.from(pieces, { objectMode: false })
    await pipeline(text, createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    if (isGatehouseError(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new GatehouseError(code, `${name} could not be written: ${why}`, { cause: error })
  }
}
