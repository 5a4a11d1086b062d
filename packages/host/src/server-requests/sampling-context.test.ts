import type { DataFlowRule, SamplingRequestAsk, ToolCall, Turn } from '@gatehouse/domain'
import type { SamplingRequest } from '@gatehouse/domain/server-requests'
import { beforeEach, expect, it } from 'vitest'
import { handlerOf, nextAsk } from '../testing/asking-server.ts'
import { duringCall, question } from '../testing/budgeted-sampling.ts'
import {
  allowOnce,
  answerAsk,
  answerNext,
  createChatHarness,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'
import { samplingContext } from './sampling-context.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

/** Runs a tool in the chat, which gives this text. */
async function run({ host, chat }: ReadyChat, text: string): Promise<void> {
  harness.server.call = () => Promise.resolve({ content: [{ type: 'text', text }], isError: false })
  const serverId = host.servers.list()[0]?.config.id ?? ''
  host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: { path: text.slice(0, 5) } })
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
}

const wanting = (includeContext: 'none' | 'thisServer' | 'allServers'): SamplingRequest => ({
  ...question,
  includeContext,
})

/** Returns the ask that the person sees while a call requests this. */
async function askedWith(ready: ReadyChat, request: SamplingRequest): Promise<SamplingRequestAsk> {
  const { over } = await duringCall(harness, ready, async (sample) => {
    await sample(request).catch(() => undefined)
  })
  const ask = await nextAsk(ready.host, 'sampling-request')
  answerAsk(ready.host, ask.id, { kind: 'sampling-request', answer: { decision: 'deny' } })
  await over
  return ask
}

/**
 * @threat sampling.context-grab
 * @attacker server
 * @tries asks with includeContext for what other servers gave in the chat, to have the model tell it in the answer
 * @stoppedBy nothing is added unless the person adds it, server by server, as a message that stands on the card whole
 * and can be edited; only results of the one chat that caused the request are offered; what a rule for the two servers
 * keeps apart is not; a budget never adds any
 * @remains the person may add what they should not, and the answer may repeat it
 */
it('offers the earlier results of the server in the chat that caused the request, and adds none', async () => {
  const ready = await harness.ready([])
  await run(ready, 'first result')
  await run(ready, 'second result')
  const ask = await askedWith(ready, wanting('thisServer'))
  expect(ask.request).toEqual(wanting('thisServer'))
  expect(ask.context?.barred).toEqual([])
  expect(ask.context?.sources).toMatchObject([{ results: 2, isShortened: false }])
  const text = ask.context?.sources[0]?.text ?? ''
  expect(text).toContain('first result')
  expect(text.indexOf('first result')).toBeLessThan(text.indexOf('second result'))
})

it('offers nothing when none is asked for, and nothing without a chat', async () => {
  const ready = await harness.ready([])
  await run(ready, 'a result')
  expect(await askedWith(ready, wanting('none'))).not.toHaveProperty('context')
  const never = new AbortController().signal
  const alone = handlerOf(harness).sample(wanting('allServers'), { callIds: [] }, never)
  const ask = await nextAsk(ready.host, 'sampling-request')
  expect(ask).not.toHaveProperty('context')
  answerAsk(ready.host, ask.id, { kind: 'sampling-request', answer: { decision: 'deny' } })
  await expect(alone).rejects.toMatchObject({ code: 'request/refused' })
})

it('offers the latest of more than a person can read, and says that it is shortened', async () => {
  const ready = await harness.ready([])
  for (let count = 0; count < 8; count += 1) await run(ready, `no. ${count} ${'a'.repeat(3000)}`)
  const ask = await askedWith(ready, wanting('thisServer'))
  const [source] = ask.context?.sources ?? []
  expect(source?.isShortened).toBe(true)
  expect(source?.text.length).toBeLessThan(20_100)
  expect(source?.text).toContain('no. 7')
  expect(source?.text).not.toContain('no. 0')
  await until(() => ready.host.asks.pending().length === 0)
})

/** A finished call of a server; made up where a real chat would need several servers. */
const call = (serverId: string, text: string): ToolCall => ({
  kind: 'tool-call',
  id: `${serverId} ${text}`,
  step: 1,
  callId: text,
  origin: 'model',
  serverId,
  serverName: serverId.toUpperCase(),
  serverHue: 1,
  toolName: 'read',
  toolTitle: 'Read',
  proposedArguments: {},
  arguments: {},
  status: 'done',
  result: { content: [{ type: 'text', text }], isError: false },
  createdAt: 0,
})

/** Returns the context that is offered to the server `a` in a chat of two turns. */
async function offeredTo(
  includeContext: 'thisServer' | 'allServers',
  { rules = [], chats = ['c'] }: { rules?: DataFlowRule[]; chats?: string[] } = {},
) {
  const entries = [call('a', 'of a'), call('b', 'of b'), call('c', 'of c')]
  const turns: Record<string, Partial<Turn>> = {
    t1: { id: 't1', parentId: null, entries },
    t2: { id: 't2', parentId: 't1', entries: [call('b', 'later of b')] },
    other: { id: 'other', parentId: null, entries: [call('a', 'of another branch')] },
  }
  const stores = {
    turns: { size: () => 10, get: (id: string) => (turns[id] as Turn | undefined) ?? null },
    dataFlows: { rules: () => rules },
  }
  const server = {
    config: { id: 'a', name: 'A', hue: 0 },
    identity: 'i',
    journal: { log() {}, links: { find: () => undefined } },
  }
  const causes = chats.map((conversationId) => ({
    conversationId,
    conversationTitle: '',
    turnId: 't2',
    entryId: 'e',
    toolName: 'ask',
    toolTitle: 'Ask',
  }))
  const deps = { stores, pause: () => undefined }
  return samplingContext(wanting(includeContext), { server, causes }, deps)
}

it('gives each server’s results apart, the asking one first, and only its own unless all were asked for', async () => {
  const all = await offeredTo('allServers')
  expect(all?.sources.map(({ serverName, results }) => [serverName, results])).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 1],
  ])
  const own = await offeredTo('thisServer')
  expect(own?.sources.map(({ text }) => text)).toEqual(['read {}:\nof a'])
})

/** @threat sampling.context-grab */
it('keeps out the servers whose results may not go to the one that asks', async () => {
  const never = { id: 'r', rule: 'never', identities: ['', ''], createdAt: 0 } as const
  const rules = [
    { ...never, fromId: 'b', toId: 'a' },
    { ...never, fromId: 'c', toId: 'b' },
  ] as unknown as DataFlowRule[]
  const all = await offeredTo('allServers', { rules })
  expect(all?.sources.map(({ serverName }) => serverName)).toEqual(['A', 'C'])
  expect(all?.barred).toEqual(['B'])
})

/** @threat sampling.context-grab */
it('offers nothing when calls of several chats may have caused the request', async () => {
  expect(await offeredTo('allServers', { chats: ['c', 'd'] })).toBeUndefined()
})
