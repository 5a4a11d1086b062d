import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { signInError } from './sign-in-error.ts'

const MAX_BYTES = 65_536

/**
 * A file that states who this is: a signed token that a platform or a program of an employer writes there
 * and refreshes. Rejects with `sign-in/unsupported` for what cannot be one.
 */
export async function readAssertion(file: string): Promise<string> {
  const text = await readSmall(file)
  if (text === undefined)
    throw signInError(
      'unsupported',
      `The token file ${file} cannot be read: it must be a file of at most 64 KB.`,
    )
  return text.trim()
}

async function readSmall(file: string): Promise<string | undefined> {
  try {
    // A pipe that no one writes to does not hold the sign-in.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const found = await handle.stat()
      if (!found.isFile() || found.size > MAX_BYTES) return undefined
      const bytes = Buffer.alloc(MAX_BYTES)
      const { bytesRead } = await handle.read(bytes, 0, MAX_BYTES, 0)
      return bytes.toString('utf8', 0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}
