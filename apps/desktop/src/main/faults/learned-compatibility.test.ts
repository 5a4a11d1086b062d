import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModelProvider } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import { createEventRecorder } from '@gatehouse/host/testing'
import { createModelClients } from '@gatehouse/llm'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { startFakeModelEndpoint, type FakeModelEndpoint, type FakeScript } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const server = {
  tools: [],
  call: () => Promise.reject(new Error('There is no tool.')),
  opened: [],
  closed: 0,
}
const refusal = { error: { message: "Unsupported parameter: 'stream_options'" } }
const refuses: FakeScript = ({ body }) =>
  'stream_options' in body
    ? { fault: { kind: 'status', status: 400, body: JSON.stringify(refusal) } }
    : { text: 'ok' }

let folder: string
let endpoint: FakeModelEndpoint
let stores: OpenedStores
let host: Host

async function open(): Promise<void> {
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  const events = createEventRecorder()
  host = createScriptedHost({ stores, server, models: createModelClients(), events })
  await host.start()
}
async function close(): Promise<void> {
  await host.close()
  stores.close()
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-learned-'))
  endpoint = await startFakeModelEndpoint()
  for (const model of ['m', 'other']) endpoint.script(model, refuses)
  await open()
  await connect(endpoint.url)
})
afterEach(async () => {
  vi.useRealTimers()
  await close()
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

function connect(url: string, id?: string): Promise<ModelProvider> {
  const draft = { kind: 'openai-compatible', name: 'P', baseUrl: `${url}/v1`, key: null } as const
  return host.providers.save(id === undefined ? draft : { ...draft, id }, {
    models: [{ id: 'm' }, { id: 'other' }],
  })
}

const provider = (): ModelProvider => {
  const [first] = host.providers.list()
  if (!first) throw new Error('No provider.')
  return first
}

/** Sends a message in a new chat, and returns how many requests the answer took. */
async function requestsOfMessage(modelId = 'm'): Promise<number> {
  const before = endpoint.requests.length
  const { id } = host.conversations.create()
  host.conversations.setModel(id, { providerId: provider().id, modelId })
  host.chats.send(id, 'hi')
  await vi.waitFor(() => expect(host.chats.view(id).turns.at(-1)?.status).toBe('done'), {
    timeout: 10_000,
    interval: 5,
  })
  return endpoint.requests.length - before
}

it('costs no request more the next time, after a restart too', async () => {
  expect(await requestsOfMessage()).toBe(2)
  expect(await requestsOfMessage()).toBe(1)
  await close()
  await open()
  expect(await requestsOfMessage()).toBe(1)
  proves('model.learned.once')
})

it('holds for one model alone', async () => {
  await requestsOfMessage()
  expect(await requestsOfMessage('other')).toBe(2)
})

it('ends by a press', async () => {
  await requestsOfMessage()
  const change = { field: 'leftOutFields', name: 'stream_options' } as const
  host.providers.forgetLearned({ providerId: provider().id, modelId: 'm' }, change)
  expect(provider().learned).toBeUndefined()
  expect(await requestsOfMessage()).toBe(2)
})

it('ends with a change of the address, and does not come back with the address', async () => {
  await requestsOfMessage()
  const other = await startFakeModelEndpoint()
  await connect(other.url, provider().id)
  await other.close()
  await connect(endpoint.url, provider().id)
  expect(await requestsOfMessage()).toBe(2)
})

it('stays when the provider is saved with the same address', async () => {
  await requestsOfMessage()
  await connect(endpoint.url, provider().id)
  expect(await requestsOfMessage()).toBe(1)
})

it('ends after 30 days', async () => {
  await requestsOfMessage()
  const then = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(then + 29 * DAY_MS)
  expect(await requestsOfMessage()).toBe(1)
  vi.setSystemTime(then + 30 * DAY_MS + 60_000)
  expect(await requestsOfMessage()).toBe(2)
  proves('model.learned.ends')
})
