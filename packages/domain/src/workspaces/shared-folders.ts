import type { Workspace, WorkspaceFolder } from './workspace.ts'

/** The folders shared with a server, in the workspaces' order, each path once. */
export function sharedFolders(
  workspaces: readonly Workspace[],
  serverId: string,
): WorkspaceFolder[] {
  const found = new Map<string, WorkspaceFolder>()
  for (const { folders } of workspaces)
    for (const folder of folders)
      if (folder.servers.includes(serverId) && !found.has(folder.path))
        found.set(folder.path, folder)
  return [...found.values()]
}
