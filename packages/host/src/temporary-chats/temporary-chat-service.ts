import { GatehouseError, type BlobRef, type Conversation } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { blobsOf, persistChat } from './persist-chat.ts'
import { TemporaryChats } from './temporary-chats.ts'
import { withTemporaryChats } from './with-temporary-chats.ts'

/** Chats that are in memory alone, until the person keeps them. */
export class TemporaryChatService {
  readonly #given: HostDependencies
  readonly #chats: TemporaryChats
  /** The dependencies of the host, with temporary chats in memory and everything else as given. */
  readonly deps: HostDependencies

  constructor(given: HostDependencies) {
    this.#given = given
    this.#chats = new TemporaryChats(() => {
      if (given.temporaryStores) return given.temporaryStores()
      throw new GatehouseError('chat/not-temporary', 'There are no temporary chats here.')
    })
    this.deps = { ...given, stores: withTemporaryChats(given.stores, this.#chats) }
  }

  /**
   * Writes a chat to disk with all that is in it: all of it, or nothing. Throws `chat/not-found`, `chat/busy`
   * while a turn runs (`isBusy`), `store/…`.
   */
  async keep(conversationId: string, isBusy: () => boolean): Promise<Conversation> {
    const files = new NewFiles(this.#given)
    try {
      return await this.#keep(conversationId, { isBusy, files })
    } catch (error) {
      await files.discard()
      throw error
    }
  }

  async #keep(
    conversationId: string,
    { isBusy, files }: { isBusy: () => boolean; files: NewFiles },
  ): Promise<Conversation> {
    const { stores: disk, events } = this.#given
    const put = new Set<string>()
    for (;;) {
      if (!this.#chats.has(conversationId))
        throw new GatehouseError('chat/not-found', 'This chat no longer exists.')
      if (isBusy())
        throw new GatehouseError(
          'chat/busy',
          'Wait until the answer is complete, then keep the chat.',
        )
      const memory = this.#chats.stores()
      const missing = blobsOf(conversationId, memory).filter(({ hash }) => !put.has(hash))
      if (missing.length === 0) break
      for (const ref of missing) {
        put.add(ref.hash)
        // What was removed from memory is gone for the chat as well.
        const data = await memory.blobs.read(ref.hash).catch(() => null)
        if (data) await files.put(ref, data)
      }
    }
    const memory = this.#chats.stores()
    const conversation = disk.transaction(() => persistChat(conversationId, { disk, memory }))
    this.#chats.release(conversationId)
    events.emit('chat.changed', conversation)
    return conversation
  }
}

/** Files that are written before it is certain that the chat will be stored. */
class NewFiles {
  readonly #deps: Pick<HostDependencies, 'stores' | 'clock'>
  /** Time of creation of each file that did not exist before. */
  readonly #putBy = new Map<string, number>()

  constructor(deps: Pick<HostDependencies, 'stores' | 'clock'>) {
    this.#deps = deps
  }

  async put({ hash, mimeType }: BlobRef, data: Uint8Array): Promise<void> {
    const { stores, clock } = this.#deps
    const isNew = (await stores.blobs.size(hash)) === null
    try {
      await stores.blobs.put({ data, encoding: 'bytes', mimeType })
    } finally {
      if (isNew) this.#putBy.set(hash, clock.now())
    }
  }

  /** The chat is not kept, and so no word of it. What cannot be removed now is collected with what is unused. */
  async discard(): Promise<void> {
    for (const [hash, putBy] of this.#putBy)
      await this.#deps.stores.blobs.discard(hash, putBy).catch(() => undefined)
  }
}
