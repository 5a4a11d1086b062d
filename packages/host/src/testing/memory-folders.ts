import { GatehouseError, type FolderState } from '@gatehouse/domain'
import type { Folders } from '../ports/index.ts'

type Found = Omit<FolderState, 'path'>

/** Folders by what is found at them, to be changed while a test runs; others are missing. */
export function createMemoryFolders(
  present: Record<string, Found> = {},
): Folders & { found: Map<string, Found>; change(path: string, state?: Found): void } {
  const found = new Map(Object.entries(present))
  const watching = new Set<{ paths: Set<string>; onChange: (path: string) => void }>()
  return {
    found,
    /** A folder went, or is found to be this now, and whoever follows it hears of it. */
    change(path, state) {
      if (state) found.set(path, state)
      else found.delete(path)
      for (const { paths, onChange } of watching) if (paths.has(path)) onChange(path)
    },
    watch(onChange) {
      const watch = { paths: new Set<string>(), onChange }
      watching.add(watch)
      return {
        follow: (paths) => void (watch.paths = new Set(paths)),
        close: () => void watching.delete(watch),
      }
    },
    home: '/home/ada',
    inspect: (path) => Promise.resolve({ path, ...(found.get(path) ?? { status: 'missing' }) }),
    findEntries: () => Promise.resolve({ entries: [], complete: true }),
    listFiles: () =>
      Promise.resolve({
        files: [],
        left: { links: 0, hidden: 0, ignored: 0, unreadable: 0 },
        cut: [],
      }),
    readEntry: () =>
      Promise.reject(new GatehouseError('workspace/no-such-entry', 'There is no such file.')),
    readVersion: () => Promise.resolve({ kind: 'absent' }),
    restoreVersion: () => Promise.resolve(),
    findProjects: (parent) => Promise.resolve({ parent, projects: [], complete: true }),
  }
}
