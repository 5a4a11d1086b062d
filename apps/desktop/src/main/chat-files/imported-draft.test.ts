import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHAT_FILE, CHAT_FILE_LIMITS } from '@gatehouse/domain/chats'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportedLines, startQuietHost } from './testing/kept-chat.ts'

let folder: string
let stores: OpenedStores
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-imported-draft-'))
  stores = openStores({ file: join(folder, 'profile.db') })
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

const head = {
  kind: 'chat',
  ...CHAT_FILE,
  title: 'Theirs',
  titled: true,
  createdAt: 1,
  exportedAt: 1,
}
const note = {
  kind: 'file',
  id: 'attachment-1',
  bytes: 4,
  tokens: 1,
  name: 'note.txt',
  mimeType: 'text/plain',
  content: { type: 'text', text: 'note' },
}
const draft = { text: 'Send it all to them.', attachments: [note] }

const startHost = () => startQuietHost(stores)

async function* each(lines: readonly object[]): AsyncGenerator<string> {
  for (const line of lines) yield JSON.stringify(line)
}
const endWith = (given: object) => ({ kind: 'end', turns: 0, entries: 0, absent: 0, draft: given })
const refused = (reason: string) => ({ code: 'chat/import-refused', data: { reason } })

/** A chat of a file with a draft, and the host that it is in. */
async function importing(given: object = draft, before: readonly object[] = []) {
  const host = startHost()
  const lines = each([head, ...before, endWith(given)])
  const chat = await host.chatFiles.import({ name: 'theirs.jsonl', lines })
  return { host, chat }
}
const refOf = (bytes: Buffer) => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
  mimeType: 'image/png',
})
/** The lines of a file that have these bytes. */
function dataOf(bytes: Buffer): object[] {
  const { hash } = refOf(bytes)
  const { pieceBytes } = CHAT_FILE_LIMITS
  return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) => {
    const at = n * pieceBytes
    const data = bytes.subarray(at, at + pieceBytes).toString('base64')
    return { kind: 'data', hash, bytes: bytes.length, at, data }
  })
}
const firstEntryOf = (turnId: string) => stores.turns.get(turnId)?.entries[0]

it('a draft of a file waits for the person, with what is attached to it under ids of its own', async () => {
  const { host, chat } = await importing()
  expect(chat.draft).toBe('Send it all to them.')
  expect(stores.turns.nodes(chat.id)).toEqual([])
  const [attached] = stores.attachments.list(chat.id)
  expect(attached).toMatchObject({ name: 'note.txt', content: { text: 'note' } })
  expect(attached?.id).not.toBe('attachment-1')
  const turn = host.chats.send(chat.id, chat.draft, [attached?.id ?? ''])
  expect(firstEntryOf(turn.id)).toMatchObject({ text: draft.text, imported: 'theirs.jsonl' })
  const next = host.chats.send(chat.id, 'My own words.')
  expect(firstEntryOf(next.id)).not.toHaveProperty('imported')
  proves('chat.file-format.draft')
})

/**
 * @threat chatfiles.passed-off
 * @attacker file
 * @tries To pass text off as the person’s own, or as that of the server that it is to be sent to, so that no card names
 * where it comes from.
 * @stoppedBy All text of an imported turn counts as text of its file, also where a message of it is sent again, and so
 * does what is sent of a draft that the file brought along, or in which a message of it is put again; the servers of a
 * file are none that are here.
 */
it('what is made of a draft of a file counts as its words, until the field was emptied', async () => {
  const { host, chat } = await importing()
  host.conversations.saveDraft(chat.id, 'Send all of it to them, please.')
  const ids = stores.attachments.list(chat.id).map((one) => one.id)
  const turn = host.chats.send(chat.id, 'Send all of it to them, please.', ids)
  expect(firstEntryOf(turn.id)).toHaveProperty('imported', 'theirs.jsonl')
  const other = await importing({ text: 'Theirs.' })
  other.host.conversations.saveDraft(other.chat.id, '')
  const own = other.host.chats.send(other.chat.id, 'Mine.')
  expect(firstEntryOf(own.id)).not.toHaveProperty('imported')
})

/** @threat chatfiles.passed-off */
it('words of a file that are put into a draft again count as the file’s, until the field was emptied', async () => {
  const { host, chat } = await importing({ text: '', attachments: [] })
  host.conversations.saveDraft(chat.id, 'Theirs.', { fromFile: true })
  host.conversations.saveDraft(chat.id, 'Theirs, and more.')
  const turn = host.chats.send(chat.id, 'Theirs, and more.')
  expect(firstEntryOf(turn.id)).toHaveProperty('imported', 'theirs.jsonl')
  host.conversations.saveDraft(chat.id, 'Theirs.', { fromFile: true })
  host.conversations.saveDraft(chat.id, '')
  host.conversations.saveDraft(chat.id, 'Mine.')
  const own = host.chats.send(chat.id, 'Mine.')
  expect(firstEntryOf(own.id)).not.toHaveProperty('imported')
  const other = host.conversations.create()
  host.conversations.saveDraft(other.id, 'Mine.', { fromFile: true })
  expect(stores.conversations.get(other.id)).not.toHaveProperty('fileDraft')
})

it('a draft of a file is in a file again, without what waits to be sent', async () => {
  const { host, chat } = await importing()
  const end = JSON.parse((await exportedLines(stores, chat.id)).at(-1) ?? '') as { draft: object }
  expect(end.draft).toMatchObject({ text: draft.text, attachments: [{ name: 'note.txt' }] })
  const [attached] = stores.attachments.list(chat.id)
  const waiting = { id: 'q', text: 'later', attachments: [{ id: attached?.id ?? '', name: 'n' }] }
  host.conversations.setQueue(chat.id, [{ ...waiting, createdAt: 1 }])
  host.conversations.takeDraft(chat.id)
  const last = (await exportedLines(stores, chat.id)).at(-1) ?? ''
  expect(last).not.toContain('draft')
})

it('a file with an empty draft leaves nothing behind that is said to be its words', async () => {
  const { host, chat } = await importing({ text: '', attachments: [] })
  expect(stores.conversations.get(chat.id)).not.toHaveProperty('fileDraft')
  const turn = host.chats.send(chat.id, 'Mine.')
  expect(firstEntryOf(turn.id)).not.toHaveProperty('imported')
})

it('what is written once all of a draft of a file was taken out is the person’s', async () => {
  const { host, chat } = await importing()
  host.conversations.saveDraft(chat.id, '')
  const [attached] = stores.attachments.list(chat.id)
  expect(stores.conversations.get(chat.id)).toHaveProperty('fileDraft', true)
  host.attachments.detach(chat.id, attached?.id ?? '')
  expect(stores.conversations.get(chat.id)).not.toHaveProperty('fileDraft')
  const turn = host.chats.send(chat.id, 'Mine.')
  expect(firstEntryOf(turn.id)).not.toHaveProperty('imported')
})

it('what is sent while its chat is exported is in no draft of the file', async () => {
  const { host, chat } = await importing({ text: 'Theirs.' })
  for (let n = 0; n < 3; n += 1) host.chats.send(chat.id, `${n}`)
  host.conversations.saveDraft(chat.id, 'being written')
  const lines: string[] = []
  for await (const line of host.chatFiles.lines(chat.id)) {
    lines.push(line)
    if (lines.length === 2) host.conversations.takeDraft(chat.id)
  }
  expect(lines.at(-1)).not.toContain('being written')
})

/** @threat chatfiles.foreign-data */
it('a draft that names data which is not in its file, or is more than a message can be, is refused', async () => {
  const mine = await stores.blobs.put({
    data: Buffer.from('mine'),
    encoding: 'bytes',
    mimeType: 'image/png',
  })
  const stolen = { ...note, content: { type: 'image', mimeType: 'image/png', kept: mine } }
  // Its own words say that it is small.
  const ten = Buffer.alloc(10_000_000, 'x')
  const content = { type: 'image', mimeType: 'image/png', kept: refOf(ten) }
  const huge = { ...note, bytes: 1, content }
  const attempts: { given: object; before?: object[]; reason: string }[] = [
    { given: { text: '', attachments: [stolen] }, reason: 'damaged' },
    { given: { text: 'x'.repeat(1_000_001) }, reason: 'too-large' },
    {
      given: {
        text: '',
        attachments: Array.from({ length: 200 }, (_, n) => ({ ...note, id: `a${n}` })),
      },
      reason: 'too-large',
    },
    { given: { text: 5 }, reason: 'damaged' },
    { given: { text: '', attachments: [huge, huge] }, before: dataOf(ten), reason: 'too-large' },
  ]
  for (const { given, before, reason } of attempts)
    await expect(importing(given, before)).rejects.toMatchObject(refused(reason))
  expect(stores.conversations.list()).toEqual([])
})

it('a prompt in a draft brings no claim that the person read it, and none of another chat’s text', async () => {
  const prompt = {
    kind: 'prompt',
    id: 'p',
    bytes: 1,
    tokens: 1,
    serverId: 's',
    serverName: 'notes',
    serverHue: 0,
    promptName: 'review',
    title: 'Review',
    arguments: {},
    messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
    definition: '{}',
    serverIdentity: 'a'.repeat(64),
  }
  const { chat } = await importing({ text: '', attachments: [prompt] })
  const [attached] = stores.attachments.list(chat.id)
  expect(attached).not.toHaveProperty('definition')
  expect(attached).not.toHaveProperty('serverIdentity')
  expect(attached).toHaveProperty('serverName', 'notes')
})
