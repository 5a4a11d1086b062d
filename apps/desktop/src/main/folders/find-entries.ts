import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isHiddenPath,
  isSecretPath,
  type FoundEntries,
  type WorkspaceEntry,
} from '@gatehouse/domain'
import { inTime } from './in-time.ts'
import {
  listEntries,
  type ListBounds,
  type ListedEntry,
  type Listing,
  type OpenFolder,
} from './list-entries.ts'

/** For each folder of a workspace. */
const BOUNDS: ListBounds = { entries: 50_000, inFolder: 10_000, ms: 2000 }
/** Entries that are given at a time; typing finds the others. */
const MOST = 100
/** Milliseconds for which a list is good: while somebody types. */
const GOOD_MS = 5000
/** Entries that are compared before others have their turn. */
const AT_A_TIME = 5000
/** Files of a folder that are measured at once. */
const AT_ONCE = 2

/** They exist so that a test need not wait, nor has a folder that gives no answer. */
export interface EntryFinderOptions {
  goodMs?: number
  open?: OpenFolder
  /** Bytes of a file; `undefined` = it is none any more. Never rejects. */
  measure?: (path: string) => Promise<number | undefined>
}

async function bytesOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

/** Finds files and folders by their names; what was listed is kept while somebody types. */
export function createEntryFinder(bounds: ListBounds = BOUNDS, options: EntryFinderOptions = {}) {
  const { goodMs = GOOD_MS, open, measure = bytesOf } = options
  const kept = new Map<string, Promise<Listing>>()
  /** Folders in which a file gave no answer yet. */
  const silent = new Set<string>()

  function listingOf(folder: string): Promise<Listing> {
    const present = kept.get(folder)
    if (present) return present
    const listing = listEntries(folder, bounds, open)
    const forget = (): void => void kept.delete(folder)
    // Not before it is over: a folder that gives no answer is asked once, not anew with each letter.
    const timer = setTimeout(() => void listing.then(({ over }) => over).then(forget), goodMs)
    timer.unref()
    kept.set(folder, listing)
    return listing
  }

  /**
   * Bytes of the files that say so in time, for all together: a list does not wait for sizes. Few of a folder at
   * once, so that one that gives no answer holds few of the threads for files.
   */
  async function sizesOf(best: readonly Ranked[]): Promise<Map<Ranked, number>> {
    const sizes = new Map<Ranked, number>()
    let isOver = false
    async function measureEach(files: Iterator<Ranked>): Promise<void> {
      for (let next = files.next(); next.done !== true && !isOver; next = files.next()) {
        const bytes = await measure(join(next.value.folder, next.value.path))
        if (bytes !== undefined && !isOver) sizes.set(next.value, bytes)
      }
    }
    const readings = new Map<string, Promise<unknown>>()
    for (const folder of new Set(best.map((entry) => entry.folder))) {
      if (silent.has(folder)) continue
      const files = best
        .filter((entry) => entry.folder === folder && entry.kind === 'file')
        .values()
      const measuring = Array.from({ length: AT_ONCE }, () => measureEach(files))
      readings.set(
        folder,
        Promise.all(measuring).then(() => readings.delete(folder)),
      )
    }
    await inTime(Promise.all(readings.values()), bounds.ms, () => {
      isOver = true
      for (const [folder, reading] of readings) {
        silent.add(folder)
        void reading.then(() => silent.delete(folder))
      }
    })
    return sizes
  }

  return async (folders: readonly string[], query: string): Promise<FoundEntries> => {
    const lists = await Promise.all(
      folders.map(async (folder) => ({ folder, ...(await listingOf(folder)) })),
    )
    const ranked: Ranked[] = []
    for (const { folder, entries } of lists)
      for (let at = 0; at < entries.length; at += AT_A_TIME) {
        await new Promise((resolve) => setImmediate(resolve))
        for (const entry of entries.slice(at, at + AT_A_TIME)) {
          const rank = rankOf(entry, query.toLowerCase())
          if (rank !== null) ranked.push({ folder, rank, ...entry })
        }
      }
    const best = ranked.toSorted(bestFirst).slice(0, MOST)
    const sizes = await sizesOf(best)
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

/** 0 = it is what was typed, 1 = its name begins so, 2 = its name has it, 3 = its path has it; `null` = neither. */
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
