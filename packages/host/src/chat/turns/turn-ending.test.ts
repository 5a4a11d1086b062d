import { GatehouseError, type ModelFailure } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answerAsk,
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import { brokenStep, stalledStep, stepOf } from '../../testing/index.ts'

let harness: ChatHarness

beforeEach(() => {
  harness = createChatHarness()
})

describe('a turn that does not simply end', () => {
  it('stops at the step limit and goes on when told to', async () => {
    const { host, chat } = await harness.ready([
      stepOf(calls('c1', 'files__read')),
      stepOf(calls('c2', 'files__read')),
      stepOf(says('finally')),
    ])
    host.changeSettings({ stepLimit: 1 })
    host.chats.send(chat.id, 'go')
    await answerNext(host, { kind: 'tool-approval', decision: 'allow-in-chat' })
    expect((await turnOver(host, chat)).status).toBe('step-limit')
    host.changeSettings({ stepLimit: 5 })
    host.chats.continue(chat.id)
    const turn = await turnOver(host, chat)
    expect(turn).toMatchObject({ status: 'done', step: 3 })
    expect(host.chats.view(chat.id).turns).toHaveLength(1)
  })

  /**
   * @threat turns.other-model
   * @attacker model
   * @tries Breaks off, so that "Continue" has it asked again with all that came since, although the person chose
   * another for the chat meanwhile.
   * @stoppedBy Continue asks the model that the chat shows.
   */
  it('goes on with the model that the chat shows, not with the one that broke off', async () => {
    const { host, chat } = await harness.ready([
      brokenStep(new Error('The stream broke.')),
      stepOf(says('and on')),
    ])
    host.chats.send(chat.id, 'go')
    const broken = await turnOver(host, chat)
    const other = { providerId: broken.model?.providerId ?? '', modelId: 'another' }
    host.conversations.setModel(chat.id, other)
    host.chats.continue(chat.id)
    expect((await turnOver(host, chat)).model).toEqual(other)
  })

  it('withdraws the ask and cancels the call when the person stops', async () => {
    const { host, chat } = await harness.ready([stepOf(calls('c1', 'files__read'))])
    host.chats.send(chat.id, 'go')
    const ask = await until(() => host.asks.pending()[0])
    host.chats.stop(chat.id)
    const turn = await turnOver(host, chat)
    expect(turn.status).toBe('stopped')
    expect(callsOf(turn)[0]?.status).toBe('cancelled')
    expect(() => answerAsk(host, ask.id, allowOnce)).toThrow(/answered or withdrawn/)
  })

  it('aborts a running call with the turn, and a single call without it', async () => {
    harness.server.call = (_request, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () =>
          reject(new GatehouseError('call/cancelled', 'cancelled')),
        ),
      )
    const { host, chat } = await harness.ready([
      stepOf(calls('c1', 'files__read')),
      stepOf(says('ok')),
    ])
    host.chats.send(chat.id, 'go')
    await answerNext(host, allowOnce)
    const running = await until(() =>
      callsOf(lastTurn(host, chat)).find((entry) => entry.status === 'running'),
    )
    host.chats.cancelCall(chat.id, running.id)
    const turn = await turnOver(host, chat)
    expect(turn.status).toBe('done')
    expect(callsOf(turn)[0]?.status).toBe('cancelled')
  })

  it('does not call an answer complete that ended at the length limit', async () => {
    const { host, chat } = await harness.ready([
      async function* () {
        await Promise.resolve()
        yield says('Once upon')
        yield { type: 'finish', reason: 'length', usage: {} }
      },
      stepOf(says(' a time.')),
    ])
    host.chats.send(chat.id, 'go')
    const turn = await turnOver(host, chat)
    expect(turn).toMatchObject({ status: 'interrupted', failure: { code: 'length-limit' } })
    host.chats.continue(chat.id)
    expect((await turnOver(host, chat)).entries.at(-1)).toMatchObject({ text: ' a time.' })
  })

  it('keeps the partial answer of a broken stream and never runs its calls', async () => {
    const broken = new GatehouseError('model/failed', 'The stream ended early.', {
      data: { failure: { code: 'truncated', message: 'The stream ended early.' } },
    })
    const { host, chat } = await harness.ready([
      brokenStep(broken, says('Half an ans'), calls('c1', 'files__write')),
      stepOf(says('wer.')),
    ])
    host.chats.send(chat.id, 'go')
    const turn = await turnOver(host, chat)
    expect(turn).toMatchObject({ status: 'interrupted', failure: { code: 'truncated' } })
    expect(callsOf(turn)).toEqual([])
    expect(turn.entries[1]).toMatchObject({ text: 'Half an ans', status: 'interrupted' })
    host.chats.continue(chat.id)
    expect((await turnOver(host, chat)).entries.at(-1)).toMatchObject({ text: 'wer.' })
  })

  it('leaves the earlier try out of what the model is sent after Retry', async () => {
    const { host, chat, models } = await harness.ready([
      brokenStep(new Error('lost'), says('Wrong start')),
      stepOf(says('Right.')),
    ])
    host.chats.send(chat.id, 'Question')
    await turnOver(host, chat)
    const first = lastTurn(host, chat)
    host.chats.retry(chat.id, first.id)
    const second = await turnOver(host, chat)
    expect(models.requests[1]?.messages).toEqual([{ role: 'user', text: 'Question' }])
    expect(host.chats.view(chat.id).turns).toEqual([
      expect.objectContaining({
        id: second.id,
        versions: { position: 2, count: 2, previousId: first.id, nextId: null },
      }),
    ])
  })

  it('marks what a quit or a crash cut off as interrupted, with its partial text', async () => {
    const { host, chat } = await harness.ready([stalledStep('So far')])
    host.chats.send(chat.id, 'go')
    await until(() =>
      lastTurn(host, chat).entries.some((e) => e.kind === 'assistant-message' && e.text !== ''),
    )
    harness.clock.advance(300)
    const { host: next } = harness.build([])
    expect(lastTurn(next, chat)).toMatchObject({ status: 'interrupted' })
    expect(lastTurn(next, chat).entries[1]).toMatchObject({ text: 'So far', status: 'interrupted' })
    await host.close()
  })

  it('refuses a second message while one is under way', async () => {
    const { host, chat } = await harness.ready([stalledStep('…')])
    host.chats.send(chat.id, 'one')
    expect(() => host.chats.send(chat.id, 'two')).toThrow(/under way/)
    await host.close()
    expect(lastTurn(host, chat).status).toBe('interrupted')
  })

  it('is failed, not interrupted, after a refusal: there is nothing to continue', async () => {
    const { host, chat } = await harness.ready([
      brokenStep(failedWith({ code: 'filtered', message: 'Filtered.' })),
    ])
    host.chats.send(chat.id, 'go')
    const turn = await turnOver(host, chat)
    expect(turn).toMatchObject({ status: 'failed', failure: { code: 'filtered' } })
  })

  it('names the tool of a call that the model wrote into its text, and does not run it', async () => {
    const writtenCall = { name: 'files__read', arguments: { path: '/' } }
    const { host, chat } = await harness.ready([
      brokenStep(failedWith({ code: 'call-in-text', message: 'In its text.', writtenCall })),
    ])
    host.chats.send(chat.id, 'go')
    const turn = await turnOver(host, chat)
    expect(turn.failure?.writtenCall).toMatchObject({ ...writtenCall, tool: { toolName: 'read' } })
    expect(callsOf(turn)).toEqual([])
  })

  it('takes text for reasoning once its end tag came', async () => {
    const { host, chat } = await harness.ready([
      stepOf(
        { type: 'text-delta', text: 'Let me think.' },
        { type: 'text-was-reasoning' },
        says('Hi'),
      ),
    ])
    host.chats.send(chat.id, 'go')
    const turn = await turnOver(host, chat)
    expect(turn.entries.at(-1)).toMatchObject({ text: 'Hi', reasoning: 'Let me think.' })
  })
})

const failedWith = (failure: ModelFailure): GatehouseError =>
  new GatehouseError('model/failed', failure.message, { data: { failure } })
