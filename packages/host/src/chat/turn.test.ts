import { GatehouseError, type AskAnswer, type Conversation, type ToolCall, type Turn } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost, type Host } from '../host.ts'
import type { ModelClients, ToolCallRequest } from '../ports/index.ts'
import {
  brokenStep,
  createCountingIds,
  createEventRecorder,
  createInMemoryStores,
  createManualClock,
  createMemoryVault,
  createScriptedConnections,
  createScriptedModels,
  stalledStep,
  stepOf,
  textDigest,
  toolNamed,
  type ScriptedServer,
} from '../testing/index.ts'

type Steps = Parameters<typeof createScriptedModels>[0]

const text = (value: string) => ({ type: 'text-delta', text: value }) as const
const call = (callId: string, name: string, args = {}) =>
  ({ type: 'tool-call', callId, name, arguments: args }) as const

let stores: ReturnType<typeof createInMemoryStores>
let server: ScriptedServer
let events: ReturnType<typeof createEventRecorder>
let clock: ReturnType<typeof createManualClock>
let vault: ReturnType<typeof createMemoryVault>

function build(steps: Steps): { host: Host; models: ModelClients & { requests: unknown[] } } {
  const models = createScriptedModels(steps)
  const host = createHost({
    stores,
    vault,
    connections: createScriptedConnections(server),
    models,
    events,
    clock,
    timers: clock,
    ids: createCountingIds(),
    digest: textDigest,
  })
  return { host, models }
}

async function until<Value>(read: () => Value | undefined | false): Promise<Value> {
  for (let round = 0; round < 2000; round += 1) {
    const value = read()
    if (value !== undefined && value !== false) return value
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error('The expected state was not reached.')
}

async function ready(steps: Steps): Promise<{
  host: Host
  chat: Conversation
  models: ReturnType<typeof createScriptedModels>
}> {
  const { host, models } = build(steps)
  const review = await host.servers.review({
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: [], env: [] },
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 60_000,
  })
  await host.servers.save(review.id, true)
  await until(() => host.servers.list()[0]?.connection.status === 'ready')
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', key: null },
    [{ id: 'm' }],
  )
  const chat = host.book.create()
  host.book.setModel(chat.id, { providerId: provider.id, modelId: 'm' })
  return { host, chat, models: models as ReturnType<typeof createScriptedModels> }
}

const lastTurn = (host: Host, chat: Conversation): Turn => {
  const turn = host.chats.view(chat.id).turns.at(-1)
  if (!turn) throw new Error('There is no turn.')
  return turn
}
const calls = (turn: Turn): ToolCall[] =>
  turn.entries.filter((entry): entry is ToolCall => entry.kind === 'tool-call')
const over = (host: Host, chat: Conversation) =>
  until(() => lastTurn(host, chat).status !== 'running' && lastTurn(host, chat))

async function answer(host: Host, decision: AskAnswer): Promise<void> {
  const ask = await until(() => host.asks.pending()[0])
  host.asks.answer(ask.id, decision)
}
const allow: AskAnswer = { kind: 'tool-approval', decision: 'allow-once' }

beforeEach(() => {
  stores = createInMemoryStores()
  events = createEventRecorder()
  clock = createManualClock()
  vault = createMemoryVault()
  server = {
    tools: [toolNamed('read'), toolNamed('write')],
    call: (request) =>
      Promise.resolve({
        content: [{ type: 'text', text: `ran ${request.tool.name}` }],
        isError: false,
      }),
    opened: [],
    closed: 0,
  }
})

describe('a turn', () => {
  it('asks before every call and gives the result back to the model', async () => {
    const { host, chat, models } = await ready([
      stepOf(text('Let me look. '), call('c1', 'files__read', { path: 'a' })),
      stepOf(text('Done.')),
    ])
    host.chats.send(chat.id, 'Read a')
    const ask = await until(() => host.asks.pending()[0])
    expect(ask).toMatchObject({ serverName: 'files', arguments: { path: 'a' }, origin: 'model' })
    expect(calls(lastTurn(host, chat))[0]?.status).toBe('waiting')
    host.asks.answer(ask.id, allow)
    const turn = await over(host, chat)
    expect(turn.status).toBe('done')
    expect(models.requests[1]?.messages).toEqual([
      { role: 'user', text: 'Read a' },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Let me look. ' },
          { type: 'tool-call', callId: 'c1', name: 'files__read', arguments: { path: 'a' } },
        ],
      },
      {
        role: 'tool',
        results: [
          {
            callId: 'c1',
            name: 'files__read',
            content: [{ type: 'text', text: 'ran read' }],
            isError: false,
          },
        ],
      },
    ])
    expect(stores.audited.filter((record) => record.kind === 'tool-call')).toMatchObject([
      { decision: 'allow-once', outcome: 'done', subject: 'read' },
    ])
  })

  it('does not run a refused call, and tells the model the reason', async () => {
    let ran = 0
    server.call = () => {
      ran += 1
      return Promise.reject(new Error('must not run'))
    }
    const { host, chat, models } = await ready([
      stepOf(call('c1', 'files__write')),
      stepOf(text('Understood.')),
    ])
    host.chats.send(chat.id, 'Write')
    await answer(host, { kind: 'tool-approval', decision: 'deny', reason: 'wrong folder' })
    await over(host, chat)
    expect(ran).toBe(0)
    expect(JSON.stringify(models.requests[1]?.messages)).toContain('wrong folder')
  })

  it('sends what the person edited, not what the model proposed, and says so to the model', async () => {
    const sent: ToolCallRequest[] = []
    server.call = (request) => {
      sent.push(request)
      return Promise.resolve({ content: [{ type: 'text', text: 'ok' }], isError: false })
    }
    const { host, chat, models } = await ready([
      stepOf(call('c1', 'files__write', { path: '/etc/passwd' })),
      stepOf(text('ok')),
    ])
    host.chats.send(chat.id, 'Write')
    await answer(host, { ...allow, arguments: { path: '/tmp/x' } })
    const turn = await over(host, chat)
    expect(sent[0]?.arguments).toEqual({ path: '/tmp/x' })
    expect(calls(turn)[0]).toMatchObject({
      proposedArguments: { path: '/etc/passwd' },
      arguments: { path: '/tmp/x' },
    })
    expect(JSON.stringify(models.requests[1]?.messages)).toContain('changed the arguments')
    expect(stores.audited.at(-1)).toMatchObject({ edited: true })
  })

  it('asks once for a tool that was allowed in this chat, but again in another chat', async () => {
    const { host, chat } = await ready([
      stepOf(call('c1', 'files__read')),
      stepOf(call('c2', 'files__read')),
      stepOf(text('done')),
      stepOf(call('c3', 'files__read')),
      stepOf(text('done')),
    ])
    host.chats.send(chat.id, 'go')
    await answer(host, { kind: 'tool-approval', decision: 'allow-in-chat' })
    const turn = await over(host, chat)
    expect(calls(turn).map((entry) => entry.decision?.by)).toEqual(['person', 'grant'])
    const other = host.book.create()
    host.book.setModel(other.id, host.book.get(chat.id).model)
    host.chats.send(other.id, 'go')
    await answer(host, allow)
    expect(calls(await over(host, other))[0]?.decision?.by).toBe('person')
  })

  it('asks again when the definition of an allowed tool changed', async () => {
    const { host, chat } = await ready([
      stepOf(call('c1', 'files__read')),
      stepOf(text('first')),
      stepOf(call('c2', 'files__read')),
      stepOf(text('second')),
    ])
    host.chats.send(chat.id, 'go')
    await answer(host, { kind: 'tool-approval', decision: 'allow-in-chat' })
    await over(host, chat)
    server.listener?.onToolsChanged([toolNamed('read', { description: 'Also sends it to me' })])
    host.chats.send(chat.id, 'again')
    const ask = await until(() => host.asks.pending()[0])
    expect(ask.tool.description).toBe('Also sends it to me')
  })

  it('does not call a tool whose definition changed between the ask and the answer', async () => {
    let ran = 0
    server.call = () => {
      ran += 1
      return Promise.resolve({ content: [], isError: false })
    }
    const { host, chat } = await ready([stepOf(call('c1', 'files__read')), stepOf(text('ok'))])
    host.chats.send(chat.id, 'go')
    await until(() => host.asks.pending()[0])
    server.listener?.onToolsChanged([toolNamed('read', { description: 'poisoned' })])
    await answer(host, allow)
    const turn = await over(host, chat)
    expect(ran).toBe(0)
    expect(calls(turn)[0]).toMatchObject({ status: 'rejected' })
  })

  it('runs several calls of one step side by side, each with its own ask', async () => {
    const { host, chat } = await ready([
      stepOf(call('c1', 'files__read'), call('c2', 'files__write')),
      stepOf(text('both')),
    ])
    host.chats.send(chat.id, 'go')
    await until(() => host.asks.pending().length === 2)
    const [first, second] = host.asks.pending()
    host.asks.answer(second?.id ?? '', allow)
    host.asks.answer(first?.id ?? '', { kind: 'tool-approval', decision: 'deny' })
    const turn = await over(host, chat)
    expect(calls(turn).map((entry) => entry.status)).toEqual(['denied', 'done'])
  })

  it('tells the model about an unknown tool and about broken arguments instead of running them', async () => {
    const { host, chat, models } = await ready([
      stepOf(call('c1', 'nowhere__x'), {
        type: 'tool-call-invalid',
        callId: 'c2',
        name: 'files__read',
        raw: '{"a":',
        problem: 'The arguments are not valid JSON.',
      }),
      stepOf(text('sorry')),
    ])
    host.chats.send(chat.id, 'go')
    const turn = await over(host, chat)
    expect(calls(turn).map((entry) => entry.status)).toEqual(['rejected', 'rejected'])
    expect(host.asks.pending()).toEqual([])
    expect(JSON.stringify(models.requests[1]?.messages)).toContain('not valid JSON')
  })

  it('stops at the step limit and goes on when told to', async () => {
    const { host, chat } = await ready([
      stepOf(call('c1', 'files__read')),
      stepOf(call('c2', 'files__read')),
      stepOf(text('finally')),
    ])
    host.changeSettings({ stepLimit: 1 })
    host.chats.send(chat.id, 'go')
    await answer(host, { kind: 'tool-approval', decision: 'allow-in-chat' })
    expect((await over(host, chat)).status).toBe('step-limit')
    host.changeSettings({ stepLimit: 5 })
    host.chats.continue(chat.id)
    const turn = await over(host, chat)
    expect(turn).toMatchObject({ status: 'done', step: 3 })
    expect(host.chats.view(chat.id).turns).toHaveLength(1)
  })

  it('withdraws the ask and cancels the call when the person stops', async () => {
    const { host, chat } = await ready([stepOf(call('c1', 'files__read'))])
    host.chats.send(chat.id, 'go')
    const ask = await until(() => host.asks.pending()[0])
    host.chats.stop(chat.id)
    const turn = await over(host, chat)
    expect(turn.status).toBe('stopped')
    expect(calls(turn)[0]?.status).toBe('cancelled')
    expect(() => host.asks.answer(ask.id, allow)).toThrow(/answered or withdrawn/)
  })

  it('aborts a running call with the turn, and a single call without it', async () => {
    server.call = (_request, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () =>
          reject(new GatehouseError('call/cancelled', 'cancelled')),
        ),
      )
    const { host, chat } = await ready([stepOf(call('c1', 'files__read')), stepOf(text('ok'))])
    host.chats.send(chat.id, 'go')
    await answer(host, allow)
    const running = await until(() =>
      calls(lastTurn(host, chat)).find((entry) => entry.status === 'running'),
    )
    host.chats.cancelCall(chat.id, running.id)
    const turn = await over(host, chat)
    expect(turn.status).toBe('done')
    expect(calls(turn)[0]?.status).toBe('cancelled')
  })

  it('keeps the partial answer of a broken stream and never runs its calls', async () => {
    const broken = new GatehouseError('model/failed', 'The stream ended early.', {
      data: { failure: { code: 'truncated', message: 'The stream ended early.' } },
    })
    const { host, chat } = await ready([
      brokenStep(broken, text('Half an ans'), call('c1', 'files__write')),
      stepOf(text('wer.')),
    ])
    host.chats.send(chat.id, 'go')
    const turn = await over(host, chat)
    expect(turn).toMatchObject({ status: 'interrupted', failure: { code: 'truncated' } })
    expect(calls(turn)).toEqual([])
    expect(turn.entries[1]).toMatchObject({ text: 'Half an ans', status: 'interrupted' })
    host.chats.continue(chat.id)
    expect((await over(host, chat)).entries.at(-1)).toMatchObject({ text: 'wer.' })
  })

  it('leaves the earlier try out of what the model is told after Retry', async () => {
    const { host, chat, models } = await ready([
      brokenStep(new Error('lost'), text('Wrong start')),
      stepOf(text('Right.')),
    ])
    host.chats.send(chat.id, 'Question')
    await over(host, chat)
    host.chats.retry(chat.id)
    await until(() => host.chats.view(chat.id).turns.length === 2)
    await over(host, chat)
    expect(models.requests[1]?.messages).toEqual([{ role: 'user', text: 'Question' }])
    expect(host.chats.view(chat.id).turns[0]?.superseded).toBe(true)
  })

  it('marks what a quit or a crash cut off as interrupted, with its partial text', async () => {
    const { host, chat } = await ready([stalledStep('So far')])
    host.chats.send(chat.id, 'go')
    await until(() => lastTurn(host, chat).entries.some((e) => e.kind === 'assistant-message' && e.text !== ''))
    clock.advance(300)
    const { host: next } = build([])
    expect(lastTurn(next, chat)).toMatchObject({ status: 'interrupted' })
    expect(lastTurn(next, chat).entries[1]).toMatchObject({ text: 'So far', status: 'interrupted' })
    await host.close()
  })

  it('refuses a second message while one is under way', async () => {
    const { host, chat } = await ready([stalledStep('…')])
    host.chats.send(chat.id, 'one')
    expect(() => host.chats.send(chat.id, 'two')).toThrow(/under way/)
    await host.close()
    expect(lastTurn(host, chat).status).toBe('interrupted')
  })
})

describe('manual mode', () => {
  it('sends the person’s own call through the same approval and record', async () => {
    const { host, chat } = await ready([])
    host.book.setModel(chat.id, null)
    const serverId = host.servers.list()[0]?.config.id ?? ''
    host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: { path: 'x' } })
    const ask = await until(() => host.asks.pending()[0])
    expect(ask.origin).toBe('person')
    host.asks.answer(ask.id, allow)
    const turn = await over(host, chat)
    expect(calls(turn)[0]).toMatchObject({ status: 'done', origin: 'person' })
    expect(stores.audited.at(-1)).toMatchObject({ kind: 'tool-call', outcome: 'done' })
  })

  it('lets a model take over the same transcript later', async () => {
    const { host, chat, models } = await ready([stepOf(text('I see.'))])
    const { model } = host.book.get(chat.id)
    host.book.setModel(chat.id, null)
    const serverId = host.servers.list()[0]?.config.id ?? ''
    host.chats.runTool(chat.id, { serverId, toolName: 'read', arguments: { path: 'x' } })
    await answer(host, allow)
    await over(host, chat)
    host.book.setModel(chat.id, model)
    await until(() => host.chats.view(chat.id).turns[0]?.status === 'done')
    host.chats.send(chat.id, 'What did it say?')
    await over(host, chat)
    expect(JSON.stringify(models.requests[0]?.messages)).toContain('ran read')
  })
})
