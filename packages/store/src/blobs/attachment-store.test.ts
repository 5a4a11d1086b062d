import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attachment, BlobRef } from '@gatehouse/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleConversation, sampleTurn } from '../sample-records.ts'

let folder: string
let stores: OpenedStores

const open = (): OpenedStores => openStores({ file: join(folder, 'gatehouse.db') })
function restart(): void {
  stores.close()
  stores = open()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-attachments-'))
  stores = open()
  stores.conversations.save(sampleConversation('c1'))
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytes = (...data: number[]) => ({
  data: Uint8Array.from(data),
  encoding: 'bytes' as const,
  mimeType: 'image/png',
})

async function pictureNamed(id: string, ...data: number[]): Promise<Attachment> {
  const kept = await stores.blobs.put(bytes(...data))
  return {
    kind: 'file',
    id,
    bytes: data.length,
    tokens: 1,
    name: `${id}.png`,
    mimeType: 'image/png',
    content: { type: 'image', mimeType: 'image/png', kept },
  }
}

const blobOf = (attachment: Attachment): BlobRef => {
  const ref = attachment.kind === 'file' && 'kept' in attachment.content && attachment.content.kept
  if (!ref) throw new Error('It has no blob.')
  return ref
}

/** Runs the cleanup of old files without references; whether this one is still there. */
async function isKept(ref: BlobRef): Promise<boolean> {
  const { hash } = ref
  const path = join(folder, 'blobs', hash.slice(0, 2), hash.slice(2))
  if ((await stores.blobs.size(hash)) !== null) utimesSync(path, new Date(1e12), new Date(1e12))
  await stores.blobs.collect()
  return (await stores.blobs.size(hash)) !== null
}

describe('what is attached to a draft', () => {
  it('outlives a restart, in its order, with its files', async () => {
    const one = await pictureNamed('a1', 1, 2, 3)
    const two = await pictureNamed('a2', 4)
    stores.attachments.add('c1', one)
    stores.attachments.add('c1', two)
    restart()
    expect(stores.attachments.list('c1')).toEqual([one, two])
    expect(await isKept(blobOf(one))).toBe(true)
    expect(await stores.blobs.data(blobOf(one))).toBe('AQID')
    stores.attachments.remove('c1', 'a1')
    expect(stores.attachments.list('c1')).toEqual([two])
    expect(await isKept(blobOf(one))).toBe(false)
  })

  it('is exchanged in its place, with the files of what came', async () => {
    const one = await pictureNamed('a1', 1, 2, 3)
    const two = await pictureNamed('a2', 4)
    const other = await pictureNamed('a3', 5, 6)
    stores.attachments.add('c1', one)
    stores.attachments.add('c1', two)
    stores.attachments.exchange('c1', 'a1', other)
    stores.attachments.exchange('c1', 'none', one)
    restart()
    expect(stores.attachments.list('c1')).toEqual([other, two])
    expect(await isKept(blobOf(other))).toBe(true)
    expect(await isKept(blobOf(one))).toBe(false)
  })

  it('comes back with its chat, and goes with it for good', async () => {
    const one = await pictureNamed('a1', 1, 2, 3)
    stores.attachments.add('c1', one)
    stores.conversations.remove('c1')
    stores.conversations.restore('c1')
    expect(stores.attachments.list('c1')).toEqual([one])
    stores.conversations.remove('c1')
    stores.conversations.purge()
    expect(stores.attachments.list('c1')).toEqual([])
    expect(await isKept(blobOf(one))).toBe(false)
  })

  it('keeps its files, and is found, once it is in a message', async () => {
    const one = await pictureNamed('a1', 9, 9)
    stores.attachments.add('c1', one)
    const prompt: Attachment = {
      kind: 'prompt',
      id: 'a2',
      bytes: 1,
      tokens: 1,
      serverId: 's1',
      serverName: 'github',
      serverHue: 1,
      promptName: 'review',
      title: 'Review a pull request',
      arguments: { number: '412' },
      messages: [{ role: 'user', content: { type: 'text', text: 'Look for quokkas' } }],
    }
    const message = {
      kind: 'user-message' as const,
      id: 'e1',
      text: '',
      attachments: [one, prompt],
      createdAt: 1,
    }
    stores.turns.saveTurn(sampleTurn('t1', 'c1'))
    stores.turns.saveEntry('t1', message)
    stores.attachments.clear('c1')
    restart()
    expect(stores.attachments.list('c1')).toEqual([])
    expect(stores.turns.get('t1')?.entries).toEqual([message])
    expect(await isKept(blobOf(one))).toBe(true)
    for (const words of ['a1.png', 'quokka', '412', 'pull request'])
      expect(stores.search.search(words, 5).hits).toHaveLength(1)
  })
})
