import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelProviderKindSchema, type ModelProviderKind, type Turn } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import { createEventRecorder } from '@gatehouse/host/testing'
import { createModelClients } from '@gatehouse/llm'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { startFakeModelEndpoint, type FakeModelEndpoint, type FakeScript } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

const versions = { google: 'v1beta', 'azure-openai': 'openai' } as const
const server = {
  tools: [],
  call: () => Promise.reject(new Error('There is no tool.')),
  opened: [],
  closed: 0,
}
/** Tokens that the endpoint takes, of four characters of the body each. */
const LIMIT = 6000
const WORDS = 'some words '.repeat(400)
/** Enough to exceed the limit twice. */
const TURNS = 10

let folder: string
let endpoint: FakeModelEndpoint
let stores: OpenedStores
let host: Host

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-context-'))
  endpoint = await startFakeModelEndpoint()
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  const events = createEventRecorder()
  host = createScriptedHost({ stores, server, models: createModelClients(), events })
  await host.start()
})
afterEach(async () => {
  await host.close()
  stores.close()
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

const limited: FakeScript = ({ body }) => {
  const inputTokens = Math.ceil(JSON.stringify(body).length / 4)
  if (inputTokens > LIMIT) return { fault: { kind: 'refuse', reason: 'context-too-long' } }
  return { text: 'ok', usage: { inputTokens, outputTokens: 1 } }
}

async function chatWith(kind: ModelProviderKind, script: FakeScript, contextWindow?: number) {
  endpoint.script('m', script)
  const version = kind in versions ? versions[kind as keyof typeof versions] : 'v1'
  const provider = await host.providers.save(
    { kind, name: kind, baseUrl: `${endpoint.url}/${version}`, key: 'sk-key' },
    { models: [{ id: 'm', ...(contextWindow === undefined ? {} : { contextWindow }) }] },
  )
  const { id } = host.conversations.create()
  host.conversations.setModel(id, { providerId: provider.id, modelId: 'm' })
  host.conversations.setSetup(id, { parameters: { maxOutputTokens: 500 } })
  return id
}

async function send(id: string, text: string): Promise<Turn> {
  host.chats.send(id, text)
  for (let round = 0; round < 2000; round += 1) {
    const turn = host.chats.view(id).turns.at(-1)
    if (turn && turn.status !== 'running') return turn
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('It did not end.')
}

const posts = () => endpoint.requests.filter(({ method }) => method === 'POST')

it.each(modelProviderKindSchema.exclude(['amazon-bedrock']).options)(
  'a chat with a model that refuses long requests goes on, with one attempt more: %s',
  async (kind) => {
    const id = await chatWith(kind, limited)
    const turns: Turn[] = []
    for (let n = 0; n < TURNS; n += 1) turns.push(await send(id, `${n} ${WORDS}`))
    expect(turns.map(({ failure }) => failure)).toEqual(turns.map(() => null))
    const refused = turns.filter(({ contextRefused }) => contextRefused)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.leftOutTurns).toBeGreaterThan(0)
    expect(posts()).toHaveLength(TURNS + 1)
    expect(JSON.stringify(posts().at(-1)?.body)).toContain('exchanges of this conversation are not')
    proves('turns.context.apis')
  },
)

it.each(modelProviderKindSchema.exclude(['amazon-bedrock']).options)(
  'nothing is refused where the size of the context is known: %s',
  async (kind) => {
    const id = await chatWith(kind, limited, LIMIT)
    for (let n = 0; n < TURNS; n += 1) expect((await send(id, `${n} ${WORDS}`)).failure).toBeNull()
    expect(posts()).toHaveLength(TURNS)
  },
)

it.each(modelProviderKindSchema.exclude(['amazon-bedrock']).options)(
  'a model that refuses everything is asked twice, and the words name a way out: %s',
  async (kind) => {
    const always: FakeScript = (_request, turn) =>
      turn === 0 ? { text: 'ok' } : { fault: { kind: 'refuse', reason: 'context-too-long' } }
    const id = await chatWith(kind, always)
    await send(id, WORDS)
    const { failure } = await send(id, 'and now?')
    expect(failure?.code).toBe('context-too-long')
    expect(failure?.message).toMatch(/Retry to leave out more/)
    expect(posts()).toHaveLength(3)
  },
)
