import type { FolderState, Workspace } from '@gatehouse/domain'
import type { Folders } from '../ports/index.ts'

/** The last known state of each folder that was inspected. */
export interface FolderStates {
  /** Undefined until it was looked at once. */
  of(path: string): FolderState | undefined
  /** Inspects all of them; resolves with the paths whose state changed. */
  inspect(paths: Iterable<string>): Promise<Set<string>>
  /** Inspects only those that were never inspected. */
  know(paths: Iterable<string>): Promise<Set<string>>
}

export function createFolderStates(folders: Pick<Folders, 'inspect'>): FolderStates {
  const known = new Map<string, FolderState>()

  async function inspect(paths: Iterable<string>): Promise<Set<string>> {
    const changed = new Set<string>()
    await Promise.all(
      [...new Set(paths)].map(async (path) => {
        const state = await folders.inspect(path)
        if (!isSame(known.get(path), state)) changed.add(path)
        known.set(path, state)
      }),
    )
    return changed
  }

  return {
    of: (path) => known.get(path),
    inspect,
    know: (paths) => inspect([...paths].filter((path) => !known.has(path))),
  }
}

export function pathsOf(workspaces: readonly Workspace[]): string[] {
  return workspaces.flatMap(({ folders }) => folders.map(({ path }) => path))
}

function isSame(before: FolderState | undefined, now: FolderState): boolean {
  return (
    before?.status === now.status &&
    before.git?.branch === now.git?.branch &&
    (before.git === undefined) === (now.git === undefined)
  )
}
