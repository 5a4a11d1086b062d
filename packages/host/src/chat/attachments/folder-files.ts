import { GatehouseError } from '@gatehouse/domain'
import type { FolderListing, ListingChoice } from '@gatehouse/domain/documents'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import type { DraftAttachments } from './draft-attachments.ts'

type Dependencies = Pick<HostDependencies, 'folders'> & {
  conversations: ConversationService
  attachments: Pick<DraftAttachments, 'attachFile'>
}

/** Outcome of attaching a folder: its files, and those that failed. */
export interface AttachedFolder {
  attachmentIds: string[]
  failed: { path: string; error: unknown }[]
}

const MAX_NAME = 255

/** Files of a folder that the person picked: listed, and attached to the draft of a chat. */
export class FolderFiles {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects with `folder/…`. */
  list(folder: string, choice: ListingChoice): Promise<FolderListing> {
    return this.#deps.folders.listFiles(folder, choice)
  }

  /** Attaches each file under its path from the folder on. Rejects with `chat/not-found`. */
  async attach(
    conversationId: string,
    { folder, paths }: { folder: string; paths: readonly string[] },
  ): Promise<AttachedFolder> {
    this.#deps.conversations.get(conversationId)
    const attached: AttachedFolder = { attachmentIds: [], failed: [] }
    for (const path of paths) {
      try {
        attached.attachmentIds.push(await this.#attachOne(conversationId, folder, path))
      } catch (error) {
        attached.failed.push({ path, error })
      }
    }
    return attached
  }

  async #attachOne(conversationId: string, folder: string, path: string): Promise<string> {
    const { folders, attachments } = this.#deps
    const read = await folders.readEntry({ folder, path })
    if (read.kind === 'folder')
      throw new GatehouseError('workspace/no-such-entry', 'This is a folder now, and no file.')
    const label = `${lastPart(folder)}/${path}`
    const { id } = await attachments.attachFile(
      conversationId,
      { name: lastPart(path), mimeType: '', bytes: read.bytes },
      label.length > MAX_NAME ? `…${label.slice(1 - MAX_NAME)}` : label,
    )
    return id
  }
}

const lastPart = (path: string): string =>
  path.split(/[/\\]/).findLast((part) => part !== '') ?? 'folder'
