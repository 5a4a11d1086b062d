import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitResult, type BlobRef, type StoredResult, type ToolResult } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleConversation, sampleToolCall, sampleTurn } from '../sample-records.ts'

let folder: string
let file: string
let stores: OpenedStores

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-blobs-'))
  file = join(folder, 'gatehouse.db')
  stores = openStores({ file })
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

const text = (data: string) => stores.blobs.put({ data, encoding: 'utf8', mimeType: 'text/plain' })
const pathOf = ({ hash }: BlobRef) => join(folder, 'blobs', hash.slice(0, 2), hash.slice(2))
const age = (path: string) => utimesSync(path, new Date(1e12), new Date(1e12))

async function keep(result: ToolResult): Promise<StoredResult> {
  const keeping = splitResult(result)
  let step = keeping.next()
  while (!step.done) step = keeping.next(await stores.blobs.put(step.value))
  return step.value
}

it('a file of a prompt stays until no prompt has it', async () => {
  const kept = await text('of a prompt')
  const ownPrompts = [
    { id: 'p', name: 'Brief', text: 'Be brief.' },
    {
      id: 'q',
      name: 'Rules',
      text: 'Keep them.',
      files: [{ id: 'f', name: 'a.txt', mimeType: '', kept }],
    },
  ]
  stores.settings.save({ ...stores.settings.load(), ownPrompts })
  age(pathOf(kept))
  expect(await stores.blobs.collect()).toBe(0)
  await stores.blobs.discard(kept.hash, Date.now())
  expect(stores.settings.load().ownPrompts).toEqual(ownPrompts)
  expect(existsSync(pathOf(kept))).toBe(true)
  stores.settings.save({ ...stores.settings.load(), ownPrompts: [] })
  expect(await stores.blobs.collect()).toBe(1)
  expect(existsSync(pathOf(kept))).toBe(false)
})

describe('data that is kept in files', () => {
  it('is a file named by its SHA-256 that only its owner may read, once for the same data', async () => {
    const ref = await text('abc')
    expect(ref).toEqual({
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      bytes: 3,
      characters: 3,
      mimeType: 'text/plain',
    })
    expect((await text('abc')).hash).toBe(ref.hash)
    expect(readdirSync(join(folder, 'blobs'))).toEqual(['ba'])
    if (process.platform === 'win32') return
    expect((statSync(pathOf(ref)).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(join(folder, 'blobs')).mode & 0o777).toString(8)).toBe('700')
  })

  it('is read a stretch at a time, in characters of any script', async () => {
    const plain = 'abcdef'.repeat(1000)
    const wide = '漢字😀é'.repeat(1000)
    const marked = `\uFEFF${plain}`
    for (const whole of [plain, wide, marked]) {
      const ref = await text(whole)
      for (const [start, end] of [
        [0, 10],
        [1000, 1003],
        [5990, 9999],
      ] as const)
        expect(await stores.blobs.text(ref, { start, end })).toBe(whole.slice(start, end))
      expect(await stores.blobs.data(ref)).toBe(whole)
    }
  })

  it('is given back as it was sent, base64 or what only claims to be', async () => {
    for (const data of ['AAEC', 'AAE=', 'not base64', 'AAE', '']) {
      const ref = await stores.blobs.put({ data, encoding: 'base64', mimeType: 'image/png' })
      expect(await stores.blobs.data(ref)).toBe(data)
    }
  })

  it('that is gone is reported as such, and no path leads out of its folder', async () => {
    const ref = await text('gone')
    rmSync(pathOf(ref))
    for (const hash of [ref.hash, 'x', '../../gatehouse.db', `${'0'.repeat(62)}/.`]) {
      await expect(stores.blobs.read(hash)).rejects.toMatchObject({ code: 'store/blob-missing' })
      expect(await stores.blobs.size(hash)).toBeNull()
    }
  })

  it('is written anew where a file of that name is not whole', async () => {
    const ref = await text('whole')
    writeFileSync(pathOf(ref), 'wh')
    await text('whole')
    expect(await stores.blobs.data(ref)).toBe('whole')
  })

  it.skipIf(process.platform === 'win32')('is not read through a link', async () => {
    const ref = await text('linked')
    rmSync(pathOf(ref))
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'secret')
    symlinkSync(victim, pathOf(ref))
    await expect(stores.blobs.read(ref.hash)).rejects.toMatchObject({ name: 'GatehouseError' })
  })

  it('says in words that the disk refuses', async () => {
    rmSync(join(folder, 'blobs'), { recursive: true, force: true })
    writeFileSync(join(folder, 'blobs'), 'a file in the way')
    await expect(text('x')).rejects.toMatchObject({
      name: 'GatehouseError',
      code: 'store/cannot-open',
    })
  })
})

describe('a file that no entry refers to', () => {
  it('is removed when it is an hour old; one that an entry has is not', async () => {
    const result = await keep({
      isError: false,
      content: [{ type: 'text', text: 'long '.repeat(3000) }],
      structuredContent: { rows: 'x'.repeat(10_000) },
    })
    stores.conversations.save(sampleConversation('c1'))
    stores.turns.saveTurn(sampleTurn('t1', 'c1'))
    stores.turns.saveEntry('t1', { ...sampleToolCall('call'), result })
    const [first] = result.content
    if (first?.type !== 'text' || !first.kept || !result.structured) throw new Error('Not apart.')
    const used = [pathOf(first.kept), pathOf(result.structured.kept)]
    const young = pathOf(await text('young'))
    const old = pathOf(await text('old'))
    for (const path of [...used, old]) age(path)
    mkdirSync(join(folder, 'blobs', 'other'))
    const partial = join(folder, 'blobs', 'x.partial')
    writeFileSync(partial, 'cut off')
    age(partial)

    expect(await stores.blobs.collect()).toBe(2)
    expect([...used, young].map((path) => existsSync(path))).toEqual([true, true, true])
    expect([old, partial].map((path) => existsSync(path))).toEqual([false, false])

    stores.conversations.remove('c1')
    expect(await stores.blobs.collect()).toBe(0)
    stores.conversations.purge()
    expect(await stores.blobs.collect()).toBe(2)
    expect(used.map((path) => existsSync(path))).toEqual([false, false])
    proves('record.blobs.removed')
  })

  it('is left be when the same data was put again meanwhile', async () => {
    const path = pathOf(await text('again'))
    age(path)
    await text('again')
    expect(await stores.blobs.collect()).toBe(0)
    expect(existsSync(path)).toBe(true)
  })

  it('is discarded unless an entry has it, or it was put again since', async () => {
    const result = await keep({
      isError: false,
      content: [{ type: 'text', text: 'long '.repeat(3000) }],
    })
    stores.conversations.save(sampleConversation('c1'))
    stores.turns.saveTurn(sampleTurn('t1', 'c1'))
    stores.turns.saveEntry('t1', { ...sampleToolCall('call'), result })
    const [first] = result.content
    if (first?.type !== 'text' || !first.kept) throw new Error('Not apart.')
    const unused = await text('unused')
    await stores.blobs.discard(unused.hash, 1000)
    expect(existsSync(pathOf(unused))).toBe(true)
    for (const { hash } of [unused, first.kept])
      await stores.blobs.discard(hash, Number.MAX_SAFE_INTEGER)
    await stores.blobs.discard('../gatehouse.db', Number.MAX_SAFE_INTEGER)
    expect([unused, first.kept].map((ref) => existsSync(pathOf(ref)))).toEqual([false, true])
    expect(existsSync(file)).toBe(true)
  })

  it('is discarded in the millisecond in which it was written, and not when put again in the next', async () => {
    for (const [writtenAt, isKept] of [
      [5000.9, false],
      [5001, true],
    ] as const) {
      const unused = await text(`unused ${writtenAt}`)
      utimesSync(pathOf(unused), writtenAt / 1000, writtenAt / 1000)
      await stores.blobs.discard(unused.hash, 5000)
      expect(existsSync(pathOf(unused))).toBe(isKept)
    }
  })
})
