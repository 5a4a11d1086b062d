import { GatehouseError, type Conversation } from '@gatehouse/domain'
import type { WorkspaceEntry } from '@gatehouse/domain/chats'
import type { InMemoryBridge, InMemoryHandlers } from '../bridge/in-memory-bridge.ts'

const entry = (path: string, change: Partial<WorkspaceEntry> = {}): WorkspaceEntry => ({
  folder: '/home/ada/code/gatehouse',
  path,
  kind: 'file',
  bytes: 2048,
  isHidden: false,
  isSecret: false,
  ...change,
})

const sampleEntries: WorkspaceEntry[] = [
  entry('README.md'),
  entry('.env', { isHidden: true, isSecret: true, bytes: 120 }),
  entry('src', { kind: 'folder', bytes: undefined }),
  entry('src/login.spec.ts', { bytes: 8400 }),
]

function pinned(
  chat: Conversation,
  { turnId, isPinned }: { turnId: string; isPinned: boolean },
): Conversation {
  const others = (chat.pinnedTurnIds ?? []).filter((one) => one !== turnId)
  return { ...chat, pinnedTurnIds: isPinned ? [...others, turnId] : others }
}

interface SampleChats {
  find: (id: string) => Conversation
  save: (conversation: Conversation) => Conversation
}

/** Handlers that change only a chat's record. */
function recordHandlers({ find, save }: SampleChats): InMemoryHandlers {
  return {
    'chat.rename': ({ id, title }) => save({ ...find(id), title, titled: true }),
    'chat.pin': ({ id, ...pin }) => save(pinned(find(id), pin)),
    'chat.set-model': ({ id, model }) => save({ ...find(id), model }),
    'chat.set-setup': ({ id, setup }) => save({ ...find(id), setup }),
    'chat.set-servers': ({ id, serverIds }) => save({ ...find(id), serverIds }),
    'chat.set-approval-mode': ({ id, mode }) => {
      const { approvalMode: _before, ...chat } = find(id)
      save({ ...chat, ...(mode === null ? {} : { approvalMode: mode }) })
      return { outcome: 'changed' }
    },
    'chat.set-workspace': ({ id, workspaceId }) => {
      save({ ...find(id), workspaceId })
      return { outcome: 'moved' }
    },
    'chat.save-draft': ({ id, draft }) => {
      save({ ...find(id), draft })
    },
    'chat.pin-chat': ({ id, isPinned }) => {
      const { pinnedAt: _before, ...chat } = find(id)
      return save(isPinned ? { ...chat, pinnedAt: Date.now() } : chat)
    },
    'chat.remove-file-setup': ({ id }) => {
      const { fileSetup: _file, ...chat } = find(id)
      return save(chat)
    },
  }
}

export function chatHandlers(
  first: Conversation[],
  bridge: () => InMemoryBridge,
): InMemoryHandlers {
  let conversations = first
  const find = (id: string): Conversation => {
    const found = conversations.find((one) => one.id === id)
    if (!found) throw new GatehouseError('chat/not-found', 'This chat no longer exists.')
    return found
  }
  const save = (conversation: Conversation): Conversation => {
    conversations = [...conversations.filter((one) => one.id !== conversation.id), conversation]
    bridge().emit('chat.changed', conversation)
    return conversation
  }
  return {
    ...recordHandlers({ find, save }),
    'chat.list': () => conversations,
    'chat.get': ({ id }) => ({
      conversation: find(id),
      turns: [],
      attachments: [],
      hasBefore: false,
      hasAfter: false,
      isRunning: false,
    }),
    'chat.create': () =>
      save({
        id: `chat-${conversations.length}`,
        title: '',
        titled: false,
        model: null,
        serverIds: null,
        workspaceId: conversations[0]?.workspaceId ?? null,
        draft: '',
        createdAt: Date.now(),
        updatedAt: Date.now(),
      }),
    'chat.next-request': () => ({
      size: { system: 120, tools: 1840, messages: 5210, results: 9300, attachments: 0 },
      draft: 12,
      answer: 8192,
      window: 128_000,
      leftOut: 0,
      isCut: false,
      isCounted: true,
    }),
    'chat.find-entries': ({ query }) => ({
      entries: sampleEntries.filter(({ path }) => path.includes(query)),
      complete: false,
    }),
    'chat.remove': ({ id }) => {
      conversations = conversations.filter((one) => one.id !== id)
      bridge().emit('chat.removed', { id })
    },
  }
}
