import { GatehouseError, type Conversation, type ModelRef } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'

const MAX_TITLE = 60

/** The chats themselves: made, named, hidden, brought back. */
export interface ConversationBook {
  list(): Conversation[]
  /** Throws `chat/not-found`. */
  get(id: string): Conversation
  create(): Conversation
  rename(id: string, title: string): Conversation
  setModel(id: string, model: ModelRef | null): Conversation
  setServers(id: string, serverIds: string[] | null): Conversation
  saveDraft(id: string, draft: string): void
  remove(id: string): void
  restore(id: string): Conversation
  /** A message was sent: like `noteActivity`, and clears the draft. */
  noteMessage(id: string, text: string): Conversation
  /** Something happened: names an unnamed chat after it and moves it to the top. */
  noteActivity(id: string, text: string): Conversation
}

export function createConversationBook(
  deps: Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'ids'>,
): ConversationBook {
  const store = deps.stores.conversations

  function get(id: string): Conversation {
    const conversation = store.get(id)
    if (!conversation)
      throw new GatehouseError('chat/not-found', 'This chat is not there any more.')
    return conversation
  }

  function save(conversation: Conversation): Conversation {
    store.save(conversation)
    deps.events.emit('chat.changed', conversation)
    return conversation
  }

  function active(conversation: Conversation, text: string): Conversation {
    const named = conversation.titled || conversation.title !== ''
    return {
      ...conversation,
      title: named ? conversation.title : titleFrom(text),
      updatedAt: deps.clock.now(),
    }
  }

  return {
    list: () => store.list(),
    get,
    create() {
      const now = deps.clock.now()
      return save({
        id: deps.ids.next(),
        title: '',
        titled: false,
        model: deps.stores.settings.load().defaultModel,
        serverIds: null,
        draft: '',
        createdAt: now,
        updatedAt: now,
      })
    },
    rename: (id, title) => save({ ...get(id), title, titled: true }),
    setModel: (id, model) => save({ ...get(id), model }),
    setServers: (id, serverIds) => save({ ...get(id), serverIds }),
    saveDraft(id, draft) {
      const conversation = get(id)
      if (conversation.draft !== draft) save({ ...conversation, draft })
    },
    remove(id) {
      store.remove(get(id).id)
      deps.events.emit('chat.removed', { id })
    },
    restore(id) {
      const conversation = store.restore(id)
      if (!conversation)
        throw new GatehouseError('chat/not-found', 'This chat cannot be brought back any more.')
      deps.events.emit('chat.changed', conversation)
      return conversation
    },
    noteMessage: (id, text) => save({ ...active(get(id), text), draft: '' }),
    noteActivity: (id, text) => save(active(get(id), text)),
  }
}

function titleFrom(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? ''
  const characters = [...line]
  return characters.length <= MAX_TITLE ? line : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}
