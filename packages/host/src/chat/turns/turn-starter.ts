import {
  attachmentName,
  GatehouseError,
  type Attachment,
  type Entry,
  type Turn,
  type UserMessage,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { LiveTurn } from './live-turn.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'timers' | 'clock' | 'ids'> & {
  conversations: ConversationService
}

/** The content of a message. */
export interface Message {
  text: string
  attachments: Attachment[]
  /** The file that an earlier version of it came out of. */
  imported?: string | undefined
}

/** The model of a turn and its place in a comparison, where they differ from the chat's. */
type Beginning = Partial<Pick<Turn, 'model' | 'comparison'>>

/** Turns as they begin: saved and announced, and doing nothing yet. */
export class TurnStarter {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** One that begins with a message of the person. */
  message(
    conversationId: string,
    parentId: string | null,
    { text, attachments, imported }: Message,
    beginning: Beginning = {},
  ): LiveTurn {
    const { ids, clock } = this.#deps
    const message: UserMessage = {
      kind: 'user-message',
      id: ids.next(),
      text,
      ...(attachments.length > 0 ? { attachments } : {}),
      ...(imported === undefined ? {} : { imported }),
      createdAt: clock.now(),
    }
    const from = { origin: 'message' as const, entries: [message], parentId }
    const live = this.begin(conversationId, from, beginning)
    const [first] = attachments
    const about = text.trim() === '' && first ? attachmentName(first) : text
    this.#deps.conversations.noteActivity(conversationId, about)
    return live
  }

  begin(
    conversationId: string,
    from: { origin: Turn['origin']; entries: Entry[]; parentId: string | null },
    { model: ownModel, comparison }: Beginning = {},
  ): LiveTurn {
    const { clock, conversations, ids, stores } = this.#deps
    const { model: chatModel, setup } = conversations.get(conversationId)
    const model = ownModel ?? chatModel
    const manual = from.origin === 'manual' || model === null
    const turn: Turn = {
      id: ids.next(),
      conversationId,
      parentId: from.parentId,
      depth: this.#depthBelow(from.parentId, conversationId),
      origin: manual ? 'manual' : 'message',
      status: 'running',
      model: manual ? null : model,
      step: 0,
      stepLimit: setup?.stepLimit ?? stores.settings.load().stepLimit,
      entries: from.entries,
      preparing: null,
      failure: null,
      startedAt: clock.now(),
      endedAt: null,
      ...(comparison && { comparison }),
    }
    const live = new LiveTurn(turn, this.#deps)
    live.begin()
    return live
  }

  #depthBelow(parentId: string | null, conversationId: string): number {
    if (parentId === null) return 0
    const parent = this.#deps.stores.turns.get(parentId)
    if (parent?.conversationId !== conversationId)
      throw new GatehouseError('chat/not-found', 'This part of the chat no longer exists.')
    return parent.depth + 1
  }
}
