import { lstat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

const MAX_LEVELS = 40

/**
 * Which of `names` (relative paths) are in a folder or above it, nearest first. The person's home and
 * what is above it are left out: what lies there is theirs.
 */
export async function findInParents(folder: string, names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  let level = resolve(folder)
  for (let count = 0; count < MAX_LEVELS && !holdsHome(level); count += 1) {
    const paths = names.map((name) => join(level, name))
    const there = await Promise.all(paths.map(exists))
    found.push(...paths.filter((_, index) => there[index]))
    if (dirname(level) === level) break
    level = dirname(level)
  }
  return found
}

function holdsHome(folder: string): boolean {
  const below = relative(folder, homedir())
  return below === '' || !(below.startsWith('..') || resolve(below) === below)
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
