import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'

const HASH_CHUNK = 1_048_576
/** Windows has no such flag, and no pipes among its files. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants

/**
 * An ordinary file, to be read. A pipe waits for a writer and a device for whatever it is: neither is opened, nor
 * waited for where it takes a file's place meanwhile. Rejects for them, and as the system does.
 */
async function openFile(path: string): Promise<FileHandle> {
  assertFile(await stat(path))
  const handle = await open(path, O_RDONLY | O_NONBLOCK)
  try {
    assertFile(await handle.stat())
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Up to so many bytes of the beginning of an ordinary file. Rejects as `openFile` does. */
export async function readBeginning(path: string, maxBytes: number): Promise<Buffer> {
  const handle = await openFile(path)
  try {
    const bytes = Buffer.alloc(Math.min(maxBytes, (await handle.stat()).size))
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await handle.close()
  }
}

/**
 * SHA-256 of an ordinary file, in hex. Reads with a single buffer: a stream makes a new one for each part, which costs
 * as much again as reading. Rejects as `openFile` does.
 */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const part = Buffer.allocUnsafeSlow(HASH_CHUNK)
  const file = await openFile(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(part, 0, part.length, null)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(part.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

function assertFile(found: { isFile(): boolean }): void {
  if (!found.isFile()) throw new Error('This is not an ordinary file.')
}
