import {
  GatehouseError,
  type ConversationView,
  type EntryPosition,
  type TranscriptPage,
  type TranscriptTurn,
  type Turn,
  type UserMessage,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { PageRequest } from '../../ports/index.ts'
import type { DraftAttachments } from '../attachments/draft-attachments.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { withLiveEntries } from './live-turn.ts'
import type { RunningTurns } from './running-turns.ts'

/** Entries of a chat that are shown at first. */
const PAGE = 60
/** Entries of an answer beside the shown one, and their bytes unless the last entry alone has more. */
const MAX_ENTRIES = 60
const MAX_BYTES = 1_000_000

type Dependencies = Pick<HostDependencies, 'stores'> & {
  conversations: Pick<ConversationService, 'get'>
  attachments: Pick<DraftAttachments, 'list'>
  running: RunningTurns
}

/** Turns of chats as they are read: what is stored, and what runs. */
export class ShownTurns {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** A chat at its end, or around an entry. Throws `chat/not-found`, `chat/not-shown`. */
  view(conversationId: string, at?: EntryPosition): ConversationView {
    const { conversations, attachments, running } = this.#deps
    return {
      conversation: conversations.get(conversationId),
      ...this.page(conversationId, {
        anchor: at ?? 'end',
        side: at ? 'around' : 'before',
        entries: PAGE,
      }),
      attachments: attachments.list(conversationId),
      isRunning: running.state(conversationId) !== undefined,
    }
  }

  /** More of the branch that a chat shows. Throws `chat/not-shown` when the anchor is not on it. */
  page(conversationId: string, request: PageRequest): TranscriptPage {
    const page = this.#deps.stores.turns.page(conversationId, request)
    if (page === null)
      throw new GatehouseError('chat/not-shown', 'This part of the chat is no longer shown.')
    const live = this.#deps.running.state(conversationId)
    return {
      ...page,
      turns: page.turns.map((turn) => (turn.id === live?.id ? withLiveEntries(turn, live) : turn)),
    }
  }

  /** The last turn that a chat shows, with the entries that it has by now; `null`: it has none. */
  lastOrNull(conversationId: string): Turn | null {
    const { running, stores } = this.#deps
    const { turns } = stores
    return running.state(conversationId) ?? turns.get(turns.lastTurnId(conversationId) ?? '')
  }

  /** The last turn that a chat shows, as it is stored. Throws `chat/empty`. */
  last(conversationId: string): Turn {
    const tip = this.#deps.stores.turns.lastTurnId(conversationId)
    if (tip === null)
      throw new GatehouseError('chat/empty', 'There is nothing in this chat to run again.')
    return this.turn(conversationId, tip)
  }

  /** A turn of any branch. Throws `chat/not-found`. */
  turn(conversationId: string, turnId: string): Turn {
    const turn = this.#deps.stores.turns.get(turnId)
    if (turn?.conversationId !== conversationId)
      throw new GatehouseError('chat/not-found', 'This part of the chat no longer exists.')
    return turn
  }

  /** A turn of any branch with its message. Throws `chat/not-found`, `chat/not-a-message`. */
  message(conversationId: string, turnId: string): { turn: Turn; message: UserMessage } {
    const turn = this.turn(conversationId, turnId)
    const message = turn.entries.find((entry) => entry.kind === 'user-message')
    if (!message)
      throw new GatehouseError('chat/not-a-message', 'Only a message can be sent again.')
    return { turn, message }
  }
}

/** A turn with its last entries. */
export function withLastEntries(turn: Turn): TranscriptTurn {
  const { entries } = turn
  let from = entries.length
  let bytes = 0
  while (from > 0 && entries.length - from < MAX_ENTRIES) {
    bytes += JSON.stringify(entries[from - 1]).length
    if (bytes > MAX_BYTES && from < entries.length) break
    from -= 1
  }
  return { ...turn, entries: entries.slice(from), entriesBefore: from, entriesAfter: 0 }
}
