import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueOfJson, type JsonValue } from '@gatehouse/domain'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { proves } from '@gatehouse/testkit/proves'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportedLines, filesOf, keepChat } from './testing/kept-chat.ts'
import { arbitraryChat } from './testing/arbitrary-chat.ts'

let folder: string
let here: OpenedStores
let elsewhere: OpenedStores
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-chat-files-'))
  here = openStores({ file: join(folder, 'here.db') })
  elsewhere = openStores({ file: join(folder, 'elsewhere', 'elsewhere.db') })
})
afterEach(() => {
  here.close()
  elsewhere.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Names of what a file has new ids for at each import, in the order in which they are first met. */
function withPlainIds(lines: readonly string[]): JsonValue[] {
  const plain = new Map<string, string>()
  const named = (value: string): string => {
    const known = plain.get(value) ?? `id-${plain.size}`
    plain.set(value, known)
    return known
  }
  const walk = (value: JsonValue, key: string): JsonValue => {
    if (typeof value === 'string') return IDS.has(key) ? named(value) : value
    if (Array.isArray(value)) return value.map((one) => walk(one, key))
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value).map(([name, one]): [string, JsonValue] => [
      name,
      // Text of a person, a model or a server is never an id.
      name === 'arguments' || name === 'proposedArguments' ? one : walk(one, name),
    ])
    return Object.fromEntries(entries.filter(([name]) => name !== 'exportedAt'))
  }
  return lines.map((line) => walk(valueOfJson(line) ?? null, ''))
}
const IDS = new Set(['id', 'parentId', 'turnId', 'entryId', 'serverId', 'providerId'])

it('gives back the same chat, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryChat, async (chat) => {
      const id = await keepChat(chat, here)
      const lines = await exportedLines(here, id)
      const imported = await filesOf(elsewhere).import({ name: 'a.chat.jsonl', lines: each(lines) })
      const again = await exportedLines(elsewhere, imported.id)
      expect(withPlainIds(again)).toEqual(withPlainIds(lines))
      const path = (stores: OpenedStores, chatId: string) =>
        stores.turns
          .page(chatId, { anchor: 'end', side: 'before', entries: 1000 })
          ?.turns.map(({ depth, versions, entries }) => [depth, versions?.position, entries.length])
      expect(path(elsewhere, imported.id)).toEqual(path(here, id))
      // Each version that was left is found again as it was.
      const places = (stores: OpenedStores, chatId: string) =>
        stores.turns.nodes(chatId).map(({ isChosen, isShown }) => [isChosen, isShown])
      expect(places(elsewhere, imported.id)).toEqual(places(here, id))
    }),
    { numRuns: 25 },
  )
  proves('chat.file-format.identical')
}, 60_000)

it('brings its data along, byte for byte, in pieces', async () => {
  const data = Buffer.alloc(500_000, 'picture ')
  const kept = await here.blobs.put({ data, encoding: 'bytes', mimeType: 'image/png' })
  const id = await keepChat({ title: 'Pictures', turns: [] }, here)
  here.turns.saveTurn({
    id: 'turn-1',
    conversationId: id,
    parentId: null,
    depth: 0,
    origin: 'message',
    status: 'done',
    model: null,
    step: 0,
    stepLimit: 20,
    entries: [],
    preparing: null,
    failure: null,
    startedAt: 1,
    endedAt: 2,
  })
  here.turns.saveEntry('turn-1', {
    kind: 'user-message',
    id: 'entry-1',
    text: 'Look',
    attachments: [
      {
        kind: 'file',
        id: 'attachment-1',
        bytes: data.byteLength,
        tokens: 10,
        name: 'a.png',
        mimeType: 'image/png',
        content: { type: 'image', mimeType: 'image/png', kept },
      },
    ],
    createdAt: 1,
  })
  const lines = await exportedLines(here, id)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300_000)
  await filesOf(elsewhere).import({ name: 'a', lines: each(lines) })
  const bytes = await elsewhere.blobs.read(kept.hash)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(kept.hash)
})

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
