import { sharedFolders, type Workspace } from '@gatehouse/domain'
import type { Root } from '@gatehouse/domain/server-requests'
import type { WorkspaceStore } from '../ports/index.ts'
import type { FolderStates } from './folder-states.ts'
import { folderUrl } from './folder-path.ts'

/** Computes the roots of each server and notifies those whose roots changed. */
export interface RootsNotifier {
  /** The shared folders that exist, of one workspace or of all; one that was never inspected counts as existing. */
  rootsOf(serverId: string, workspaceId: string | null): Root[]
  /** The server gets the current roots anyway: no notification. */
  markSent(serverId: string): void
  /** Notifies every server whose roots differ from those it got last. */
  refresh(): void
}

export interface RootsNotifierOptions {
  store: Pick<WorkspaceStore, 'list'>
  states: Pick<FolderStates, 'of'>
  notify(serverId: string): void
}

export function createRootsNotifier({
  store,
  states,
  notify,
}: RootsNotifierOptions): RootsNotifier {
  const sent = new Map<string, string>()

  const rootsIn = (workspaces: readonly Workspace[], serverId: string): Root[] =>
    sharedFolders(workspaces, serverId)
      .filter(({ path }) => (states.of(path)?.status ?? 'ok') === 'ok')
      .map(({ path, name }) => ({ uri: folderUrl(path), name }))

  function note(workspaces: readonly Workspace[], serverId: string): boolean {
    const now = rootsIn(workspaces, serverId)
      .map(({ uri }) => uri)
      .join('\n')
    const before = sent.get(serverId) ?? ''
    sent.set(serverId, now)
    return before !== now
  }

  const present = store.list()
  for (const serverId of serversIn(present)) note(present, serverId)

  return {
    rootsOf: (serverId, workspaceId) =>
      rootsIn(
        store.list().filter(({ id }) => workspaceId === null || id === workspaceId),
        serverId,
      ),
    markSent: (serverId) => void note(store.list(), serverId),
    refresh() {
      const workspaces = store.list()
      for (const serverId of new Set([...sent.keys(), ...serversIn(workspaces)]))
        if (note(workspaces, serverId)) notify(serverId)
    },
  }
}

function serversIn(workspaces: readonly Workspace[]): string[] {
  return workspaces.flatMap(({ folders }) => folders.flatMap(({ servers }) => servers))
}
