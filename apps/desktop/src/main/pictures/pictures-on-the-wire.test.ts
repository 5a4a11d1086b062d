import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEventRecorder } from '@gatehouse/host/testing'
import { createModelClients } from '@gatehouse/llm'
import { openStores } from '@gatehouse/store'
import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it, vi } from 'vitest'
import { createScriptedHost } from '../faults/scripted-host.ts'

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
/** Instead of each picture that is drawn. */
const drawn = fixture('small.png')
const DRAWN = 'image/png'

/** The type that each format has in the request of an API, and the words of its line. */
const FORMATS = [
  ['small.png', 'image/png', '(image/png, 320 × 240 pixels)'],
  ['small.jpg', 'image/jpeg', '(image/jpeg, 320 × 240 pixels)'],
  ['small.webp', 'image/webp', '(image/webp, 320 × 240 pixels)'],
  ['photo.jpg', DRAWN, 'made by this app of a jpeg of 4032 × 3024 pixels'],
  ['photo.heic', DRAWN, 'made by this app of a heic of'],
  ['small.avif', DRAWN, 'made by this app of a avif of'],
  ['small.bmp', DRAWN, 'made by this app of a bmp of'],
  ['fax.tiff', DRAWN, 'made by this app of a tiff of'],
  ['moving.gif', DRAWN, 'the first of 2 pictures in it'],
  ['drawing.svg', DRAWN, 'made by this app of a svg of'],
] as const

/** Where an API has a picture: how its type and its data stand there. */
const APIS = [
  [
    'anthropic',
    'v1',
    (type: string, data: string) => [`"media_type":"${type}"`, `"data":"${data}"`],
  ],
  ['openai-responses', 'v1', (type: string, data: string) => [`data:${type};base64,${data}`]],
  [
    'google',
    'v1beta',
    (type: string, data: string) => [`"mimeType":"${type}"`, `"data":"${data}"`],
  ],
  ['openai-compatible', 'v1', (type: string, data: string) => [`data:${type};base64,${data}`]],
] as const

it('each model API is sent pictures of every format in a type that it takes, and no place or camera', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pictures-'))
  const endpoint = await startFakeModelEndpoint()
  const stores = openStores({ file: join(folder, 'gatehouse.db') })
  const original = { width: 4032, height: 3024 }
  const host = createScriptedHost({
    stores,
    server: { tools: [], call: () => Promise.reject(new Error()), opened: [], closed: 0 },
    models: createModelClients(),
    events: createEventRecorder(),
    pictures: {
      draw: () =>
        Promise.resolve({
          bytes: drawn,
          mimeType: DRAWN,
          width: 320,
          height: 240,
          original,
          frames: 1,
        }),
    },
  })
  try {
    await host.start()
    endpoint.script('m', [{ text: 'Seen.' }])
    const { id } = host.conversations.create()
    for (const [name] of FORMATS)
      await host.attachments.attachFile(id, { name, mimeType: '', bytes: fixture(name) })
    const attached = host.attachments.list(id)
    for (const [kind, version, shapes] of APIS) {
      const provider = await host.providers.save(
        { kind, name: kind, baseUrl: `${endpoint.url}/${version}`, key: 'sk-key' },
        { models: [{ id: 'm', contextWindow: 200_000 }] },
      )
      host.conversations.setModel(id, { providerId: provider.id, modelId: 'm' })
      const before = endpoint.requests.length
      const turn = host.chats.view(id).turns[0]
      if (turn) host.chats.retry(id, turn.id)
      else
        host.chats.send(
          id,
          'Look',
          attached.map((one) => one.id),
        )
      await vi.waitFor(
        () => expect(host.chats.view(id).turns.at(-1)?.status).not.toBe('running'),
        20_000,
      )
      const body = JSON.stringify(
        endpoint.requests.slice(before).find(({ method }) => method === 'POST')?.body,
      )
      for (const [at, [name, type, words]] of FORMATS.entries()) {
        const one = attached[at]
        if (one?.kind !== 'file' || one.content.type !== 'image')
          throw new Error(`${name} is no picture.`)
        const data = await stores.blobs.data(one.content.kept)
        for (const shape of shapes(type, data))
          expect([kind, name, body.includes(shape)]).toEqual([kind, name, true])
        expect(body).toContain(words)
      }
      // The fixture that stands for drawn pictures has a place itself.
      const ownBytes = FORMATS.filter(([, type]) => type !== DRAWN).map(([name]) => fixture(name))
      for (const bytes of ownBytes)
        expect(body.includes(Buffer.from(bytes).toString('base64'))).toBe(false)
    }
    proves('chat.pictures.wire')
  } finally {
    await host.close()
    stores.close()
    await endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
