import type { FolderState } from '@gatehouse/domain'
import type { Folders } from '../ports/index.ts'

type Found = Omit<FolderState, 'path'>

/** Folders by what is found at them, to be changed while a test runs; others are missing. */
export function createMemoryFolders(
  present: Record<string, Found> = {},
): Folders & { found: Map<string, Found> } {
  const found = new Map(Object.entries(present))
  return {
    found,
    home: '/home/ada',
    inspect: (path) => Promise.resolve({ path, ...(found.get(path) ?? { status: 'missing' }) }),
    findProjects: (parent) => Promise.resolve({ parent, projects: [], complete: true }),
  }
}
