import { withTimeout } from '@gatehouse/base'
import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { GENERATED_FOLDERS } from './generated-folders.ts'

/** Entries that come at a time; between them others have their turn. */
const AT_A_TIME = 256

export interface ListBounds {
  /** Maximum number of entries, in all and in one folder: a huge folder must not hide the others. */
  entries: number
  inFolder: number
  ms: number
}

/** An entry below a folder; its path has `/` between the parts. */
export interface ListedEntry {
  path: string
  kind: 'file' | 'folder'
}

/** Opens a folder and lists its entries. */
export type OpenFolder = (folder: string) => Promise<AsyncIterable<Dirent>>

const openFolder: OpenFolder = (folder) => opendir(folder, { bufferSize: AT_A_TIME })

export interface Listing {
  entries: ListedEntry[]
  complete: boolean
  /** Until then a folder that does not respond may hold one of the few threads for files. Never rejects. */
  over: Promise<void>
}

/**
 * Files and folders below a folder, nearest first. Links are neither listed nor followed. Never rejects, and
 * takes no longer than `bounds.ms` even where a folder does not respond; `complete` is false where a bound was
 * met. What cannot be read is left out.
 */
export async function listEntries(
  folder: string,
  bounds: ListBounds,
  open: OpenFolder = openFolder,
): Promise<Listing> {
  const entries: ListedEntry[] = []
  const walking = walk({ folder, bounds, open, entries })
  const over = walking.then(() => undefined)
  const complete = await withTimeout(walking, bounds.ms, { onTimeout: () => false })
  return { entries: complete ? entries : [...entries], complete, over }
}

interface Walk {
  folder: string
  bounds: ListBounds
  open: OpenFolder
  entries: ListedEntry[]
}

/** Adds to the entries; gives back whether these are all. Never rejects. */
async function walk({ folder, bounds, open, entries }: Walk): Promise<boolean> {
  const end = performance.now() + bounds.ms
  const folders = ['']
  let complete = true
  for (let at = 0; at < folders.length; at += 1) {
    const parent = folders[at] ?? ''
    let count = 0
    // Nothing else is opened after one that took too long.
    if (performance.now() > end) return false
    for await (const entry of entriesOf(join(folder, parent), open)) {
      if (entries.length >= bounds.entries || performance.now() > end) return false
      count += 1
      if (count > bounds.inFolder) {
        complete = false
        break
      }
      const kind = kindOf(entry)
      if (kind === null) continue
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`
      entries.push({ path, kind })
      if (kind === 'folder') folders.push(path)
    }
  }
  return complete
}

function kindOf(entry: Dirent): ListedEntry['kind'] | null {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() && !GENERATED_FOLDERS.has(entry.name) ? 'folder' : null
}

async function* entriesOf(folder: string, open: OpenFolder): AsyncGenerator<Dirent> {
  try {
    yield* await open(folder)
  } catch {
    // It may have gone meanwhile, or is not the person's to read.
  }
}
