import { describe, expect, it } from 'vitest'
import {
  calls,
  createChatHarness,
  nextApproval,
  says,
  withDisplayHash,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/tool-fixture.ts'

describe('an answer that allows more than once', () => {
  it('leaves the ask as it is when the person does not consent', async () => {
    const harness = createChatHarness()
    const { host, chat } = await harness.ready([
      stepOf(calls('c1', 'files__read', { path: '/a' })),
      stepOf(says('Done.')),
    ])
    host.chats.send(chat.id, 'Read')
    const ask = await nextApproval(host)
    harness.consent.decision = 'cancel'
    const answer = withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-in-chat' })
    expect(await host.answerAsk(ask.id, answer)).toEqual({ outcome: 'cancelled' })
    expect(host.asks.pending()).toHaveLength(1)
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'grant',
      serverName: 'files',
      tool: { name: 'read' },
    })
    harness.consent.decision = 'allow'
    expect(await host.answerAsk(ask.id, answer)).toEqual({ outcome: 'answered' })
    expect(host.asks.pending()).toEqual([])
  })
})
