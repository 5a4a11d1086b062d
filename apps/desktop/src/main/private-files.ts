import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'

/** Windows has neither modes nor owners here: folders of a profile are private by their own list. */
const hasModes = process.platform !== 'win32'
const OTHERS = 0o077

/**
 * Makes a folder that only this user can enter, or takes the rights of others from one that is there.
 * Throws when it belongs to another user, who could read and replace everything in it, or is no folder.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!hasModes) return
  const { uid, mode } = statSync(folder)
  if (uid !== process.getuid?.()) {
    throw new Error(
      'it belongs to another user. Start Gatehouse as that user, or change the owner of the folder',
    )
  }
  if ((mode & OTHERS) !== 0) chmodSync(folder, 0o700)
}

/** Writes a file whole or not at all, mode 0600, and never through a link planted in its place. */
export function replacePrivateFile(file: string, text: string): void {
  const part = `${file}.new`
  rmSync(part, { force: true })
  writeFileSync(part, text, { mode: 0o600, flag: 'wx' })
  renameSync(part, file)
}

/**
 * Appends to a file and sets mode 0600, also for an existing one. Throws for a link and for anything but a file.
 */
export function appendPrivateFile(file: string, text: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants
  const flags = O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK | O_NOFOLLOW
  const descriptor = openSync(file, flags, 0o600)
  try {
    const found = fstatSync(descriptor)
    if (!found.isFile()) throw new Error(`${file} is not a file.`)
    if (hasModes && (found.mode & OTHERS) !== 0) fchmodSync(descriptor, 0o600)
    writeSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}
