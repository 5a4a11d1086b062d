import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** What version control and tools keep for themselves. */
const PASSED_OVER = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  '__pycache__',
  '.venv',
  'venv',
  '.tox',
  '.gradle',
  '.next',
  '.nuxt',
  '.cache',
  '.turbo',
  '.parcel-cache',
  '.pytest_cache',
  '.mypy_cache',
  'target',
  'vendor',
])
/** Entries that come at a time; between them others have their turn. */
const AT_A_TIME = 256

export interface ListBounds {
  /** Entries in all, and those of one folder: a huge one must not hide the others. */
  entries: number
  inFolder: number
  ms: number
}

/** An entry below a folder; its path has `/` between the parts. */
export interface ListedEntry {
  path: string
  kind: 'file' | 'folder'
}

/**
 * Files and folders below a folder, nearest first. Links are neither listed nor followed. Never rejects;
 * `complete` is false where a bound was met. What cannot be read is left out.
 */
export async function listEntries(
  folder: string,
  bounds: ListBounds,
): Promise<{ entries: ListedEntry[]; complete: boolean }> {
  const end = performance.now() + bounds.ms
  const entries: ListedEntry[] = []
  const open = ['']
  let complete = true
  const isOver = (): boolean => entries.length >= bounds.entries || performance.now() > end
  for (let at = 0; at < open.length; at += 1) {
    const parent = open[at] ?? ''
    let count = 0
    for await (const entry of entriesOf(join(folder, parent))) {
      if (isOver()) return { entries, complete: false }
      count += 1
      if (count > bounds.inFolder) {
        complete = false
        break
      }
      const kind = kindOf(entry)
      if (kind === null) continue
      const path = parent === '' ? entry.name : `${parent}/${entry.name}`
      entries.push({ path, kind })
      if (kind === 'folder') open.push(path)
    }
  }
  return { entries, complete }
}

function kindOf(entry: Dirent): ListedEntry['kind'] | null {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() && !PASSED_OVER.has(entry.name) ? 'folder' : null
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: AT_A_TIME })
  } catch {
    // It may have gone meanwhile, or is not the person's to read.
  }
}
