import type { Dirent } from 'node:fs'
import { lstat, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isSecretPath } from '@gatehouse/domain/chats'
import {
  FOLDER_LISTING_LIMITS,
  type FolderListing,
  type ListingChoice,
} from '@gatehouse/domain/documents'
import { GENERATED_FOLDERS } from '../generated-folders.ts'
import { IgnoreRules } from './ignore-rules.ts'

type Limits = { [Name in 'files' | 'folders' | 'inFolder' | 'depth' | 'ms']: number }

interface Level {
  path: string
  depth: number
  rules: IgnoreRules
}

/** Lists the files below a folder, nearest first. Links are counted and not followed. Rejects if it cannot be read. */
export function listFiles(
  folder: string,
  choice: ListingChoice,
  limits: Limits = FOLDER_LISTING_LIMITS,
): Promise<FolderListing> {
  return new Walk(choice, limits).run(folder)
}

class Walk {
  readonly #choice: ListingChoice
  readonly #limits: Limits
  readonly #files: FolderListing['files'] = []
  readonly #left = { links: 0, hidden: 0, ignored: 0, unreadable: 0 }
  readonly #cut = new Set<FolderListing['cut'][number]>()
  readonly #levels: Level[] = [{ path: '', depth: 0, rules: new IgnoreRules() }]
  readonly #end: number

  constructor(choice: ListingChoice, limits: Limits) {
    this.#choice = choice
    this.#limits = limits
    this.#end = performance.now() + limits.ms
  }

  async run(folder: string): Promise<FolderListing> {
    const root = await realpath(folder)
    // An unreadable root is an error, an unreadable folder in it a number.
    await (await opendir(root)).close()
    for (let at = 0; at < this.#levels.length && !this.#isOver(); at += 1) {
      const level = this.#levels[at]
      if (level) await this.#open(root, level)
    }
    return { files: this.#files, left: this.#left, cut: [...this.#cut] }
  }

  #isOver(): boolean {
    if (performance.now() > this.#end) this.#cut.add('time')
    return this.#cut.has('time') || this.#files.length >= this.#limits.files
  }

  async #open(root: string, { path, depth, rules: above }: Level): Promise<void> {
    const folder = join(root, path)
    // A link may have taken the place of the folder since it was listed.
    const isInPlace = (await realpath(folder).catch(() => null)) === folder
    const opened = isInPlace ? await opendir(folder).catch(() => null) : null
    if (opened === null) return void (this.#left.unreadable += 1)
    const rules = this.#choice.ignored ? above : await above.within(root, path)
    let seen = 0
    for await (const entry of opened) {
      seen += 1
      if (seen > this.#limits.inFolder || this.#files.length >= this.#limits.files)
        return void this.#cut.add('files')
      if (this.#isOver()) return
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      await this.#add(root, entry, { path: below, depth: depth + 1, rules })
    }
  }

  async #add(root: string, entry: Dirent, level: Level): Promise<void> {
    const { path, depth, rules } = level
    if (entry.isSymbolicLink()) return void (this.#left.links += 1)
    if (!this.#choice.hidden && entry.name.startsWith('.')) return void (this.#left.hidden += 1)
    const isFolder = entry.isDirectory()
    if (!this.#choice.ignored && isIgnored(entry, path, rules))
      return void (this.#left.ignored += 1)
    if (path.length > FOLDER_LISTING_LIMITS.pathCharacters) return void this.#cut.add('depth')
    if (isFolder) {
      if (depth > this.#limits.depth) this.#cut.add('depth')
      else if (this.#levels.length > this.#limits.folders) this.#cut.add('files')
      else this.#levels.push(level)
      return
    }
    const found = entry.isFile() ? await lstat(join(root, path)).catch(() => null) : null
    if (found?.isFile() !== true) return void (this.#left.unreadable += 1)
    this.#files.push({ path, bytes: found.size, isSecret: isSecretPath(path) })
  }
}

const isIgnored = (entry: Dirent, path: string, rules: IgnoreRules): boolean =>
  (entry.isDirectory() && GENERATED_FOLDERS.has(entry.name)) ||
  rules.ignores(path, entry.isDirectory())
