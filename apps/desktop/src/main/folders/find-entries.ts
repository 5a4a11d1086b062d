import { yieldIfBudgetSpent, withTimeout } from '@gatehouse/base'
import {
  isHiddenPath,
  isSecretPath,
  type FoundEntries,
  type WorkspaceEntry,
} from '@gatehouse/domain/chats'
import {
  listEntries,
  type ListBounds,
  type ListedEntry,
  type Listing,
  type OpenFolder,
} from './list-entries.ts'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of a folder that are measured at once. */
const AT_ONCE = 2

/** For each folder of a workspace. */
const BOUNDS: ListBounds = { entries: 50_000, inFolder: 10_000, ms: 2000 }
/** Maximum number of entries in a response; typing finds the others. */
const MOST = 100
/** Milliseconds for which a list is reused: about as long as typing a name takes. */
const GOOD_MS = 5000
/** Entries that are compared before others have their turn. */
const AT_A_TIME = 5000

/** They exist so that a test need not wait, nor has a folder that does not respond. */
export interface EntryFinderOptions {
  goodMs?: number
  open?: OpenFolder
  measure?: MeasureFile
}

/** Finds files and folders by their names; lists are cached while the person types. */
export function createEntryFinder(bounds: ListBounds = BOUNDS, options: EntryFinderOptions = {}) {
  const { goodMs = GOOD_MS, open, measure = bytesOf } = options
  const kept = new Map<string, Promise<Listing>>()
  const sizesOf = createFileSizes(measure, bounds.ms)

  function listingOf(folder: string): Promise<Listing> {
    const present = kept.get(folder)
    if (present) return present
    const listing = listEntries(folder, bounds, open)
    const forget = (): void => void kept.delete(folder)
    // Not before it is over: a folder that does not respond is asked once, not again with each letter.
    const timer = setTimeout(() => void listing.then(({ over }) => over).then(forget), goodMs)
    timer.unref()
    kept.set(folder, listing)
    return listing
  }

  return async (folders: readonly string[], query: string): Promise<FoundEntries> => {
    const lists = await Promise.all(
      folders.map(async (folder) => ({ folder, ...(await listingOf(folder)) })),
    )
    const ranked: Ranked[] = []
    for (const { folder, entries } of lists)
      for (let at = 0; at < entries.length; at += AT_A_TIME) {
        await yieldIfBudgetSpent()
        for (const entry of entries.slice(at, at + AT_A_TIME)) {
          const rank = rankOf(entry, query.toLowerCase())
          if (rank !== null) ranked.push({ folder, rank, ...entry })
        }
      }
    const best = ranked.toSorted(bestFirst).slice(0, MOST)
    const sizes = await sizesOf(best.filter(({ kind }) => kind === 'file'))
    return {
      entries: best.map((entry) => describe(entry, sizes.get(entry))),
      complete: ranked.length <= MOST && lists.every(({ complete }) => complete),
    }
  }
}

interface Ranked extends ListedEntry {
  folder: string
  rank: number
}

/**
 * Rank of a match: 0 = the query is the name, 1 = the name begins with it, 2 = the name has it, 3 = the path has
 * it; `null` = no match.
 */
function rankOf({ path }: ListedEntry, query: string): number | null {
  if (query === '') return 0
  const whole = path.toLowerCase()
  const name = whole.slice(whole.lastIndexOf('/') + 1)
  if (name === query || whole === query) return 0
  if (name.startsWith(query)) return 1
  if (name.includes(query)) return 2
  return whole.includes(query) ? 3 : null
}

/** Of equal ones the nearest, then by name. */
function bestFirst(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  const deeper = depthOf(a.path) - depthOf(b.path)
  if (deeper !== 0) return deeper
  return a.path < b.path ? -1 : 1
}

function depthOf(path: string): number {
  let depth = 0
  for (const character of path) if (character === '/') depth += 1
  return depth
}

function describe({ folder, path, kind }: Ranked, bytes: number | undefined): WorkspaceEntry {
  const facts = { isHidden: isHiddenPath(path), isSecret: isSecretPath(path) }
  return { folder, path, kind, ...facts, ...(bytes === undefined ? {} : { bytes }) }
}

/** Returns the bytes of a file; `undefined` = it no longer is a file. Never rejects. */
type MeasureFile = (path: string) => Promise<number | undefined>

async function bytesOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

interface ListedFile {
  folder: string
  path: string
}

/**
 * Gives the sizes of those files that can be read within so many milliseconds, for all together. Few of a folder are
 * asked at once, and none of one that has not responded yet: it would hold the few threads for files.
 */
function createFileSizes(measure: MeasureFile, ms: number) {
  /** Folders in which a file has not responded yet. */
  const silent = new Set<string>()

  return async <File extends ListedFile>(files: readonly File[]): Promise<Map<File, number>> => {
    const sizes = new Map<File, number>()
    const state = { isOver: false }
    async function measureEach(waiting: File[]): Promise<void> {
      for (let file = waiting.shift(); file && !state.isOver; file = waiting.shift()) {
        const bytes = await measure(join(file.folder, file.path))
        if (bytes !== undefined && !state.isOver) sizes.set(file, bytes)
      }
    }
    const readings = new Map<string, Promise<unknown>>()
    for (const folder of new Set(files.map((file) => file.folder))) {
      if (silent.has(folder)) continue
      const waiting = files.filter((file) => file.folder === folder)
      const measuring = Array.from({ length: AT_ONCE }, () => measureEach(waiting))
      const reading = Promise.all(measuring).then(() => readings.delete(folder))
      readings.set(folder, reading)
    }
    await withTimeout(Promise.all(readings.values()), ms, {
      onTimeout() {
        state.isOver = true
        for (const [folder, reading] of readings) {
          silent.add(folder)
          void reading.then(() => silent.delete(folder))
        }
      },
    })
    return sizes
  }
}
