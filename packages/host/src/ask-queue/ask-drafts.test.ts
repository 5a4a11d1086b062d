import { MAX_ASK_DRAFT, type AskDraft } from '@gatehouse/domain'
import type { SamplingRequest } from '@gatehouse/domain/server-requests'
import { beforeEach, describe, expect, it } from 'vitest'
import { cityForm, handlerOf, nextAsk } from '../testing/asking-server.ts'
import {
  allowOnce,
  answerAsk,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  nextApproval,
  turnOver,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import { stepOf } from '../testing/index.ts'

const none = { callIds: [] }
const never = new AbortController().signal
const draft: AskDraft = { form: { city: 'Bern', count: 3 } }
const question: SamplingRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Sum this up' }] }],
  maxTokens: 50,
}

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

/** A form that the server can take back. */
async function asking() {
  const { host } = await harness.ready([])
  const taken = new AbortController()
  const asked = handlerOf(harness).elicit(cityForm, none, taken.signal)
  asked.catch(() => undefined)
  return { host, taken, asked, ask: await nextAsk(host, 'elicitation') }
}

describe('what the person has written and not sent', () => {
  it('a draft is there for the next page, and goes with the answer', async () => {
    const { host, ask } = await asking()
    host.asks.saveDraft(ask.id, { form: { city: 'B' } })
    host.asks.saveDraft(ask.id, draft)
    expect(host.asks.drafts.list()).toEqual([{ id: ask.id, draft }])
    answerAsk(host, ask.id, { kind: 'elicitation', answer: { action: 'decline' } })
    expect(host.asks.drafts.list()).toEqual([])
    expect(host.asks.drafts.unsent()).toEqual([])
    expect(() => host.asks.saveDraft(ask.id, draft)).toThrow(
      expect.objectContaining({ code: 'ask/not-pending' }),
    )
  })

  /** @threat asks.endless-drafts */
  it('a draft is never on disk', async () => {
    const { host, ask } = await asking()
    host.asks.saveDraft(ask.id, { form: { city: 'hunter2-pasted' } })
    expect(JSON.stringify(harness.stores.asks.pending())).not.toContain('hunter2')
    expect(JSON.stringify(harness.stores.audited)).not.toContain('hunter2')
  })

  /**
   * @threat asks.endless-drafts
   * @attacker page
   * @tries To fill main with drafts, or with what is left of questions that come and go.
   * @stoppedBy A draft is at most 1.5 million characters and belongs to an ask that waits; of those that went the texts
   * of the last 20 are kept, in memory alone.
   */
  it('a draft larger than its bound is refused, and the one before it stays', async () => {
    const { host, ask } = await asking()
    host.asks.saveDraft(ask.id, draft)
    const large = { byHand: { open: true, text: 'x'.repeat(MAX_ASK_DRAFT) } }
    expect(() => host.asks.saveDraft(ask.id, large)).toThrow(
      expect.objectContaining({ code: 'ask/draft-too-large' }),
    )
    expect(host.asks.drafts.list()).toEqual([{ id: ask.id, draft }])
    expect(() => host.asks.saveDraft('unknown', draft)).toThrow(
      expect.objectContaining({ code: 'ask/not-pending' }),
    )
  })

  /**
   * @threat asks.taken-answer
   * @attacker server
   * @tries To take a question back while it is being answered, so that what was written is gone without a word.
   * @stoppedBy Main keeps what is written into a card; when the question goes it stays, readable, until the person puts
   * it away, and the chat says in a line what was asked and why it ended.
   */
  it('what was written for a question that its server took back stays until it is put away', async () => {
    const { host, taken, ask } = await asking()
    host.asks.saveDraft(ask.id, draft)
    taken.abort('Timed out.')
    expect(host.asks.drafts.list()).toEqual([])
    expect(host.asks.drafts.unsent()).toEqual([
      {
        id: ask.id,
        kind: 'elicitation',
        serverId: ask.serverId,
        serverName: 'files',
        serverHue: ask.serverHue,
        causes: [],
        subject: 'Which city?',
        at: harness.clock.now(),
        reason: 'server-withdrew',
        texts: [
          { part: 'field', name: 'city', text: 'Bern' },
          { part: 'field', name: 'count', text: '3' },
        ],
      },
    ])
    host.asks.drafts.dismiss(ask.id)
    expect(host.asks.drafts.unsent()).toEqual([])
  })

  /** @threat asks.taken-answer */
  it('what was typed in the last moment before the question went is not lost', async () => {
    const { host, taken, ask } = await asking()
    taken.abort()
    expect(host.asks.drafts.unsent()).toEqual([])
    host.asks.saveDraft(ask.id, draft)
    expect(host.asks.drafts.unsent()).toMatchObject([{ id: ask.id, reason: 'server-withdrew' }])
    expect(() =>
      answerAsk(host, ask.id, { kind: 'elicitation', answer: { action: 'decline' } }),
    ).toThrow(expect.objectContaining({ code: 'ask/not-pending' }))
  })

  it('a card that was only chosen in leaves nothing behind', async () => {
    const { host, taken, ask } = await asking()
    host.asks.saveDraft(ask.id, { share: ['/home/ada'], form: { city: ' ' } })
    taken.abort()
    expect(host.asks.drafts.unsent()).toEqual([])
  })

  it('both steps of a sampling keep what was written', async () => {
    const { host } = await harness.ready([])
    const taken = new AbortController()
    handlerOf(harness).sample(question, none, taken.signal).catch(String)
    const ask = await nextAsk(host, 'sampling-request')
    const sampling = { texts: { '0.0': 'In two lines' }, removed: [], removedStops: [] }
    host.asks.saveDraft(ask.id, {
      sampling: { ...sampling, systemPrompt: 'Be brief.' },
      byHand: { open: true, text: 'Mine.' },
      answer: { texts: { '0': 'Better.' }, removed: [] },
    })
    taken.abort()
    expect(host.asks.drafts.unsent()[0]?.texts).toEqual([
      { part: 'system-prompt', name: '', text: 'Be brief.' },
      { part: 'message', name: '0.0', text: 'In two lines' },
      { part: 'answer', name: '', text: 'Mine.' },
      { part: 'answer', name: '0', text: 'Better.' },
    ])
  })

  it('a reason and JSON that was half typed are given back like all else', async () => {
    const { host, taken, ask } = await asking()
    host.asks.saveDraft(ask.id, { raw: '{"city": "Be', denial: 'Not today' })
    taken.abort()
    expect(host.asks.drafts.unsent()[0]?.texts).toEqual([
      { part: 'raw', name: '', text: '{"city": "Be' },
      { part: 'denial', name: '', text: 'Not today' },
    ])
  })

  /** @threat asks.endless-drafts */
  it('a server that asks and takes back without end fills nothing', async () => {
    const { host } = await harness.ready([])
    for (let round = 0; round < 55; round += 1) {
      const taken = new AbortController()
      handlerOf(harness).elicit(cityForm, none, taken.signal).catch(String)
      const ask = await until(() => host.asks.pending()[0])
      host.asks.saveDraft(ask.id, { form: { city: `city ${round}` } })
      taken.abort()
    }
    const kept = host.asks.drafts.unsent()
    expect(kept).toHaveLength(20)
    expect(kept[0]?.texts[0]?.text).toBe('city 54')
  })
})

describe('a question that ended before it was answered', () => {
  /** A call during which the server asks and takes its question back. */
  async function takenBack(reason: unknown) {
    const taken = new AbortController()
    harness.server.call = async ({ callId }) => {
      await handlerOf(harness)
        .elicit(cityForm, { callIds: [callId ?? ''] }, taken.signal)
        .catch(() => undefined)
      return { content: [], isError: false }
    }
    const ready = await harness.ready([stepOf(calls('c1', 'files__read'))])
    ready.host.chats.send(ready.chat.id, 'go')
    await answerNext(ready.host, allowOnce)
    const ask = await nextAsk(ready.host, 'elicitation')
    taken.abort(reason)
    return { ...ready, ask }
  }

  /** @threat asks.taken-answer */
  it('is shown in the chat, below the call that it came with, and still after a restart', async () => {
    const { host, chat, ask } = await takenBack('cancelled')
    await turnOver(host, chat)
    const reported = [
      {
        id: ask.id,
        kind: 'elicitation',
        subject: 'Which city?',
        reason: 'server-withdrew',
        at: harness.clock.now(),
      },
    ]
    expect(callsOf(lastTurn(host, chat))[0]).toMatchObject({
      status: 'done',
      withdrawnAsks: reported,
    })
    const { host: next } = harness.build([])
    expect(callsOf(lastTurn(next, chat))[0]?.withdrawnAsks).toEqual(reported)
  })

  it('by a crash is shown in the chat after the restart', async () => {
    harness.server.call = ({ callId }) =>
      handlerOf(harness)
        .elicit(cityForm, { callIds: [callId ?? ''] }, never)
        .then(() => ({ content: [], isError: false }))
    const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read'))])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    await nextAsk(host, 'elicitation')
    const { host: next } = harness.build([])
    expect(callsOf(lastTurn(next, chat))[0]).toMatchObject({
      status: 'unknown',
      withdrawnAsks: [{ subject: 'Which city?', reason: 'app-ended' }],
    })
  })

  it('by the person is not shown to them', async () => {
    harness.server.call = ({ callId }) =>
      handlerOf(harness)
        .elicit(cityForm, { callIds: [callId ?? ''] }, never)
        .then(() => ({ content: [], isError: false }))
    const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read'))])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    await nextAsk(host, 'elicitation')
    host.chats.stop(chat.id)
    await turnOver(host, chat)
    expect(callsOf(lastTurn(host, chat))[0]).not.toHaveProperty('withdrawnAsks')
  })

  it('with edited arguments of a call keeps them', async () => {
    const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read', { path: 'a' }))])
    host.chats.send(chat.id, 'go')
    const ask = await nextApproval(host)
    host.asks.saveDraft(ask.id, { arguments: { path: 'b' } })
    host.chats.stop(chat.id)
    await turnOver(host, chat)
    expect(host.asks.drafts.unsent()).toMatchObject([
      {
        kind: 'tool-approval',
        reason: 'stopped',
        causes: [{ conversationId: chat.id, entryId: ask.entryId }],
        texts: [{ part: 'arguments', text: '{\n  "path": "b"\n}' }],
      },
    ])
  })
})
