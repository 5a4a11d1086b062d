import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { GatehouseError } from '@gatehouse/domain'

/** Windows keeps a person's folders private by their own lists. */
const hasModes = process.platform !== 'win32'
const OTHERS = 0o077

/**
 * Chats are private: only their owner may read the file, and what SQLite puts beside it, also when they
 * were there before with wider rights. Throws `store/cannot-open` for a link: what it points to may be
 * anybody's.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  restrict(file, constants.O_CREAT)
  for (const suffix of ['-wal', '-shm']) restrict(file + suffix, 0)
}

function restrict(file: string, create: number): void {
  const { O_RDWR, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants
  const descriptor = openUnlinked(file, O_RDWR | O_NONBLOCK | O_NOFOLLOW | create)
  if (descriptor === undefined) return
  try {
    const { mode } = fstatSync(descriptor)
    if (hasModes && (mode & OTHERS) !== 0) fchmodSync(descriptor, 0o600)
  } finally {
    closeSync(descriptor)
  }
}

function openUnlinked(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags, 0o600)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT' && (flags & constants.O_CREAT) === 0) return undefined
    if (code !== 'ELOOP' && code !== 'EMLINK') throw cause
    throw new GatehouseError(
      'store/cannot-open',
      `${file} is a symbolic link, and Gatehouse does not follow one to what it keeps. Put the file itself there.`,
      { data: { file }, cause },
    )
  }
}
