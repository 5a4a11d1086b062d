import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GatehouseError } from '@gatehouse/domain'

/**
 * Writes lines to a file that only the person can read. It takes the place of one with that name once all
 * of it is there; what could not be finished leaves nothing behind. Rejects with `audit/not-written`.
 */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  // A name that nobody has: what is there already was not chosen.
  const part = `${path}.${randomUUID()}.part`
  try {
    const text = Readable.from(withEnds(lines), { objectMode: false })
    await pipeline(text, createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    const why = error instanceof Error ? error.message : String(error)
    throw new GatehouseError('audit/not-written', `The activity could not be written: ${why}`, {
      cause: error,
    })
  }
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}
