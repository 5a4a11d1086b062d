import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Conversation, JsonObject, Turn } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import {
  createEventRecorder,
  createMemoryVault,
  toolNamed,
  type ScriptedServer,
} from '@gatehouse/host/testing'
import { createModelClients } from '@gatehouse/llm'
import { openStores, type OpenedStores } from '@gatehouse/store'
import {
  withDisplayHash,
  startFakeModelEndpoint,
  type FakeModelEndpoint,
  type FakeStep,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

/** Where an API keeps the messages, and how it names the model. */
const apis = {
  anthropic: { messages: 'messages', model: 'assistant', version: 'v1' },
  'openai-compatible': { messages: 'messages', model: 'assistant', version: 'v1' },
  'openai-responses': { messages: 'input', model: 'assistant', version: 'v1' },
  'azure-openai': { messages: 'messages', model: 'assistant', version: 'openai' },
  google: { messages: 'contents', model: 'model', version: 'v1beta' },
} as const
const SEALED = 'c2VhbGVkIHRob3VnaHQ='
const THOUGHT = 'Z2VtaW5pIHRob3VnaHQ='

const vault = createMemoryVault()
let folder: string
let endpoint: FakeModelEndpoint
let stores: OpenedStores
let events: ReturnType<typeof createEventRecorder>
let host: Host

const server: ScriptedServer = {
  tools: [toolNamed('read')],
  call: () => Promise.resolve({ content: [{ type: 'text', text: 'read' }], isError: false }),
  opened: [],
  closed: 0,
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-given-back-'))
  endpoint = await startFakeModelEndpoint()
  await begin()
  const transport = { kind: 'stdio' as const, command: 'node', args: [], env: [] }
  const draft = { name: 'files', transport, protocol: 'auto' as const, start: 'launch' as const }
  const review = await host.servers.review({ ...draft, requestTimeoutMs: 60_000 })
  await host.servers.save(review.id, true)
})
afterEach(async () => {
  await host.close()
  stores.close()
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The app on the file as it is. */
async function begin(): Promise<void> {
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  events = createEventRecorder()
  host = createScriptedHost({ stores, server, models: createModelClients(), events, vault })
  await host.start()
}

async function restart(): Promise<void> {
  await host.close()
  stores.close()
  await begin()
}

async function until<Value>(read: () => Value | undefined): Promise<Value> {
  for (let round = 0; round < 2000; round += 1) {
    const value = read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('It did not come.')
}

async function newChat(kind: keyof typeof apis, steps: FakeStep[], modelId = 'm') {
  endpoint.script(modelId, steps)
  const chat = host.conversations.create()
  await use(chat, kind, modelId)
  return chat
}

async function use(chat: Conversation, kind: keyof typeof apis, modelId: string): Promise<void> {
  const provider = await host.providers.save(
    {
      kind,
      name: kind,
      baseUrl: `${endpoint.url}/${apis[kind].version}`,
      key: kind === 'anthropic' ? 'sk-key' : null,
    },
    { models: [{ id: modelId }] },
  )
  host.conversations.setModel(chat.id, { providerId: provider.id, modelId })
}

const over = ({ id }: Conversation): Promise<Turn> =>
  until(() => {
    const turn = host.chats.view(id).turns.at(-1)
    return turn && turn.status !== 'running' ? turn : undefined
  })

async function allow(edited?: JsonObject): Promise<void> {
  const ask = await until(() => host.asks.pending()[0])
  const decision = { kind: 'tool-approval', decision: 'allow-once' } as const
  const answer = edited ? { ...decision, arguments: edited } : decision
  if (ask.kind === 'tool-approval') host.asks.answer(ask.id, withDisplayHash(ask, answer))
}

/** The messages of a request, from 0. */
function sentMessages(index: number, kind: keyof typeof apis = 'anthropic'): JsonObject[] {
  const posts = endpoint.requests.filter(({ method }) => method === 'POST')
  return (posts[index]?.body?.[apis[kind].messages] ?? []) as JsonObject[]
}

const call = { name: 'files__read', arguments: { path: '/a' }, id: 'call_1' }
const thinking: FakeStep = {
  reasoning: 'First I read. Ünïcode 漢字 😀.',
  redactedReasoning: SEALED,
  text: 'Reading now.',
  toolCalls: [call],
}

describe('what a provider wants back', () => {
  it('goes back to it exactly, step by step, later, and after a restart', async () => {
    const chat = await newChat('anthropic', [thinking, { text: 'One.' }, { text: 'Two.' }])
    host.chats.send(chat.id, 'Read it')
    await allow()
    expect((await over(chat)).failure).toBeNull()
    await restart()
    host.chats.send(chat.id, 'And?')
    expect((await over(chat)).failure).toBeNull()
    const given = [
      { type: 'thinking', thinking: thinking.reasoning, signature: expect.any(String) as string },
      { type: 'redacted_thinking', data: SEALED },
      { type: 'text', text: 'Reading now.' },
      { type: 'tool_use', id: 'call_1', name: 'files__read', input: { path: '/a' } },
    ]
    for (const request of [1, 2])
      expect(sentMessages(request)[1]).toMatchObject({ role: 'assistant', content: given })
    proves('model.given-back.exactly')
  })

  it.each([
    ['openai-responses', `"encrypted_content":"${SEALED}"`],
    ['google', `"thoughtSignature":"${THOUGHT}"`],
  ] as const)(
    'goes back over its own API step by step and after a restart: %s',
    async (kind, kept) => {
      const signed = { ...thinking, toolCalls: [{ ...call, thoughtSignature: THOUGHT }] }
      const chat = await newChat(kind, [signed, { text: 'One.' }, { text: 'Two.' }])
      host.chats.send(chat.id, 'Read it')
      await allow()
      expect((await over(chat)).failure).toBeNull()
      await restart()
      host.chats.send(chat.id, 'And?')
      expect((await over(chat)).failure).toBeNull()
      const [, second = [], third = []] = [0, 1, 2].map((index) => sentMessages(index, kind))
      expect(JSON.stringify(second)).toContain(kept)
      expect(third.slice(0, second.length)).toEqual(second)
      expect(JSON.stringify([events.recorded, host.chats.view(chat.id)])).not.toContain(SEALED)
    },
  )

  /**
   * @threat record.given-back-elsewhere
   * @attacker model
   * @tries To have what another provider gave in confidence (reasoning, signed or sealed) sent to it, or shown.
   * @stoppedBy It is kept apart from the chat with the address, kind and model it came from, and goes only there.
   */
  it('goes to no other model, no other address and no other kind of provider', async () => {
    const chat = await newChat('anthropic', [thinking, { text: 'One.' }])
    host.chats.send(chat.id, 'Read it')
    await allow()
    await over(chat)
    const other = await startFakeModelEndpoint({ models: ['m'] })
    endpoint.script('n', [{ text: 'n' }])
    await use(chat, 'anthropic', 'n')
    host.chats.send(chat.id, 'n')
    expect((await over(chat)).failure).toBeNull()
    endpoint.script('m', [{ text: 'chat' }])
    await use(chat, 'openai-compatible', 'm')
    host.chats.send(chat.id, 'chat')
    expect((await over(chat)).failure).toBeNull()
    const [provider] = host.providers.list()
    if (!provider) throw new Error('There is no provider.')
    const baseUrl = `${other.url}/v1`
    const moved = { ...provider, baseUrl, key: 'sk-other', headers: [] }
    await host.providers.save(moved, { models: [{ id: 'm' }] })
    host.conversations.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
    host.chats.send(chat.id, 'elsewhere')
    await over(chat)
    const requests = endpoint.requests.filter(({ method }) => method === 'POST').slice(2)
    requests.push(...other.requests.filter(({ method }) => method === 'POST'))
    expect(requests).toHaveLength(3)
    for (const { rawBody } of requests) {
      expect(rawBody).toContain('Reading now.')
      expect(rawBody).not.toContain('thinking')
      expect(rawBody).not.toContain('First I read')
      expect(rawBody).not.toContain(SEALED)
    }
    await other.close()
    proves('model.given-back.nobody-else')
  })

  /** @threat record.given-back-elsewhere */
  it('is neither sent to the window nor in what it can read', async () => {
    const chat = await newChat('anthropic', [thinking, { text: 'One.' }])
    host.chats.send(chat.id, 'Read it')
    await allow()
    await over(chat)
    expect(stores.turns.providerParts(host.chats.view(chat.id).turns[0]?.id ?? '').size).toBe(1)
    expect(JSON.stringify(events.recorded)).toContain('First I read')
    expect(JSON.stringify([events.recorded, host.chats.view(chat.id)])).not.toContain(SEALED)
    expect(JSON.stringify([events.recorded, host.chats.view(chat.id)])).not.toMatch(/signature/i)
    proves('model.given-back.unseen')
  })

  it('of a call goes back with the call as it was made, though the person changed it', async () => {
    const signed = { ...call, thoughtSignature: THOUGHT }
    const chat = await newChat('openai-compatible', [{ toolCalls: [signed] }, { text: 'One.' }])
    host.chats.send(chat.id, 'Read it')
    await allow({ path: '/b' })
    expect((await over(chat)).failure).toBeNull()
    const [, assistant, result] = sentMessages(1).slice(-3)
    expect(assistant).toMatchObject({
      tool_calls: [
        {
          function: { arguments: '{"path":"/a"}' },
          extra_content: { google: { thought_signature: THOUGHT } },
        },
      ],
    })
    expect(JSON.stringify(result)).toContain('The user changed the arguments')
    proves('model.given-back.calls')
  })

  /**
   * @threat record.given-back-without-end
   * @attacker model
   * @tries To fill the disk with data that the app keeps only to hand it back.
   * @stoppedBy Of a step with more than 1,000,000 characters of it nothing of it is kept; the answer stays, and the
   * turn says so.
   */
  it('is more than a step may hold: the answer stays, and the turn says what is not sent back', async () => {
    const chat = await newChat('anthropic', [
      { redactedReasoning: 'x'.repeat(1_100_000), text: 'T' },
    ])
    host.chats.send(chat.id, 'Go')
    const { failure, entries, providerDataLeftOut } = await over(chat)
    expect(failure).toBeNull()
    expect(providerDataLeftOut).toBe(true)
    expect(entries.at(-1)).toMatchObject({ kind: 'assistant-message', text: 'T' })
  })
})

describe.each(Object.keys(apis) as (keyof typeof apis)[])('Continue, %s', (kind) => {
  it('asks in a message that is not the model’s, and that the chat does not show', async () => {
    const half: FakeStep = { text: 'The first half.', finish: 'length' }
    const chat = await newChat(kind, [half, { text: ' The rest.' }, { text: 'Later.' }])
    host.chats.send(chat.id, 'Tell me')
    expect((await over(chat)).failure).toMatchObject({ code: 'length-limit' })
    host.chats.continue(chat.id)
    const turn = await over(chat)
    expect(turn.failure).toBeNull()
    expect(turn.entries.map((entry) => entry.kind)).toEqual([
      'user-message',
      'assistant-message',
      'assistant-message',
    ])
    const sent = sentMessages(1, kind)
    expect(sent.slice(-2)).toMatchObject([{ role: apis[kind].model }, { role: 'user' }])
    expect(JSON.stringify(sent.at(-1))).toContain('not of the user: your answer was cut off')
    host.chats.send(chat.id, 'And?')
    await over(chat)
    // What was asked stays where it was asked.
    expect(sentMessages(2, kind).slice(0, -2)).toEqual(sent)
    expect(JSON.stringify(host.chats.view(chat.id))).not.toContain('cut off')
    proves('model.continue.asked')
  })
})
