/** Names of the files of a bundle: only such that every system keeps as they are, each in a place of its own. */

/** Longest name of one folder or file, in bytes; longer ones no file system takes. */
const MAX_SEGMENT_BYTES = 255
const MAX_PATH_CHARACTERS = 1000
/** Devices of Windows, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/** Control characters, and what Windows takes for something else: a stream, a wildcard, a separator. */
const NOT_IN_NAMES = /[\p{Cc}\p{Surrogate}<>:"|?*\\]/u

/** True for a path, with `/`, that stays below its folder on each system. A folder's ends with `/`. */
export function isSafeName(name: string): boolean {
  if (name === '' || name.length > MAX_PATH_CHARACTERS || NOT_IN_NAMES.test(name)) return false
  return name
    .replace(/\/$/, '')
    .split('/')
    .every(
      (segment) =>
        segment !== '' &&
        !/^\.{1,2}$/.test(segment) &&
        !/[. ]$/.test(segment) &&
        !DEVICE.test(segment) &&
        Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES,
    )
}

/** Places that are taken. Two names are one where some file system makes them one: by case, or by Unicode form. */
export class TakenNames {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  /** False when the place is taken, by a file or by a folder of that name. */
  take(name: string): boolean {
    const key = name.normalize('NFC').toLowerCase().normalize('NFC')
    const isFolder = key.endsWith('/')
    const segments = key.replace(/\/$/, '').split('/')
    const parents = segments.slice(0, isFolder ? segments.length : -1)
    for (const at of parents.keys()) {
      const parent = parents.slice(0, at + 1).join('/')
      if (this.#files.has(parent)) return false
      this.#folders.add(parent)
    }
    if (isFolder) return true
    if (this.#files.has(key) || this.#folders.has(key)) return false
    this.#files.add(key)
    return true
  }
}
