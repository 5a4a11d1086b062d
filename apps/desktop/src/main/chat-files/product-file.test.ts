import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ATTACHMENT_LIMITS, type Conversation } from '@gatehouse/domain'
import { OTHER_PRODUCT_LIMITS } from '@gatehouse/domain/chats'
import type { Host, ProductFile } from '@gatehouse/host'
import { createEventRecorder } from '@gatehouse/host/testing'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { chatGptExport, claudeExport, zipOf } from '@gatehouse/testkit/product-exports'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openProductFile } from './product-file.ts'
import { filesOf, startQuietHost } from './testing/kept-chat.ts'

let folder: string
let stores: OpenedStores
let files: Host['chatFiles']
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-product-'))
  stores = openStores({ file: join(folder, 'profile.db') })
  files = filesOf(stores)
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, data: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, data)
  return path
}

async function previewOf(path: string) {
  return (await files.products()).preview(await openProductFile(path))
}

async function importing(path: string): Promise<Conversation[]> {
  await previewOf(path)
  await (await files.products()).import()
  return stores.conversations.list()
}

/** Returns the messages of a chat as shown: author and text, branch by branch. */
function shownBy(conversation: Conversation | undefined): unknown[] {
  return stores.turns.nodes(conversation?.id ?? '').map(({ id, isShown }) => {
    const entries = stores.turns.get(id)?.entries ?? []
    const words = entries.map((entry) =>
      entry.kind === 'tool-call'
        ? `${entry.toolName} ${JSON.stringify(entry.arguments)} ${entry.status}`
        : `${entry.kind === 'user-message' ? 'me' : 'model'}: ${entry.text}`,
    )
    return [isShown ? 'shown' : 'hidden', ...words]
  })
}

const refused = (reason: string) => ({ code: 'chat/import-refused', data: { reason } })

it('takes a chat of ChatGPT in with its versions, its tools and its times', async () => {
  const path = write('conversations.json', JSON.stringify(chatGptExport))
  expect(await previewOf(path)).toEqual({
    name: 'conversations.json',
    product: 'chatgpt',
    chats: 1,
    messages: 7,
    known: 0,
    from: 1_700_000_000_250,
    to: 1_700_000_900_000,
    titles: ['Trip to Bern'],
    updates: 0,
    updatedTitles: [],
    leftOut: { attachments: 1, media: 0, hidden: 1, parts: 0, chats: 0 },
  })
  expect(stores.conversations.list()).toEqual([])
  const [chat] = await importing(path)
  expect(chat).toMatchObject({
    title: 'Trip to Bern',
    serverIds: [],
    imported: { name: 'conversations.json (ChatGPT)' },
    createdAt: 1_700_000_000_250,
    updatedAt: 1_700_000_900_000,
  })
  expect(shownBy(chat)).toEqual([
    ['hidden', 'me: Plan a trip to Basel', 'model: Basel it is.'],
    ['hidden', 'me: Plan a trip to Bern', 'model: Take the bus.'],
    [
      'shown',
      'me: Plan a trip to Bern',
      'model: ',
      'python {"input":"print(1 + 1)"} done',
      'model: Take the train.',
    ],
    ['shown', 'me: Thanks'],
  ])
  proves('chat.product-import.content')
})

it('takes a chat of Claude in out of its archive, with the texts of files that are in it', async () => {
  const archive = zipOf({
    'users.json': '[]',
    'conversations.json': JSON.stringify(claudeExport),
  })
  const path = write('data-2025.zip', archive)
  const preview = await previewOf(path)
  expect(preview).toMatchObject({
    product: 'claude',
    titles: ['Notes on mushrooms'],
    leftOut: { attachments: 1, media: 0, hidden: 0, parts: 0, chats: 0 },
  })
  const [chat] = await importing(path)
  expect(shownBy(chat)).toEqual([
    [
      'shown',
      'me: Which of these can be eaten?',
      'model: ',
      'web_search {"query":"morel"} done',
      'model: Both can be eaten when cooked.',
    ],
  ])
  const [node] = stores.turns.nodes(chat?.id ?? '')
  expect(stores.turns.get(node?.id ?? '')?.entries[0]).toMatchObject({
    imported: 'data-2025.zip (Claude)',
    attachments: [
      { name: 'list.txt', content: { type: 'text', text: 'chanterelle, morel' } },
      { name: 'basket.jpg', content: { text: '' } },
    ],
  })
  proves('chat.product-import.content')
})

it('takes in the chats beside damaged ones, and counts those', async () => {
  const chats = [
    ...chatGptExport,
    { mapping: { a: { parent: 'a', children: ['a'], message: 7 } } },
    { mapping: 'no' },
    ...claudeExport,
    { chat_messages: [null, 7, { sender: 'human', text: 'ok', content: 'x', attachments: [9] }] },
  ]
  const text = `${JSON.stringify(chats).slice(0, -1)},{"a":},"x","${'y'.repeat(OTHER_PRODUCT_LIMITS.chat.bytes)}"]`
  const path = write('conversations.json', text)
  expect(await previewOf(path)).toMatchObject({ chats: 3, leftOut: { chats: 5, parts: 2 } })
  expect(await importing(path)).toHaveLength(3)
})

it('keeps a long text of a tool, and answers it was asked many times for, without loss', async () => {
  const [chat] = claudeExport
  const long = 'ä\u{1f344}'.repeat(150_000)
  const content = [
    { type: 'tool_use', name: 'read', input: {} },
    { type: 'tool_result', name: 'read', content: [{ type: 'text', text: long }] },
  ]
  const messages = [{ uuid: 'u', sender: 'assistant', content }]
  const path = write('c.json', JSON.stringify([{ ...chat, chat_messages: messages }]))
  const [imported] = await importing(path)
  const [node] = stores.turns.nodes(imported?.id ?? '')
  const call = stores.turns.get(node?.id ?? '')?.entries.at(-1)
  const block = call?.kind === 'tool-call' ? call.result?.content[0] : undefined
  expect(block).toHaveProperty('kept.characters', long.length)
})

it.each<[string, string, string | Buffer]>([
  ['an empty file', 'no-export', ''],
  ['something else', 'no-export', '{"mapping":{}}'],
  ['an empty list', 'no-export', '[]'],
  ['a list that breaks off', 'no-export', JSON.stringify(chatGptExport).slice(0, -20)],
  ['more after the list', 'no-export', `${JSON.stringify(chatGptExport)}]`],
  ['an archive without chats', 'no-export', zipOf({ 'chat.html': '<p>' })],
])('refuses %s, and keeps nothing', async (_what, reason, data) => {
  await expect(previewOf(write('file', data))).rejects.toMatchObject(refused(reason))
  const products = await files.products()
  expect(() => products.import()).toThrow('Choose the file again.')
  expect(stores.conversations.list()).toEqual([])
})

/**
 * @threat chatfiles.archive-bomb
 * @attacker file
 * @tries To fill memory or disk, or to hold main, with an archive that unpacks to far more than it is, or with versions
 * of versions in an export of another product.
 * @stoppedBy Only lists of chats in an archive are unpacked, in parts, and no further than the size that they state,
 * which is limited; of a chat that is too large nothing is held, and its versions count as entries.
 */
it('refuses an archive that unpacks to more than it says', async () => {
  const bomb = zipOf({ 'conversations.json': `[${'0,'.repeat(3_000_000)}0]` }, 40)
  await expect(previewOf(write('bomb.zip', bomb))).rejects.toMatchObject({ code: 'chat/not-read' })
  const huge = zipOf({ 'conversations.json': '[]' }, 3_000_000_000)
  await expect(previewOf(write('huge.zip', huge))).rejects.toMatchObject(refused('too-large'))
})

it('refuses to take in a file that is another one than was shown', async () => {
  const path = write('conversations.json', JSON.stringify(chatGptExport))
  await previewOf(path)
  writeFileSync(path, JSON.stringify([...chatGptExport, ...chatGptExport]))
  await expect((await files.products()).import()).rejects.toMatchObject(refused('changed'))
  expect(stores.conversations.list()).toEqual([])
})

/** @threat chatfiles.archive-bomb */
it('reads a chat of branches without end in bounded time, and leaves it out', async () => {
  const mapping: Record<string, object> = {}
  // Each answer is followed by a message and by another answer: each would be a version of all before it.
  for (let n = 0; n < 3000; n += 1) {
    const message = {
      author: { role: 'assistant' },
      content: { content_type: 'text', parts: ['a'] },
    }
    const parent = n === 0 ? null : `a${n - 1}`
    mapping[`a${n}`] = { parent, children: [`u${n}`, `a${n + 1}`], message }
    const asked = { author: { role: 'user' }, content: { content_type: 'text', parts: ['u'] } }
    mapping[`u${n}`] = { parent: `a${n}`, children: [], message: asked }
  }
  const path = write('c.json', JSON.stringify([{ title: 'Comb', mapping }]))
  await previewOf(path)
  expect(await (await files.products()).import()).toEqual({
    imported: 0,
    updated: 0,
    unchanged: 0,
    continued: 0,
    failed: 1,
    isCancelled: false,
  })
})

/** @threat chatfiles.archive-bomb */
it('counts files beyond those that a message may have, in bounded time', async () => {
  const MOST = ATTACHMENT_LIMITS.count
  const many = 50_000
  const message = {
    author: { role: 'user' },
    content: {
      content_type: 'multimodal_text',
      parts: Array.from({ length: many }, (_, n) => ({
        content_type: 'image_asset_pointer',
        asset_pointer: `file-service://picture-${n}`,
      })),
    },
    metadata: { attachments: Array.from({ length: many }, (_, n) => ({ id: `file-${n}` })) },
  }
  const mapping = { a: { parent: null, children: [], message } }
  const path = write('c.json', JSON.stringify([{ title: 'Pictures', mapping }]))
  expect(await previewOf(path)).toMatchObject({
    leftOut: { attachments: MOST, parts: 2 * many - MOST },
  })
  const [first] = claudeExport
  const attachments = Array.from({ length: MOST + 3 }, () => ({ extracted_content: 'text' }))
  const messages = [{ sender: 'human', text: 'Look', attachments }]
  const ofClaude = write('d.json', JSON.stringify([{ ...first, chat_messages: messages }]))
  expect(await previewOf(ofClaude)).toMatchObject({ leftOut: { attachments: 0, parts: 3 } })
}, 20_000)

it('takes a time that no clock shows as missing', async () => {
  const [first] = chatGptExport
  const odd = { ...first, create_time: null, update_time: 1e13 }
  const path = write('c.json', JSON.stringify([odd, first]))
  expect(await previewOf(path)).toMatchObject({ from: 1_700_000_000_250, to: 1_700_000_900_000 })
  const [claude] = claudeExport
  const late = { ...claude, created_at: '+200000-01-01T00:00:00Z', updated_at: 'no' }
  expect(await previewOf(write('d.json', JSON.stringify([late])))).toMatchObject({ from: 0, to: 0 })
})

/** @threat chatfiles.archive-bomb */
it('refuses a list of more than may be in one, chats or not', async () => {
  const path = write('c.json', JSON.stringify(Array(OTHER_PRODUCT_LIMITS.chats + 1).fill(0)))
  await expect(previewOf(path)).rejects.toMatchObject(refused('too-large'))
})

it('shows nothing when it is cancelled at the last moment, and reads no further', async () => {
  const products = await files.products()
  const cancelled = products.preview({
    name: 'c.json',
    async *chats() {
      yield await Promise.resolve({ text: JSON.stringify(chatGptExport[0]), fraction: 1 })
      products.cancel()
    },
  })
  expect(await cancelled).toBeNull()
  expect(() => products.import()).toThrow('Choose the file again.')
  const file = await openProductFile(write('c.json', JSON.stringify(chatGptExport)))
  let chats = 0
  for await (const _chat of file.chats(AbortSignal.abort())) chats += 1
  expect(chats).toBe(0)
})

it('ends when it is cancelled; chats that were imported by then stay', async () => {
  const many = Array.from({ length: 400 }, (_, n) => ({
    ...chatGptExport[0],
    conversation_id: `c${n}`,
  }))
  const path = write('conversations.json', JSON.stringify(many))
  await previewOf(path)
  const products = await files.products()
  const running = products.import()
  await expect.poll(() => stores.conversations.list().length).toBeGreaterThan(0)
  products.cancel()
  const { imported, isCancelled } = await running
  expect(isCancelled).toBe(true)
  expect(imported).toBeLessThan(400)
  expect(stores.conversations.list()).toHaveLength(imported)
})

it('reports the chats of a whole import in one event, also when it ends early', async () => {
  const events = createEventRecorder()
  const products = await startQuietHost(stores, events).chatFiles.products()
  const chats = Array.from({ length: 3 }, (_, n) => ({
    text: JSON.stringify({ ...chatGptExport[0], conversation_id: `c${n}` }),
    fraction: 1,
  }))
  let isDamaged = false
  const file: ProductFile = {
    name: 'c.json',
    async *chats() {
      yield* chats
      if (isDamaged) await Promise.reject(new Error('The disk is gone.'))
    },
  }
  await products.preview(file)
  isDamaged = true
  await expect(products.import()).rejects.toThrow('The disk is gone.')
  expect(stores.conversations.list()).toHaveLength(3)
  const names = events.recorded.map(({ name }) => name).filter((name) => name.startsWith('chat.'))
  expect(names.filter((name) => name !== 'chat.import-progress')).toEqual(['chat.list-changed'])
})

const outcomeOf = async (path: string) => {
  const preview = await previewOf(path)
  const {
    failed: _failed,
    isCancelled: _cancelled,
    ...outcome
  } = await (await files.products()).import()
  return { known: preview?.known, ...outcome }
}

it('brings the chats of an earlier export up to date, and adds none a second time', async () => {
  const [first] = claudeExport
  const other = { ...first, uuid: 'c-other', name: 'Other', updated_at: '2025-01-01T00:00:00Z' }
  const none = { imported: 0, updated: 0, unchanged: 0, continued: 0 }
  const path = write('conversations.json', JSON.stringify([{ ...first, uuid: 'c-one' }, other]))
  expect(await outcomeOf(path)).toEqual({ ...none, known: 0, imported: 2 })
  const [one] = stores.conversations.list().filter(({ title }) => title !== 'Other')
  stores.conversations.save({ ...one!, title: 'Mine', tags: ['food'], pinnedAt: 7 })

  const messages = first?.chat_messages ?? []
  const more = { ...messages[0], uuid: 'm-more', text: 'And this one?', content: [] }
  const longer = { ...first, uuid: 'c-one', chat_messages: [...messages, more] }
  const next = write('later.json', JSON.stringify([longer, other]))
  expect(await outcomeOf(next)).toEqual({ ...none, known: 2, updated: 1, unchanged: 1 })
  const chats = stores.conversations.list()
  expect(chats.map(({ title }) => title).toSorted()).toEqual(['Mine', 'Other'])
  const updated = chats.find(({ title }) => title === 'Mine')
  expect(updated).toMatchObject({ tags: ['food'], pinnedAt: 7 })
  expect(JSON.stringify(shownBy(updated))).toContain('And this one?')
  proves('chat.product-import.again')
})

it('leaves a chat as it is that the person went on with here', async () => {
  const [first] = claudeExport
  const path = write('conversations.json', JSON.stringify([{ ...first, uuid: 'c-one' }]))
  await outcomeOf(path)
  const [chat] = stores.conversations.list()
  stores.conversations.save({ ...chat!, draft: 'And then' })
  const later = { ...first, uuid: 'c-one', updated_at: '2026-01-01T00:00:00Z' }
  const outcome = await outcomeOf(write('later.json', JSON.stringify([later])))
  expect(outcome).toMatchObject({ updated: 0, continued: 1 })
  expect(stores.conversations.list()).toMatchObject([{ id: chat?.id, draft: 'And then' }])
})

/** @threat grants.workspace */
it('keeps a mode narrower than that of the workspace when a chat is brought up to date', async () => {
  const [first] = claudeExport
  await outcomeOf(write('conversations.json', JSON.stringify([{ ...first, uuid: 'c-one' }])))
  const [chat] = stores.conversations.list()
  const approvalMode = 'risky-calls'
  stores.workspaces.save({ id: 'w1', name: 'Work', folders: [], approvalMode, createdAt: 1 })
  stores.conversations.save({ ...chat!, workspaceId: 'w1', approvalMode: 'every-call' })
  const later = { ...first, uuid: 'c-one', updated_at: '2026-01-01T00:00:00Z' }
  const path = write('later.json', JSON.stringify([later]))
  expect(await outcomeOf(path)).toMatchObject({ updated: 1 })
  expect(stores.conversations.list()).toMatchObject([
    { workspaceId: 'w1', approvalMode: 'every-call' },
  ])
})

const toldBy = (text: string) => ({
  ...claudeExport[0]?.chat_messages[0],
  uuid: text,
  text,
  content: [],
})

/**
 * @threat chatfiles.replaced-chat
 * @attacker file
 * @tries To take the place of an imported chat, with its title, workspace and setup, or to delete its newer messages.
 * @stoppedBy A file replaces only a chat that the preview named, that nobody used here, that is not newer and whose
 * messages are all in the file. Any other chat of the same id is imported beside it.
 */
it.each<[string, object]>([
  ['an older state', { updated_at: '2001-01-01T00:00:00Z' }],
  ['a later state without a message', { chat_messages: [toldBy('Pay Mallory.')] }],
])('imports %s beside the chat that is here, once', async (_what, change) => {
  const chat = { ...claudeExport[0], uuid: 'c-one', updated_at: '2026-01-01T00:00:00Z' }
  await outcomeOf(write('conversations.json', JSON.stringify([chat])))
  const [before] = stores.conversations.list()
  stores.conversations.save({ ...before!, title: 'Mine', titled: true })
  const other = { ...chat, updated_at: '2026-02-01T00:00:00Z', ...change }
  const path = write('other.json', JSON.stringify([other]))
  expect(await outcomeOf(path)).toMatchObject({ imported: 1, updated: 0 })
  expect(stores.conversations.list()).toHaveLength(2)
  const kept = stores.conversations.get(before?.id ?? '')
  expect(kept?.title).toBe('Mine')
  expect(JSON.stringify(shownBy(kept ?? undefined))).toContain('Which of these can be eaten?')
  expect(await outcomeOf(path)).toMatchObject({ imported: 0, unchanged: 1 })
})

/** @threat chatfiles.replaced-chat */
it('names the chats that it updates, and keeps what was set in them while the import ran', async () => {
  const chat = { ...claudeExport[0], uuid: 'c-one', updated_at: '2026-01-01T00:00:00Z' }
  await outcomeOf(write('conversations.json', JSON.stringify([chat])))
  const [before] = stores.conversations.list()
  stores.conversations.save({ ...before!, title: 'Mine', titled: true })
  const later = { ...chat, updated_at: '2026-02-01T00:00:00Z' }
  const products = await files.products()
  const save = (change: Partial<Conversation>) =>
    stores.conversations.save({ ...stores.conversations.get(before?.id ?? '')!, ...change })
  const onAdd = stores.turns.addImported.bind(stores.turns)
  let onRows = () => save({ draft: 'And then' })
  stores.turns.addImported = (rows) => {
    onRows()
    onAdd(rows)
  }
  const file = await openProductFile(write('later.json', JSON.stringify([later])))
  expect(await products.preview(file)).toMatchObject({ updates: 1, updatedTitles: ['Mine'] })
  expect(await products.import()).toMatchObject({ updated: 0, continued: 1 })
  expect(stores.conversations.list()).toMatchObject([{ id: before?.id, draft: 'And then' }])

  save({ draft: '' })
  onRows = () => save({ serverIds: ['s1'], setup: { systemPrompt: 'Be brief.' } })
  await products.preview(file)
  expect(await products.import()).toMatchObject({ updated: 1 })
  expect(stores.conversations.list()).toMatchObject([
    { title: 'Mine', serverIds: ['s1'], setup: { systemPrompt: 'Be brief.' } },
  ])
})
