import { sharedFolders } from '@gatehouse/domain'
import type { FilePreview } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import type { EntryOfFolder } from '../../ports/index.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { folderKey, isWindowsPath, normaliseFolder } from '../../workspaces/folder-path.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'

export type LocatedFile =
  | { kind: 'file'; path: string; place: EntryOfFolder }
  | Extract<FilePreview, { kind: 'not-read' }>

export type LocateDependencies = Pick<HostDependencies, 'stores' | 'folders'> & {
  conversations: Pick<ConversationService, 'workspaceOf'>
  registry: Pick<ServerRegistry, 'get'>
}

/** The server and the chat of a call, and the path in its arguments. */
export interface CalledPath {
  serverId: string
  conversationId: string
  path: string
}

/**
 * The folder that a path of a call is in: one of the chat's workspace, or one that is shared with the server. Only of
 * a server that runs on this computer, whose paths are those of this computer. Throws `chat/not-found`,
 * `server/not-found`.
 */
export function locateFile(called: CalledPath, deps: LocateDependencies): LocatedFile {
  const { registry, folders } = deps
  const { transport } = registry.get(called.serverId).config
  if (transport.kind !== 'stdio') return { kind: 'not-read', because: 'elsewhere' }
  const path = normaliseFolder(called.path, folders.home)
  // What a step up leads to is the server's to decide where a link is on the way.
  if (path === null || called.path.split(/[\\/]/u).includes('..'))
    return { kind: 'not-read', because: 'relative' }
  const separator = isWindowsPath(path) ? '\\' : '/'
  for (const folder of foldersOf(called, deps)) {
    const start = folder.endsWith(separator) ? folder : folder + separator
    if (!folderKey(path).startsWith(folderKey(start))) continue
    const rest = path.slice(start.length).split(separator).join('/')
    return { kind: 'file', path, place: { folder, path: rest } }
  }
  return { kind: 'not-read', because: 'elsewhere' }
}

/** The folders of a chat's workspace, and those that are shared with a server. */
export function foldersOf(
  { serverId, conversationId }: Omit<CalledPath, 'path'>,
  { stores, conversations }: Pick<LocateDependencies, 'stores' | 'conversations'>,
): Set<string> {
  const workspaces = stores.workspaces.list()
  const workspaceId = conversations.workspaceOf(conversationId)
  const own = workspaces.find(({ id }) => id === workspaceId)?.folders ?? []
  return new Set([...own, ...sharedFolders(workspaces, serverId)].map(({ path }) => path))
}
