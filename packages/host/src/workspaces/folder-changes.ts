import type { FolderRefusal, Workspace, WorkspaceFolder } from '@gatehouse/domain'
import { folderKey, folderName } from './folder-path.ts'
import type { FolderStates } from './folder-states.ts'

/** Folders of one workspace. */
const MAX_FOLDERS = 200

/** The person's decision about the folders that a server asked for. */
export interface RootsDecision {
  serverId: string
  offered: readonly string[]
  share: readonly string[]
}

/** A path as it was given, and as the path of a folder; `null` = it is not absolute. */
interface Candidate {
  given: string
  path: string | null
}

/** Returns the folders of a workspace with the valid candidates, and the reasons for the others. */
export function addedFolders(
  workspace: Workspace,
  candidates: readonly Candidate[],
  states: Pick<FolderStates, 'of'>,
): { folders: WorkspaceFolder[]; added: string[]; refused: FolderRefusal[] } {
  const folders = [...workspace.folders]
  const added: string[] = []
  const refused: FolderRefusal[] = []
  for (const { given, path } of candidates) {
    const reason = refusalOf(path, folders, states)
    if (path === null || reason) {
      refused.push({ path: given, reason: reason ?? 'not-absolute' })
      continue
    }
    folders.push({ path, name: folderName(path), servers: [] })
    added.push(path)
  }
  return { folders, added, refused }
}

function refusalOf(
  path: string | null,
  folders: readonly WorkspaceFolder[],
  states: Pick<FolderStates, 'of'>,
): FolderRefusal['reason'] | undefined {
  if (path === null) return 'not-absolute'
  const status = states.of(path)?.status
  if (status === 'missing' || status === 'not-a-folder') return status
  if (folders.some((folder) => folderKey(folder.path) === folderKey(path))) return 'already-there'
  return folders.length >= MAX_FOLDERS ? 'too-many' : undefined
}

/** The workspace as it was decided; `null` when nothing in it changes. */
export function decidedFolders(
  workspace: Workspace,
  { serverId, offered, share }: RootsDecision,
): Workspace | null {
  const folders = workspace.folders.map((folder) =>
    offered.includes(folder.path)
      ? withServer(folder, serverId, share.includes(folder.path))
      : folder,
  )
  const isSame = folders.every((folder, at) => folder === workspace.folders[at])
  return isSame ? null : { ...workspace, folders }
}

export function withServer(
  folder: WorkspaceFolder,
  serverId: string,
  shared: boolean,
): WorkspaceFolder {
  if (folder.servers.includes(serverId) === shared) return folder
  const others = folder.servers.filter((id) => id !== serverId)
  return { ...folder, servers: shared ? [...others, serverId] : others }
}
