import { attachmentName, GatehouseError, type Conversation, type Turn } from '@gatehouse/domain'
import { QUEUE_LIMITS, type QueuedMessage, type QueuePauseReason } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import type { Transaction } from '../../transactions.ts'
import { refusal } from '../attachments/attachment-refusal.ts'
import { assertContent, type DraftAttachments } from '../attachments/draft-attachments.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import type { Message } from './turn-starter.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock'> & {
  transaction: Transaction
  conversations: ConversationService
  attachments: DraftAttachments
}

/** Characters of an attachment's name in the queue. */
const MAX_NAME = 200

/**
 * Messages of each chat that wait for the answer before them, in the chat's record. Once an answer did not
 * complete, and after a restart, they are held: none goes before the person sends one. Methods throw
 * `chat/not-found`, `chat/not-queued`.
 */
export class MessageQueue {
  readonly #deps: Dependencies
  /** Chats whose messages are held although the disk did not take that in. */
  readonly #unsaved = new Set<string>()
  /** By chat, messages for which an answer was stopped: the first is sent when the turn ends, however it ends. */
  readonly #wanted = new Map<string, string[]>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  list(conversationId: string): readonly QueuedMessage[] {
    return this.#deps.conversations.get(conversationId).queue ?? []
  }

  /**
   * Queues the shown draft: as the last message, or before all but those that are already to be sent first. Throws
   * `attachment/changed`, `chat/no-message`, `chat/queue-full`.
   */
  add(
    conversationId: string,
    { text, attachmentIds }: { text: string; attachmentIds: readonly string[] },
    place: 'last' | 'wanted' = 'last',
  ): QueuedMessage {
    const { conversations, attachments: drafts, ids, clock } = this.#deps
    const attachments = drafts.shown(conversationId, attachmentIds)
    assertContent(text, attachments)
    const queue = this.list(conversationId)
    if (queue.length >= QUEUE_LIMITS.messages) throw queueFull()
    const { fileDraft, imported } = conversations.get(conversationId)
    const message: QueuedMessage = {
      id: ids.next(),
      text,
      attachments: attachments.map((one) => ({
        id: one.id,
        name: attachmentName(one).slice(0, MAX_NAME),
      })),
      ...(fileDraft && imported ? { imported: imported.name } : {}),
      createdAt: clock.now(),
    }
    const wanted = this.#wanted.get(conversationId) ?? []
    const at =
      place === 'last' ? queue.length : queue.findLastIndex(({ id }) => wanted.includes(id)) + 1
    const next = [...queue.slice(0, at), message, ...queue.slice(at)]
    assertRoom(next)
    // Either it is in the queue, or it is in the draft as before.
    this.#deps.transaction(() => {
      conversations.setQueue(conversationId, next)
      conversations.takeDraft(conversationId)
      if (attachments.length > 0) drafts.changed(conversationId)
    })
    if (place === 'wanted') this.#wanted.set(conversationId, [...wanted, message.id])
    return message
  }

  /** Throws `chat/no-message`, `chat/queue-full`. */
  edit(conversationId: string, messageId: string, text: string): Conversation {
    const queue = this.list(conversationId)
    const message = find(queue, messageId)
    if (message.attachments.length === 0) assertContent(text, [])
    const next = queue.map((one) => (one === message ? { ...one, text } : one))
    assertRoom(next)
    return this.#deps.conversations.setQueue(conversationId, next)
  }

  /** Removes a queued message with its attachments. */
  remove(conversationId: string, messageId: string): Conversation {
    const { attachments } = find(this.list(conversationId), messageId)
    const conversation = this.drop(conversationId, messageId)
    for (const { id } of attachments) this.#deps.attachments.discard(conversationId, id)
    return conversation
  }

  /** It is in a turn now: it is no longer in the queue. */
  drop(conversationId: string, messageId: string): Conversation {
    const rest = this.list(conversationId).filter(({ id }) => id !== messageId)
    return this.#deps.conversations.setQueue(conversationId, rest)
  }

  /** Begins the edit of a message. No message of the chat is sent during it. */
  beginEdit(conversationId: string, messageId: string): Conversation {
    find(this.list(conversationId), messageId)
    const wanted = this.#wanted.get(conversationId) ?? []
    this.#wanted.set(
      conversationId,
      wanted.filter((id) => id !== messageId),
    )
    if (this.#held(conversationId) === null) this.hold(conversationId, 'editing')
    return this.#deps.conversations.get(conversationId)
  }

  /** Ends the edit: messages are sent as before, unless a turn ended during it. */
  endEdit(conversationId: string): Conversation {
    if (this.#held(conversationId) !== 'editing')
      return this.#deps.conversations.get(conversationId)
    this.release(conversationId)
    this.released(conversationId)
    return this.#deps.conversations.get(conversationId)
  }

  /** None goes by itself from now on. */
  hold(conversationId: string, why: QueuePauseReason): void {
    if (why !== 'editing') this.#wanted.delete(conversationId)
    this.#unsaved.add(conversationId)
    const { queue, queueHeld } = this.#deps.conversations.get(conversationId)
    if (queue && queueHeld !== why) this.#deps.conversations.setQueuePaused(conversationId, why)
    this.#unsaved.delete(conversationId)
  }

  /** The person chose that they go: on disk, and once that is kept, {@link released}. */
  release(conversationId: string): void {
    const { queueHeld } = this.#deps.conversations.get(conversationId)
    if (queueHeld) this.#deps.conversations.setQueuePaused(conversationId, null)
  }

  /** Called when a released message is on disk. */
  released(conversationId: string): void {
    this.#unsaved.delete(conversationId)
  }

  /** Holds what waits in all chats: the app started again. */
  holdAll(): void {
    for (const { id, queueHeld } of this.#deps.stores.conversations.withQueue()) {
      try {
        if (queueHeld !== 'not-complete') this.hold(id, 'paused')
      } catch {
        // The disk refuses: it is held for as long as the app runs.
      }
    }
  }

  /** The message that goes now that a turn is over; `null` for none, and what waits then is held. */
  next({ conversationId, status }: Pick<Turn, 'conversationId' | 'status'>): string | null {
    const wanted = this.#wanted.get(conversationId) ?? []
    this.#wanted.delete(conversationId)
    const queue = this.list(conversationId)
    const first = queue.find(({ id }) => wanted.includes(id))
    if (first && status !== 'interrupted') return first.id
    const held = this.#held(conversationId)
    if (status === 'done' && held === null) return queue[0]?.id ?? null
    if (status !== 'done') this.hold(conversationId, 'not-complete')
    else if (held === 'editing' || this.#unsaved.has(conversationId))
      this.hold(conversationId, 'paused')
    return null
  }

  #held(conversationId: string): QueuePauseReason | null {
    const { queueHeld } = this.#deps.conversations.get(conversationId)
    return queueHeld ?? (this.#unsaved.has(conversationId) ? 'paused' : null)
  }

  /** The content of a queued message. Throws `attachment/changed` when a part of it no longer exists. */
  content(conversationId: string, messageId: string): Message {
    const { text, attachments, imported } = find(this.list(conversationId), messageId)
    const kept = this.#deps.stores.attachments.list(conversationId)
    const found = attachments.flatMap(({ id }) => kept.find((one) => one.id === id) ?? [])
    if (found.length !== attachments.length) throw refusal.changed()
    return { text, attachments: found, imported }
  }
}

function find(queue: readonly QueuedMessage[], id: string): QueuedMessage {
  const message = queue.find((one) => one.id === id)
  if (!message)
    throw new GatehouseError('chat/not-queued', 'This message is no longer waiting to be sent.')
  return message
}

function assertRoom(queue: readonly QueuedMessage[]): void {
  const characters = queue.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > QUEUE_LIMITS.characters) throw queueFull()
}

const queueFull = (): GatehouseError =>
  new GatehouseError(
    'chat/queue-full',
    `At most ${QUEUE_LIMITS.messages} messages can wait. Wait until one was sent.`,
  )
