import { sharedFolders, type Root, type Workspace } from '@gatehouse/domain'
import type { WorkspaceStore } from '../ports/index.ts'
import type { FolderStates } from './folder-states.ts'
import { folderUrl } from './folder-url.ts'

/** What every server sees as its roots, and who must be told when that changes. */
export interface RootsBoard {
  /** The shared folders that are there; one that was never looked at counts as there. */
  rootsOf(serverId: string): Root[]
  /** The server is getting the present roots anyway. */
  noteSeen(serverId: string): void
  /** Compares with what each server saw, and tells those who see something else now. */
  refresh(): void
}

export interface RootsBoardOptions {
  store: Pick<WorkspaceStore, 'list'>
  states: Pick<FolderStates, 'of'>
  tell(serverId: string): void
}

export function createRootsBoard({ store, states, tell }: RootsBoardOptions): RootsBoard {
  const seen = new Map<string, string>()

  const rootsIn = (workspaces: readonly Workspace[], serverId: string): Root[] =>
    sharedFolders(workspaces, serverId)
      .filter(({ path }) => (states.of(path)?.status ?? 'ok') === 'ok')
      .map(({ path, name }) => ({ uri: folderUrl(path), name }))

  function note(workspaces: readonly Workspace[], serverId: string): boolean {
    const now = rootsIn(workspaces, serverId)
      .map(({ uri }) => uri)
      .join('\n')
    const before = seen.get(serverId) ?? ''
    seen.set(serverId, now)
    return before !== now
  }

  const present = store.list()
  for (const serverId of serversIn(present)) note(present, serverId)

  return {
    rootsOf: (serverId) => rootsIn(store.list(), serverId),
    noteSeen: (serverId) => void note(store.list(), serverId),
    refresh() {
      const workspaces = store.list()
      for (const serverId of new Set([...seen.keys(), ...serversIn(workspaces)]))
        if (note(workspaces, serverId)) tell(serverId)
    },
  }
}

function serversIn(workspaces: readonly Workspace[]): string[] {
  return workspaces.flatMap(({ folders }) => folders.flatMap(({ servers }) => servers))
}
