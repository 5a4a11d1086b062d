import { GatehouseError, type Attachment } from '@gatehouse/domain'
import type { FoundEntries } from '@gatehouse/domain/chats'
import type { DraftAttachments } from './draft-attachments.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type { EntryOfFolder } from '../../ports/index.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'folders'> & {
  conversations: ConversationService
  attachments: Pick<DraftAttachments, 'attachFile' | 'attachNames'>
}

const NOTHING: FoundEntries = { entries: [], complete: true }

/** Files and folders of the workspace that a chat is in: found by name, and attached to its draft. */
export class WorkspaceFiles {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects with `chat/not-found`. */
  async find(conversationId: string, query: string): Promise<FoundEntries> {
    const folders = this.#foldersOf(conversationId)
    return folders.length === 0 ? NOTHING : this.#deps.folders.findEntries(folders, query)
  }

  /** Rejects with `chat/not-found`, `workspace/…`, `attachment/…`. */
  async attach(conversationId: string, place: EntryOfFolder): Promise<Attachment> {
    const { folders, attachments } = this.#deps
    this.#assertFolder(conversationId, place)
    const read = await folders.readEntry(place)
    // Another workspace may have been chosen while a slow disk responded.
    this.#assertFolder(conversationId, place)
    const name = lastPart(place)
    return read.kind === 'file'
      ? attachments.attachFile(conversationId, { name, mimeType: '', bytes: read.bytes })
      : attachments.attachNames(conversationId, { name: `${name}/`, ...read })
  }

  #foldersOf(conversationId: string): string[] {
    const workspaceId = this.#deps.conversations.workspaceOf(conversationId)
    const workspace = this.#deps.stores.workspaces.list().find(({ id }) => id === workspaceId)
    return workspace?.folders.map(({ path }) => path) ?? []
  }

  #assertFolder(conversationId: string, { folder }: EntryOfFolder): void {
    if (!this.#foldersOf(conversationId).includes(folder))
      throw new GatehouseError(
        'workspace/folder-not-found',
        'This folder is no longer in the workspace of the chat.',
      )
  }
}

function lastPart({ path }: EntryOfFolder): string {
  return path.split('/').findLast((part) => part !== '') ?? 'file'
}
