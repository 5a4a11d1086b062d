import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type WorkspaceRoutes = Extract<keyof RouteHandlers, `workspace.${string}`>

export function workspaceHandlers({ workspaces }: Host): Pick<RouteHandlers, WorkspaceRoutes> {
  // The search bounds its own time.
  const never = new AbortController().signal
  return {
    'workspace.list': () => workspaces.list(),
    'workspace.create': ({ name }) => workspaces.create(name),
    'workspace.rename': ({ id, name }) => workspaces.rename(id, name),
    'workspace.remove': ({ id }) => workspaces.remove(id),
    'workspace.restore': ({ id }) => workspaces.restore(id),
    'workspace.add-folders': ({ id, paths }) => workspaces.addFolders(id, paths),
    'workspace.remove-folder': (place) => workspaces.removeFolder(place),
    'workspace.restore-folder': (place) => workspaces.restoreFolder(place),
    'workspace.share': ({ serverId, shared, ...place }) =>
      workspaces.share(place, serverId, shared),
    'workspace.find-projects': ({ path }) => workspaces.findProjects(path, never),
  }
}
