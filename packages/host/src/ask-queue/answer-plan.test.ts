import type { PlanAnswer, Tool, ToolApprovalAsk } from '@gatehouse/domain'
import { consentText } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import {
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
} from '../testing/chat-harness.ts'
import { stepOf, textDigest, toolNamed } from '../testing/index.ts'

const step = ['a', 'b', 'c'].map((path) => calls(path, 'files__read', { path }))

async function planned(tools?: Tool[]) {
  const harness = createChatHarness()
  if (tools) harness.server.tools = tools
  const sent: unknown[] = []
  harness.server.call = (request) => {
    sent.push(request.arguments)
    return Promise.resolve({ content: [], isError: false })
  }
  const open = await harness.ready([stepOf(...step), stepOf(says('Done.'))])
  open.host.chats.send(open.chat.id, 'Go.')
  const asks = await until(() => {
    const pending = open.host.asks.pending() as ToolApprovalAsk[]
    return pending.length === 3 && pending
  })
  return { ...open, harness, sent, asks }
}

const shownOf = (ask: ToolApprovalAsk): string =>
  textDigest.sha256(consentText(ask, { kind: 'tool-approval', decision: 'allow-once' }) ?? '')

const allowAll = (asks: readonly ToolApprovalAsk[]): PlanAnswer => ({
  decision: 'allow-once',
  calls: asks.map((ask) => ({ id: ask.id, shown: shownOf(ask) })),
})

describe('one decision about the calls of a step', () => {
  it('runs each as it was proposed, recorded as allowed once by the person', async () => {
    const { host, chat, asks, sent } = await planned()
    expect(host.answerPlan(allowAll(asks))).toEqual({ gone: [] })
    const turn = await turnOver(host, chat)
    expect(sent).toEqual([{ path: 'a' }, { path: 'b' }, { path: 'c' }])
    for (const { decision, status } of callsOf(turn)) {
      expect(status).toBe('done')
      expect(decision).toMatchObject({ kind: 'allow-once', by: 'person' })
    }
    expect(host.grants.list()).toEqual([])
    const record = await host.history(10)
    expect(record.filter(({ decision }) => decision === 'allow-once')).toHaveLength(3)
  })

  it('denies each with the reason, which the model reads', async () => {
    const { host, chat, asks, sent, models } = await planned()
    host.answerPlan({ decision: 'deny', calls: asks.map(({ id }) => id), reason: 'Not today.' })
    const turn = await turnOver(host, chat)
    expect(sent).toEqual([])
    expect(callsOf(turn).map(({ status }) => status)).toEqual(['denied', 'denied', 'denied'])
    expect(JSON.stringify(models.requests[1]?.messages).split('Not today.')).toHaveLength(4)
  })

  /** @threat unseen.plan-from-the-page */
  it('allows nothing when the window showed one of them as something else', async () => {
    const { host, asks, sent } = await planned()
    const [first, second, third] = asks as [ToolApprovalAsk, ToolApprovalAsk, ToolApprovalAsk]
    const other = { ...second, arguments: { path: 'elsewhere' } }
    const answer = allowAll([first, other, third])
    expect(() => host.answerPlan(answer)).toThrow(
      expect.objectContaining({ code: 'ask/not-as-shown' }),
    )
    expect(host.asks.pending()).toHaveLength(3)
    expect(sent).toEqual([])
  })

  it('leaves out a call that was decided meanwhile, and says so', async () => {
    const { host, chat, asks, sent } = await planned()
    const [first] = asks as [ToolApprovalAsk]
    const answer = allowAll(asks)
    host.asks.answer(first.id, { kind: 'tool-approval', decision: 'deny' })
    expect(host.answerPlan(answer)).toEqual({ gone: [first.id] })
    await turnOver(host, chat)
    expect(sent).toEqual([{ path: 'b' }, { path: 'c' }])
  })

  /** @threat unseen.waived-in-a-plan */
  it('records which calls it allowed unopened, and how many, and allows none so that may change something', async () => {
    const { host, chat, asks, sent, harness } = await planned([
      toolNamed('read', { annotations: { readOnlyHint: true } }),
    ])
    const [first, second, third] = asks as [ToolApprovalAsk, ToolApprovalAsk, ToolApprovalAsk]
    const answer = { ...allowAll(asks), unopened: [first.id, third.id] } as PlanAnswer
    host.answerPlan(answer)
    const turn = await turnOver(host, chat)
    expect(sent).toHaveLength(3)
    const unopened = { count: 2, entryIds: [first.entryId, third.entryId] }
    const byEntry = new Map(callsOf(turn).map(({ id, decision }) => [id, decision?.unopened]))
    expect([first, second, third].map(({ entryId }) => byEntry.get(entryId))).toEqual([
      unopened,
      undefined,
      unopened,
    ])
    const record = await host.history(10)
    expect(
      record.filter(({ by }) => by?.kind === 'person' && by.unopened?.count === 2),
    ).toHaveLength(2)
    expect(harness.server.tools).toHaveLength(1)
  })

  /** @threat unseen.waived-in-a-plan */
  it('allows no call unopened that is not declared read-only, or with a warning, whatever the window claims', async () => {
    const { host, asks, sent } = await planned()
    const [first] = asks as [ToolApprovalAsk]
    const answer = { ...allowAll(asks), unopened: [first.id] } as PlanAnswer
    expect(() => host.answerPlan(answer)).toThrow(
      expect.objectContaining({ code: 'ask/wrong-answer' }),
    )
    expect(host.asks.pending()).toHaveLength(3)
    expect(sent).toEqual([])
  })

  /**
   * @threat unseen.plan-from-the-page
   * @attacker page
   * @tries Answers many calls with one press: of several steps or chats, with other arguments, for longer than once.
   * @stoppedBy Main answers together only calls of one step that wait, as they were proposed and for this once, and
   * compares the hash of each before any is answered; no press decides twice.
   * @remains Script that rides on a press can allow all calls of one step as the model proposed them.
   */
  it('allows no calls of two steps or chats together', async () => {
    const { host, asks, sent, chat } = await planned()
    const other = host.conversations.create()
    if (chat.model) host.conversations.setModel(other.id, chat.model)
    const [server] = host.servers.list()
    host.chats.runTool(other.id, {
      serverId: server?.config.id ?? '',
      toolName: 'read',
      arguments: { path: 'd' },
    })
    const all = await until(() => {
      const pending = host.asks.pending() as ToolApprovalAsk[]
      return pending.length === 4 && pending
    })
    expect(() => host.answerPlan(allowAll(all))).toThrow(
      expect.objectContaining({ code: 'ask/wrong-answer' }),
    )
    expect(host.asks.pending()).toHaveLength(asks.length + 1)
    expect(sent).toEqual([])
  })

  it('leaves each call with a known outcome when the app is killed in the middle of them', async () => {
    const { host, chat, asks, harness } = await planned()
    const [first, second] = asks as [ToolApprovalAsk, ToolApprovalAsk]
    harness.server.call = ({ arguments: { path } }) =>
      path === 'a' ? Promise.resolve({ content: [], isError: false }) : new Promise(() => undefined)
    host.answerPlan(allowAll([first, second]))
    await until(() => {
      const [one, two] = callsOf(lastTurn(host, chat))
      return one?.status === 'done' && two?.status === 'running'
    })
    // Nothing is closed: another host finds what the first left on disk.
    const { host: next } = harness.build([])
    await next.start()
    expect(callsOf(lastTurn(next, chat)).map(({ status }) => status)).toEqual([
      'done',
      'unknown',
      'cancelled',
    ])
    expect(next.asks.pending()).toEqual([])
  })
})
