import { withTimeout } from '@gatehouse/base'
import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Folders that a person picked in the system's dialog or dropped, since the start. */
export interface PickedPaths {
  note(paths: readonly string[]): void
  /** True if a path is one of them, or lies in one, after links are resolved. Never rejects. */
  covers(path: string): Promise<boolean>
}

/** More than a person picks; the oldest are forgotten, and asked about. */
const MAX_KEPT = 10_000
/** Milliseconds that a path may take; a lost network drive can take minutes. */
const TIMEOUT_MS = 3000

export function createPickedPaths(): PickedPaths {
  const picked = new Set<string>()
  /** Where those led when they were picked. */
  const real = new Set<string>()
  const noting = new Set<Promise<void>>()

  async function keep(path: string): Promise<void> {
    addTo(picked, resolve(path))
    const leadsTo = await realPathOf(path)
    if (leadsTo !== null) addTo(real, leadsTo)
  }

  return {
    note(paths) {
      for (const path of paths) {
        const kept = keep(path).finally(() => noting.delete(kept))
        noting.add(kept)
      }
    },
    async covers(path) {
      // Nothing is looked at outside: where the window names a share, that alone would call its host.
      const place = resolve(path)
      if (!liesIn(picked, place)) return false
      await Promise.all(noting)
      // Of the same text: the system follows a link before it goes up from there.
      const leadsTo = await realPathOf(place)
      return leadsTo !== null && liesIn(real, leadsTo)
    },
  }
}

function addTo(kept: Set<string>, path: string): void {
  kept.add(path)
  for (const oldest of kept) {
    if (kept.size <= MAX_KEPT) break
    kept.delete(oldest)
  }
}

/** True if a path is one of the folders, or lies in one, by its text. */
function liesIn(folders: ReadonlySet<string>, path: string): boolean {
  let at = path
  while (!folders.has(at)) {
    if (dirname(at) === at) return false
    at = dirname(at)
  }
  return true
}

/** Returns the real path; null if it does not exist or does not respond. */
async function realPathOf(path: string): Promise<string | null> {
  const real = realpath(path).catch(() => null)
  return withTimeout(real, TIMEOUT_MS, { onTimeout: () => null })
}
