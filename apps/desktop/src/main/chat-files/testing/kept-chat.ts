import {
  defaultSettings,
  type Attachment,
  type Conversation,
  type Entry,
  type JsonValue,
} from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import type { Stores } from '@gatehouse/host/ports'
import { createEventRecorder, createScriptedModels } from '@gatehouse/host/testing'
import { createScriptedHost } from '../../faults/scripted-host.ts'
import { createIdSource } from '../../system-ports.ts'
import { PLACEHOLDER, type ArbitraryChat } from './arbitrary-chat.ts'

/** A host on real stores, with a server that has nothing and a model that is not asked. */
export function startQuietHost(stores: Stores, events = createEventRecorder()): Host {
  const server = {
    tools: [],
    call: () => Promise.reject(new Error('None.')),
    opened: [],
    closed: 0,
  }
  return createScriptedHost({ stores, server, models: createScriptedModels([]), events })
}

/** Reads and writes files with chats, on real stores. */
export const filesOf = (stores: Stores): Host['chatFiles'] => startQuietHost(stores).chatFiles

export async function exportedLines(stores: Stores, id: string): Promise<string[]> {
  const lines: string[] = []
  for await (const line of filesOf(stores).lines(id)) lines.push(line.trimEnd())
  return lines
}

/** Keeps a chat; its id. A turn that runs is one of a chat that is being answered. */
export async function keepChat(chat: ArbitraryChat, stores: Stores): Promise<string> {
  const ids = createIdSource()
  const conversation: Conversation = {
    id: ids.next(),
    title: chat.title,
    titled: true,
    model: defaultSettings.defaultModel,
    serverIds: null,
    workspaceId: null,
    draft: chat.draft?.text ?? '',
    ...(chat.setup ? { setup: chat.setup } : {}),
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
  }
  stores.conversations.save(conversation)
  for (const attachment of chat.draft?.attachments ?? [])
    stores.attachments.add(conversation.id, await withData(attachment, stores))
  const kept: { id: string; depth: number }[] = []
  for (const { parent: at, status, entries } of chat.turns) {
    const parent = kept[Math.min(at, kept.length - 1)]
    const turn = { id: ids.next(), depth: parent ? parent.depth + 1 : 0 }
    kept.push(turn)
    stores.turns.saveTurn({
      ...turn,
      conversationId: conversation.id,
      parentId: parent?.id ?? null,
      origin: 'message',
      status,
      model: { providerId: 'provider-1', modelId: 'm' },
      step: 1,
      stepLimit: 20,
      entries: [],
      preparing: null,
      failure: null,
      startedAt: 1,
      endedAt: null,
    })
    for (const entry of entries) stores.turns.saveEntry(turn.id, await withData(entry, stores))
  }
  chat.turns.forEach(({ isShownLater }, at) => {
    if (isShownLater) stores.turns.show(kept[at]?.id ?? '')
  })
  const pinnedTurnIds = kept.filter((_, at) => chat.turns[at]?.isPinned).map(({ id }) => id)
  stores.conversations.save({ ...conversation, pinnedTurnIds })
  return conversation.id
}

/** A record with its data in files, in place of what stood for it. */
async function withData<T extends Entry | Attachment>(entry: T, { blobs }: Stores): Promise<T> {
  const walk = async (value: JsonValue): Promise<JsonValue> => {
    if (Array.isArray(value)) return Promise.all(value.map(walk))
    if (value === null || typeof value !== 'object') return value
    const { hash, ...ref } = value
    if (typeof hash === 'string' && hash.startsWith(PLACEHOLDER)) {
      const data = Buffer.from(hash.slice(PLACEHOLDER.length), 'latin1')
      const put = await blobs.put({ data, encoding: 'bytes', mimeType: '' })
      return { ...ref, hash: put.hash }
    }
    const entries = Object.entries(value).map(async ([key, one]) => [key, await walk(one)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  // JSON in, JSON out: a record is nothing else.
  return (await walk(entry as unknown as JsonValue)) as unknown as T
}
