import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { FOLDER_LISTING_LIMITS } from '@gatehouse/domain/documents'
import ignore, { type Ignore } from 'ignore'

const {
  O_RDONLY,
  O_NOFOLLOW = 0,
  O_NONBLOCK = 0,
} = constants as Partial<typeof constants> & {
  O_RDONLY: number
}

interface Layer {
  /** Length of the path of its folder, with the slash after it. */
  offset: number
  rules: Ignore
}

/**
 * The rules of `.gitignore` files from the chosen folder down to one below it; the nearest that names an entry decides.
 * The author of the folder wrote the patterns, so they are used in a process that is ended in time.
 */
export class IgnoreRules {
  readonly #layers: readonly Layer[]

  constructor(layers: readonly Layer[] = []) {
    this.#layers = layers
  }

  /** The rules for the entries of a folder, with those of its own ignore file. */
  async within(root: string, path: string): Promise<IgnoreRules> {
    const text = await readIgnoreFile(join(root, path, '.gitignore'))
    if (text === undefined) return this
    const ignorecase = process.platform !== 'linux'
    const rules = ignore({ ignorecase, allowRelativePaths: true }).add(text)
    return new IgnoreRules([{ offset: path === '' ? 0 : path.length + 1, rules }, ...this.#layers])
  }

  ignores(path: string, isFolder: boolean): boolean {
    for (const { offset, rules } of this.#layers) {
      const verdict = rules.test(`${path.slice(offset)}${isFolder ? '/' : ''}`)
      if (verdict.ignored || verdict.unignored) return verdict.ignored
    }
    return false
  }
}

/** Returns the beginning of an ignore file; undefined where there is no such file. */
async function readIgnoreFile(path: string): Promise<string | undefined> {
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    if (!(await handle.stat()).isFile()) return undefined
    const buffer = Buffer.alloc(FOLDER_LISTING_LIMITS.ignoreBytes)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } catch {
    return undefined
  } finally {
    await handle.close()
  }
}
