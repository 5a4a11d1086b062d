import { ENDED_WITH_APP, GatehouseError, type ToolResult } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import {
  allowInChat,
  deny,
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  says,
  turnOver,
  until,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'
import { RESULT_TOOL } from '../tool-results/result-tool.ts'

let harness: ChatHarness
let ran = 0

beforeEach(() => {
  harness = createChatHarness()
  ran = 0
})

const paid: ToolResult = { content: [{ type: 'text', text: 'paid' }], isError: false }

const pay = (callId: string) => stepOf(calls(callId, 'files__write', { sum: 100 }))

/** The outcomes in Activity, latest first. */
const outcomes = async (host: {
  history(limit: number): Promise<{ kind: string; outcome: string }[]>
}): Promise<string[]> =>
  (await host.history(50)).flatMap(({ kind, outcome }) => (kind === 'tool-call' ? [outcome] : []))

/** A granted call was answered; the next one, run by the grant, is at its server. */
async function atTheServer() {
  harness.server.call = () => {
    ran += 1
    return ran === 2 ? new Promise(() => undefined) : Promise.resolve(paid)
  }
  const ready = await harness.ready([pay('c1'), pay('c2')])
  ready.host.chats.send(ready.chat.id, 'Pay')
  await answerNext(ready.host, allowInChat)
  await until(() => ran === 2)
  // Its tools are written down a moment after they came.
  harness.clock.advance(1000)
  return ready
}

/**
 * @threat record.lost-outcome
 * @attacker server
 * @tries To have a call that ran reported as cancelled, or not recorded at all, by ending the app or the connection
 * under it.
 * @stoppedBy The decision is in the audit before anything is sent; a call without a response is shown as "not known: it
 * may have run", to the person, the model and Activity.
 */
it('a call is in the audit before it is sent, and once more when it is over', async () => {
  const { host } = await atTheServer()
  const rows = harness.stores.audited.filter(({ kind }) => kind === 'tool-call')
  expect(rows).toMatchObject([
    { decision: 'allow-in-chat', outcome: 'under-way' },
    { decision: 'allow-in-chat', outcome: 'done' },
    { decision: 'granted', outcome: 'under-way', durationMs: null },
  ])
  expect(await outcomes(host)).toEqual(['under-way', 'done'])
})

/** @threat record.lost-outcome */
it('a call that was at its server when the app died has an outcome that is not known', async () => {
  const { chat } = await atTheServer()
  const { host } = harness.build([])
  expect(lastTurn(host, chat).status).toBe('interrupted')
  expect(callsOf(lastTurn(host, chat))).toMatchObject([
    { status: 'done' },
    { status: 'unknown', error: ENDED_WITH_APP },
  ])
  expect(await outcomes(host)).toEqual(['unknown', 'done'])
  const rows = harness.stores.audited.length
  const { host: again } = harness.build([])
  expect(harness.stores.audited).toHaveLength(rows)
  expect(await outcomes(again)).toEqual(['unknown', 'done'])
})

/**
 * @threat record.run-twice
 * @attacker model
 * @tries To run a call again by its standing permission, though the first run may have been done.
 * @stoppedBy A call whose outcome is not known makes the permission of its tool void in that chat; the person is asked
 * again and reads why.
 */
it('the model is told that such a call may have run, and its grant does not run it again', async () => {
  const { chat } = await atTheServer()
  const { host, models } = harness.build([pay('c3'), stepOf(says('It may have run.'))])
  await host.start()
  host.chats.continue(chat.id)
  const ask = await nextApproval(host)
  expect(ask.voided).toBe('outcome-unknown')
  expect(ran).toBe(2)
  const sent = JSON.stringify(models.requests[0]?.messages)
  expect(sent).toContain('it may have run. Do not make it again unless the user asks for it')
  expect(sent).not.toContain('cancelled')
  await answerNext(host, deny)
  await turnOver(host, chat)
  expect(ran).toBe(2)
})

/** @threat record.run-twice */
it('allowing it anew in the chat takes the doubt away', async () => {
  const { chat } = await atTheServer()
  const { host } = harness.build([pay('c3'), pay('c4'), stepOf(says('Done.'))])
  await host.start()
  host.chats.continue(chat.id)
  await answerNext(host, allowInChat)
  await turnOver(host, chat)
  expect(ran).toBe(4)
})

/** @threat record.run-twice */
it.each(['call/connection-lost', 'call/timed-out'])(
  'a call that was sent and ended by %s is not known either, and runs again only when allowed',
  async (code) => {
    harness.server.call = () => {
      ran += 1
      return ran === 2
        ? Promise.reject(new GatehouseError(code, 'No response came.'))
        : Promise.resolve(paid)
    }
    const { host, chat, models } = await harness.ready([pay('c1'), pay('c2'), pay('c3')])
    host.chats.send(chat.id, 'Pay')
    await answerNext(host, allowInChat)
    const again = await until(() => ran === 2 && host.asks.pending()[0])
    expect(again).toMatchObject({ voided: 'outcome-unknown' })
    expect(callsOf(lastTurn(host, chat))[1]).toMatchObject({
      status: 'unknown',
      error: 'No response came.',
    })
    expect(await outcomes(host)).toContain('unknown')
    expect(JSON.stringify(models.requests[2]?.messages)).toContain('No response came. The outcome')
    await host.close()
  },
)

/** @threat record.lost-outcome */
it('a call that was at its server when the person quit is not known; a stopped one is cancelled', async () => {
  harness.server.call = (_request, signal) =>
    new Promise((_resolve, reject) => {
      ran += 1
      const stop = (): void => reject(new GatehouseError('call/cancelled', 'cancelled'))
      signal.addEventListener('abort', stop)
    })
  const { host, chat } = await harness.ready([pay('c1'), pay('c2')])
  host.chats.send(chat.id, 'Pay')
  await answerNext(host, allowOnce)
  await until(() => ran === 1)
  host.chats.stop(chat.id)
  expect(callsOf(await turnOver(host, chat))[0]?.status).toBe('cancelled')
  host.chats.send(chat.id, 'Pay')
  await answerNext(host, allowOnce)
  await until(() => ran === 2)
  await host.close()
  expect(callsOf(lastTurn(host, chat))[0]?.status).toBe('unknown')
  expect(await outcomes(host)).toEqual(['unknown', 'cancelled'])
})

/** @threat record.lost-outcome */
it('a call that nobody decided when the app died was not made, and is in the audit', async () => {
  const { host, chat } = await harness.ready([pay('c1')])
  host.chats.send(chat.id, 'Pay')
  await nextApproval(host)
  const { host: next } = harness.build([])
  expect(callsOf(lastTurn(next, chat))[0]).toMatchObject({
    status: 'cancelled',
    error: 'Gatehouse ended before this call was decided, so it was not made.',
  })
  expect((await next.history(50))[0]).toMatchObject({ decision: 'withdrawn', outcome: 'cancelled' })
})

it('what the host did itself is in no record after a crash either, for no one was asked about it', async () => {
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', RESULT_TOOL), calls('c2', 'files__write')),
  ])
  host.chats.send(chat.id, 'Go')
  await nextApproval(host)
  await until(() => callsOf(lastTurn(host, chat))[0]?.status === 'done')
  const { host: next } = harness.build([])
  expect(callsOf(lastTurn(next, chat)).map(({ status }) => status)).toEqual(['done', 'cancelled'])
  const recorded = (await next.history(50)).filter(({ kind }) => kind === 'tool-call')
  expect(recorded).toMatchObject([{ subject: 'write', outcome: 'cancelled' }])
})

it('a call that was over long before a crash is not recorded once more', async () => {
  const { host, chat } = await atTheServer()
  const { audit, audited } = harness.stores
  const [first] = audited.filter(({ kind }) => kind === 'tool-call')
  if (!first) throw new Error('It is in the record.')
  for (let n = 0; n < 1001; n += 1)
    audit.append({ ...first, id: `other-${n}`, entryId: `other-${n}`, at: harness.clock.now() })
  const [done, running] = callsOf(lastTurn(host, chat))
  harness.build([])
  const outcomesOf = (id?: string) =>
    audited.flatMap(({ entryId, outcome }) => (entryId === id ? [outcome] : []))
  expect(outcomesOf(done?.id)).toEqual(['under-way', 'done'])
  expect(outcomesOf(running?.id)).toEqual(['under-way', 'unknown'])
})
