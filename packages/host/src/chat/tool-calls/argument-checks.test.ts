import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  says,
  turnOver,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { stepOf, toolNamed } from '../../testing/index.ts'

let harness: ChatHarness

const inputSchema = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
}

beforeEach(() => {
  harness = createChatHarness()
  harness.server.tools = [toolNamed('query', { inputSchema })]
})

const wrong = (...ids: string[]) =>
  stepOf(...ids.map((id) => calls(id, 'files__query', { sql: id })))

describe('a call whose arguments do not fit the schema of its tool', () => {
  /**
   * @threat calls.endless-return
   * @attacker model
   * @tries has calls with wrong arguments go back for ever, so that the turn never ends or asks
   * @stoppedBy calls of two steps of a turn go back; those of a further step are asked about
   */
  it('goes back to the model twice in a turn without a question, and is recorded', async () => {
    const { host, chat, models } = await harness.ready([
      wrong('c1', 'c2'),
      wrong('c3'),
      wrong('c4'),
      stepOf(says('Done.')),
    ])
    host.chats.send(chat.id, 'Go')
    const ask = await nextApproval(host)
    expect(models.requests).toHaveLength(3)
    expect(ask.argumentProblems).toEqual([
      { kind: 'missing', path: 'query' },
      { kind: 'unknown', path: 'sql' },
    ])
    expect(callsOf(lastTurn(host, chat)).map(({ callId, status }) => [callId, status])).toEqual([
      ['c1', 'rejected'],
      ['c2', 'rejected'],
      ['c3', 'rejected'],
      ['c4', 'waiting'],
    ])
    expect(callsOf(lastTurn(host, chat))[0]?.argumentProblems).toEqual(ask.argumentProblems)
    expect(JSON.stringify(models.requests[1]?.messages)).toContain(
      '`query` is required and missing; `sql` is unknown. Declared at the top: query.',
    )
    // It may run all the same: a schema may be wrong, and the person sees what it lacks.
    await answerNext(host, allowOnce)
    await turnOver(host, chat)
    expect(callsOf(lastTurn(host, chat)).at(-1)?.status).toBe('done')
    const records = await host.history(4)
    expect(records.map(({ outcome, decision }) => [outcome, decision])).toEqual([
      ['done', 'allow-once'],
      ['rejected', 'withdrawn'],
      ['rejected', 'withdrawn'],
      ['rejected', 'withdrawn'],
    ])
    proves('chat.arguments-fit.back')
  })

  it('is counted anew in the next turn', async () => {
    const { host, chat } = await harness.ready([
      wrong('c1'),
      wrong('c2'),
      stepOf(says('No.')),
      wrong('c3'),
      stepOf(says('No.')),
    ])
    host.chats.send(chat.id, 'Go')
    await turnOver(host, chat)
    host.chats.send(chat.id, 'Again')
    const turn = await turnOver(host, chat)
    expect(callsOf(turn).map(({ status }) => status)).toEqual(['rejected'])
  })

  it('is asked about at once where its schema cannot be checked', async () => {
    harness.server.tools = [
      toolNamed('query', {
        inputSchema: { type: 'object', $ref: 'https://x.test/s', required: ['query'] },
      }),
    ]
    const { host, chat } = await harness.ready([wrong('c1'), stepOf(says('Done.'))])
    host.chats.send(chat.id, 'Go')
    expect(await nextApproval(host)).not.toHaveProperty('argumentProblems')
    await answerNext(host, allowOnce)
    await turnOver(host, chat)
  })
})
