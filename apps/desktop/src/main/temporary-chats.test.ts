import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PromptAttachment, PromptPin, Turn } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import type { Stores } from '@gatehouse/host/ports'
import { createEventRecorder, createScriptedModels, toolNamed } from '@gatehouse/host/testing'
import { openStores, openTemporaryStores, type OpenedStores } from '@gatehouse/store'
import { withDisplayHash } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createScriptedHost } from './faults/scripted-host.ts'

const WORD = 'quokka'

let folder: string
let stores: OpenedStores
let host: Host
let memory: Stores
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-temporary-'))
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  host = createScriptedHost({
    stores,
    temporaryStores: () => (memory = openTemporaryStores()),
    server: {
      tools: [toolNamed('read')],
      call: () => Promise.reject(new Error('None.')),
      opened: [],
      closed: 0,
    },
    models: createScriptedModels([]),
    events: createEventRecorder(),
  })
})
afterEach(async () => {
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Files of the profile in which the word is, the log of the database among them. */
function written(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(WORD))
}

/** A chat with a note, an edited version of it, a large attachment in the draft and what is typed. */
async function fill(): Promise<string> {
  const { id } = host.conversations.createTemporary()
  const turn = host.chats.send(id, `${WORD} one`)
  host.chats.edit(id, turn.id, { text: `${WORD} two` })
  const bytes = new TextEncoder().encode(`${WORD} `.repeat(10_000))
  await host.attachments.attachFile(id, { name: `${WORD}.txt`, mimeType: 'text/plain', bytes })
  host.conversations.saveDraft(id, `${WORD} half`)
  host.conversations.rename(id, `${WORD} title`)
  return id
}

const textsOf = (id: string): unknown[] =>
  host.chats
    .view(id)
    .turns.flatMap(({ entries }: Pick<Turn, 'entries'>) => entries)
    .map((entry) => (entry.kind === 'user-message' ? entry.text : entry.kind))

/**
 * @threat record.temporary-chat
 * @attacker program
 * @tries To read messages, calls or results of a temporary chat in the data folder.
 * @stoppedBy Its rows and data are in stores of their own in memory; the record of decisions on disk has none of its
 * words, nor a hash that could confirm a guess at them.
 * @remains The system may write memory to its swap space or a dump. Models and servers keep what they were sent, and a
 * permission for longer than the chat is kept like any other.
 */
it('keeps a temporary chat in memory, with its versions, attachments and draft', async () => {
  const id = await fill()
  expect(textsOf(id)).toEqual([`${WORD} two`])
  expect(host.conversations.list()).toHaveLength(1)
  const filter = { conversationId: id }
  expect((await host.search.search(WORD, filter)).hits).not.toEqual([])
  expect((await host.search.search(WORD)).hits).toEqual([])
  expect(written()).toEqual([])
  expect(stores.conversations.list()).toEqual([])
})

/** @threat record.temporary-chat */
it('leaves nothing of one that ended, and takes nothing more for it', async () => {
  const id = await fill()
  const [attached] = host.attachments.list(id)
  host.conversations.remove(id)
  expect(host.conversations.list()).toEqual([])
  expect(() => host.conversations.restore(id)).toThrow('no longer be restored')
  expect(() => host.chats.send(id, WORD)).toThrow('no longer exists')
  const kept =
    attached?.kind === 'file' && attached.content.type === 'text'
      ? attached.content.kept
      : undefined
  expect(kept).toBeDefined()
  await expect(host.blobs.read(kept?.hash ?? '')).rejects.toMatchObject({
    code: 'store/blob-missing',
  })
  expect(written()).toEqual([])
})

it('writes one that is kept down as a whole, and on from there', async () => {
  const id = await fill()
  const kept = await host.keepChat(id)
  expect(kept).not.toHaveProperty('isTemporary')
  expect(stores.conversations.get(id)).toEqual(kept)
  expect(stores.turns.nodes(id).map(({ isShown }) => isShown)).toEqual([false, true])
  const [attached] = stores.attachments.list(id)
  const ref =
    attached?.kind === 'file' && attached.content.type === 'text'
      ? attached.content.kept
      : undefined
  expect(await stores.blobs.size(ref?.hash ?? '')).toBe(70_000)
  host.chats.send(id, `${WORD} three`, attached ? [attached.id] : [])
  expect(textsOf(id)).toEqual([`${WORD} two`, `${WORD} three`])
  expect(stores.turns.nodes(id)).toHaveLength(3)
  await expect(host.keepChat(id)).rejects.toMatchObject({ code: 'chat/not-found' })
})

/** @threat record.temporary-chat */
it('keeps nothing of one that the disk refuses, and leaves it as it was', async () => {
  const id = await fill()
  const addAttachment = stores.attachments.add
  stores.attachments.add = () => {
    throw new Error('The disk is full.')
  }
  await expect(host.keepChat(id)).rejects.toThrow('The disk is full.')
  stores.attachments.add = addAttachment
  expect(written()).toEqual([])
  expect(stores.conversations.get(id)).toBeNull()
  expect(stores.turns.nodes(id)).toEqual([])
  expect(textsOf(id)).toEqual([`${WORD} two`])
  expect(await host.keepChat(id)).toMatchObject({ id })
})

it('keeps what the prompts of a kept chat were, unless they were sent elsewhere since', async () => {
  const { id } = host.conversations.createTemporary()
  const turn = host.chats.send(id, `${WORD} one`)
  const prompt: PromptAttachment = {
    kind: 'prompt',
    id: 'x',
    bytes: 0,
    tokens: 0,
    serverId: 's',
    serverName: 'files',
    serverHue: 0,
    promptName: 'review',
    title: 'Review',
    arguments: {},
    messages: [],
  }
  const message = memory.turns.get(turn.id)?.entries[0]
  if (message?.kind !== 'user-message') throw new Error('There is no message.')
  memory.turns.saveEntry(turn.id, { ...message, attachments: [prompt] })
  const pin: PromptPin = {
    serverId: 's',
    promptName: 'review',
    arguments: 'of the chat',
    messages: 'then',
    identity: 'who',
    definition: null,
    sentIn: { turnId: turn.id, entryId: message.id, attachmentId: 'x' },
    sentAt: 2,
  }
  const elsewhere = { turnId: 'u', entryId: 'e', attachmentId: 'y' }
  const later = { ...pin, arguments: 'other', messages: 'now', sentIn: elsewhere, sentAt: 3 }
  memory.promptPins.save(pin)
  memory.promptPins.save({ ...pin, arguments: 'other' })
  memory.promptPins.save({ ...pin, arguments: 'of another chat', sentIn: elsewhere })
  stores.promptPins.save(later)
  await host.keepChat(id)
  expect(stores.promptPins.list('s', 'review')).toEqual([pin, later])
})

it('begins no other chat with what was set up in a temporary one', () => {
  host.changeSettings({ newChats: { kind: 'last' } })
  const { id } = host.conversations.createTemporary()
  host.conversations.setSetup(id, { systemPrompt: WORD })
  host.conversations.rename(id, 'Named')
  expect(host.conversations.create(id)).not.toHaveProperty('setup')
  expect(written()).toEqual([])
})

/** @threat record.temporary-chat */
it('keeps of a decision in it that it was made, and no word of it', async () => {
  const transport = { kind: 'stdio' as const, command: 'node', args: [], env: [] }
  const draft = { name: 'files', transport, protocol: 'auto' as const, start: 'launch' as const }
  const review = await host.servers.review({ ...draft, requestTimeoutMs: 60_000 })
  const saved = await host.servers.save(review.id, true)
  const { id } = host.conversations.createTemporary()
  const call = { serverId: saved.config.id, toolName: 'read', arguments: { text: WORD } }
  // Its tools are there once it runs.
  await vi.waitFor(() => host.chats.runTool(id, call))
  await expect.poll(() => host.asks.pending()).toHaveLength(1)
  expect(stores.asks.pending()).toEqual([])
  expect(written()).toEqual([])
  const [ask] = host.asks.pending()
  const denied = { kind: 'tool-approval', decision: 'deny', reason: WORD } as const
  if (ask) host.asks.answer(ask.id, withDisplayHash(ask, denied))
  await expect.poll(() => host.chats.view(id).isRunning).toBe(false)
  const [record] = stores.audit.list(1)
  expect(record).toMatchObject({ decision: 'deny', isTemporary: true, tool: { name: 'read' } })
  expect(record).not.toHaveProperty('sent')
  expect(written()).toEqual([])
})
