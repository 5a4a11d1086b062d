import { resolve, sep } from 'node:path'

/** Folders that a person picked in the system's dialog or dropped, since the start. */
export interface PickedPaths {
  note(paths: readonly string[]): void
  /** Whether a path is one of them, or lies in one. */
  covers(path: string): boolean
}

/** More than anybody picks; the oldest are forgotten, and asked about. */
const MAX_KEPT = 10_000

export function createPickedPaths(): PickedPaths {
  const picked = new Set<string>()
  return {
    note(paths) {
      for (const path of paths) picked.add(resolve(path))
      for (const oldest of picked) {
        if (picked.size <= MAX_KEPT) break
        picked.delete(oldest)
      }
    },
    covers(path) {
      let at = resolve(path)
      while (!picked.has(at)) {
        const parent = resolve(at, '..')
        if (parent === at || !at.includes(sep)) return false
        at = parent
      }
      return true
    },
  }
}
