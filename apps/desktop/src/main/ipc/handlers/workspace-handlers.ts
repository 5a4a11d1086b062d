import { NEVER_ABORTED } from '@gatehouse/base'
import type { HandlersOf } from '@gatehouse/contract'
import { GatehouseError } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

export const workspaceHandlers = (
  { workspaces, approvalModes }: Host,
  { picked, consent }: Pick<AppAdapters, 'picked' | 'consent'>,
): HandlersOf<'workspace'> => ({
  'workspace.list': () => workspaces.list(),
  'workspace.create': ({ name }) => workspaces.create(name),
  'workspace.rename': ({ id, name }) => workspaces.rename(id, name),
  'workspace.set-approval-mode': ({ id, mode }) => approvalModes.setForWorkspace(id, mode),
  'workspace.remove': ({ id }) => workspaces.remove(id),
  'workspace.restore': ({ id }) => workspaces.restore(id),
  'workspace.add-folders': async ({ id, paths: given }) => {
    const paths = given.map((path) => workspaces.spellingOf(path))
    const covered = await Promise.all(paths.map((path) => picked.covers(path)))
    const others = paths.filter((_path, at) => covered[at] !== true)
    if (others.length > 0) {
      const workspaceName = (await workspaces.list()).find((one) => one.id === id)?.name ?? ''
      const request = { kind: 'folders', workspaceName, paths: others } as const
      if ((await consent.ask(request, NEVER_ABORTED)) === 'cancel') throw notAllowed()
    }
    return workspaces.addFolders(id, paths)
  },
  'workspace.remove-folder': (place) => workspaces.removeFolder(place),
  'workspace.restore-folder': (place) => workspaces.restoreFolder(place),
  'workspace.share': ({ serverId, shared, ...place }) => workspaces.share(place, serverId, shared),
  'workspace.find-projects': async ({ path: given }) => {
    const path = workspaces.spellingOf(given)
    // Names of folders reveal much: the window receives only those below what the person picked.
    if (!(await picked.covers(path))) throw notAllowed()
    // The search bounds its own time.
    return workspaces.findProjects(path, NEVER_ABORTED)
  },
})

function notAllowed(): GatehouseError {
  return new GatehouseError(
    'workspace/not-allowed',
    'You did not pick these folders or allow them, so nothing was done with them.',
  )
}
