import {
  attachmentName,
  GatehouseError,
  type Attachment,
  type Conversation,
} from '@gatehouse/domain'
import { QUEUE_LIMITS, type QueuedMessage } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../dependencies.ts'
import { assertContent, type DraftAttachments } from './attachments/draft-attachments.ts'
import type { ConversationService } from './conversation-service.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock'> & {
  conversations: ConversationService
  attachments: DraftAttachments
}

/** Characters of an attachment's name in the queue. */
const MAX_NAME = 200

/**
 * Messages of each chat that wait for the answer before them, in the chat's record: they are there after a
 * restart, and wait for the person then. Methods throw `chat/not-found`, `chat/not-queued`.
 */
export class MessageQueue {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  list(conversationId: string): readonly QueuedMessage[] {
    return this.#deps.conversations.get(conversationId).queue ?? []
  }

  /**
   * Takes the draft as it was shown, as the last message or as the first. Throws `attachment/changed`,
   * `chat/no-message`, `chat/queue-full`.
   */
  add(
    conversationId: string,
    { text, attachmentIds }: { text: string; attachmentIds: readonly string[] },
    place: 'last' | 'first' = 'last',
  ): QueuedMessage {
    const { conversations, attachments: drafts, ids, clock } = this.#deps
    const attachments = drafts.shown(conversationId, attachmentIds)
    assertContent(text, attachments)
    const queue = this.list(conversationId)
    if (queue.length >= QUEUE_LIMITS.messages) throw queueFull()
    const message: QueuedMessage = {
      id: ids.next(),
      text,
      attachments: attachments.map((one) => ({
        id: one.id,
        name: attachmentName(one).slice(0, MAX_NAME),
      })),
      createdAt: clock.now(),
    }
    const next = place === 'last' ? [...queue, message] : [message, ...queue]
    assertRoom(next)
    conversations.setQueue(conversationId, next, '')
    if (attachments.length > 0) drafts.changed(conversationId)
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

  /** With what was attached to it. */
  remove(conversationId: string, messageId: string): Conversation {
    const { attachments } = find(this.list(conversationId), messageId)
    const conversation = this.drop(conversationId, messageId)
    for (const { id } of attachments) this.#deps.stores.attachments.remove(conversationId, id)
    return conversation
  }

  /** It is in a turn now: it is no longer in the queue. */
  drop(conversationId: string, messageId: string): Conversation {
    const rest = this.list(conversationId).filter(({ id }) => id !== messageId)
    return this.#deps.conversations.setQueue(conversationId, rest)
  }

  /** What one of them sends. */
  content(conversationId: string, messageId: string): { text: string; attachments: Attachment[] } {
    const { text, attachments } = find(this.list(conversationId), messageId)
    const kept = this.#deps.stores.attachments.list(conversationId)
    const found = attachments.flatMap(({ id }) => kept.find((one) => one.id === id) ?? [])
    return { text, attachments: found }
  }
}

function find(queue: readonly QueuedMessage[], id: string): QueuedMessage {
  const message = queue.find((one) => one.id === id)
  if (!message)
    throw new GatehouseError('chat/not-queued', 'This message does not wait to be sent any more.')
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
