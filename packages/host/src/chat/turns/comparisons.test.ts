import type { Conversation, ModelRef, Turn } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../../host.ts'
import {
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
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { brokenStep, heldStep, stalledStep, stepOf } from '../../testing/index.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

function otherOf({ chat, host }: Pick<ReadyChat, 'chat' | 'host'>): ModelRef {
  const { model } = host.conversations.get(chat.id)
  if (!model) throw new Error('The chat has no model.')
  return { ...model, modelId: 'other' }
}

const textOf = (turn: Turn): string =>
  turn.entries.flatMap((entry) => (entry.kind === 'assistant-message' ? entry.text : [])).join('')

/** The two answers, the first one first, once none is under way. */
async function bothAnswers(host: Host, chat: Conversation): Promise<[Turn, Turn]> {
  return until(() => {
    const shown = lastTurn(host, chat)
    const { comparison } = shown
    if (shown.status === 'running' || !comparison?.turnId) return undefined
    const other = host.chats.turn(chat.id, comparison.turnId)
    return comparison.isFirst ? [shown, other] : [other, shown]
  })
}

/** Asks two models, which play one step each. */
async function compared(...steps: Parameters<ChatHarness['ready']>[0]) {
  const ready = await harness.ready(steps)
  const { host, chat } = ready
  host.chats.send(chat.id, 'Which one?', [], otherOf(ready))
  const [first, second] = await bothAnswers(host, chat)
  return { ...ready, first, second }
}

describe('a message to two models', () => {
  it('is sent to both alike, one after the other, and gives two versions', async () => {
    const { host, chat, models, first, second } = await compared(
      stepOf(says('A')),
      stepOf(says('B')),
    )
    const [one, two] = models.requests
    expect(one?.modelId).toBe('m')
    expect(two).toEqual({ ...one, modelId: 'other' })
    expect([textOf(first), textOf(second)]).toEqual(['A', 'B'])
    expect(second.startedAt).toBeGreaterThanOrEqual(first.endedAt ?? Infinity)
    // The chat continues with the answer of its own model.
    expect(lastTurn(host, chat)).toMatchObject({
      id: first.id,
      versions: { position: 1, count: 2 },
    })
    proves('chat.compare.asked')
  })

  it('is estimated for each model as if it were the chat’s', async () => {
    const ready = await harness.ready([])
    const { host, chat } = ready
    const { nextRequests } = host
    host.conversations.saveDraft(chat.id, 'Which one?')
    const small = await host.providers.save(
      { kind: 'openai-compatible', name: 'Small', baseUrl: 'http://127.0.0.1:2/v1', key: null },
      { models: [{ id: 'small', contextWindow: 9000 }] },
    )
    const other = { providerId: small.id, modelId: 'small' }
    const estimate = nextRequests.view(chat.id, other)
    expect(estimate?.window).toBe(9000)
    expect(nextRequests.view(chat.id)?.window).toBeUndefined()
    host.conversations.setModel(chat.id, other)
    expect(nextRequests.view(chat.id)).toEqual(estimate)
  })

  it('continues with the answer that is kept and its model; the other stays as a version', async () => {
    const ready = await compared(stepOf(says('A')), stepOf(says('B')), stepOf(says('On.')))
    const { host, chat, first, second, models } = ready
    host.chats.keepAnswer(chat.id, second.id)
    expect(lastTurn(host, chat)).toMatchObject({
      id: second.id,
      versions: { position: 2, count: 2, previousId: first.id },
    })
    expect(lastTurn(host, chat).comparison).toBeUndefined()
    expect(host.chats.turn(chat.id, first.id).comparison).toBeUndefined()
    host.chats.send(chat.id, 'Go on')
    await turnOver(host, chat)
    expect(models.requests.at(-1)).toMatchObject({
      modelId: 'other',
      messages: [{}, { parts: [{ text: 'B' }] }, { text: 'Go on' }],
    })
    proves('chat.compare.kept')
  })

  it('continues with the shown answer where the person writes on', async () => {
    const { host, chat, models, second } = await compared(
      stepOf(says('A')),
      stepOf(says('B')),
      stepOf(says('On.')),
    )
    host.chats.send(chat.id, 'Go on')
    await turnOver(host, chat)
    expect(models.requests.at(-1)).toMatchObject({
      modelId: 'm',
      messages: [{}, { parts: [{ text: 'A' }] }, {}],
    })
    expect(host.chats.turn(chat.id, second.id).comparison).toBeUndefined()
  })

  it('shows the answer that there is where the other model fails', async () => {
    const lost = brokenStep(new Error('lost'))
    const one = await compared(lost, stepOf(says('B')))
    expect(one.first.status).toBe('failed')
    expect(lastTurn(one.host, one.chat).id).toBe(one.second.id)
    harness = createChatHarness()
    const two = await compared(stepOf(says('A')), brokenStep(new Error('lost')))
    expect(two.second.status).toBe('failed')
    expect(lastTurn(two.host, two.chat).id).toBe(two.first.id)
    proves('chat.compare.failed')
  })

  it('asks about the calls of either, and queued messages wait for both', async () => {
    const ready = await harness.ready([
      stepOf(calls('c1', 'files__read')),
      stepOf(says('A')),
      stepOf(calls('c2', 'files__write')),
      stepOf(says('B')),
      stepOf(says('Next.')),
    ])
    const { host, chat } = ready
    host.chats.send(chat.id, 'Which one?', [], otherOf(ready))
    host.chats.sendLater(chat.id, { text: 'Then this', attachmentIds: [] }, 'queue')
    await answerNext(host, allowOnce)
    const ask = await until(() =>
      host.asks.pending().find((one) => one.kind === 'tool-approval' && one.tool.name === 'write'),
    )
    expect(host.conversations.get(chat.id).queue).toHaveLength(1)
    expect(callsOf(lastTurn(host, chat))).toMatchObject([
      { id: ask.kind === 'tool-approval' && ask.entryId },
    ])
    await answerNext(host, allowOnce)
    await until(() => textOf(lastTurn(host, chat)) === 'Next.')
    // What waited continues the first answer.
    expect(host.chats.view(chat.id).turns.map(textOf)).toEqual(['A', 'Next.'])
    proves('chat.compare.asks')
  })

  it('asks the second model only by a press once the first answer was stopped, or a restart came', async () => {
    const ready = await harness.ready([stalledStep('So far')])
    const { host, chat } = ready
    const other = otherOf(ready)
    host.chats.send(chat.id, 'Which one?', [], other)
    await until(() => textOf(lastTurn(host, chat)) !== '')
    host.chats.stop(chat.id)
    await turnOver(host, chat)
    expect(ready.models.requests).toHaveLength(1)
    const again = harness.build([stalledStep('')])
    again.host.chats.recover()
    const waiting = lastTurn(again.host, chat)
    expect(waiting.comparison).toEqual({ isFirst: true, model: other, turnId: null })
    again.host.chats.compare(chat.id, waiting.id, other)
    const next = harness.build([stepOf(says('Late.'))])
    next.host.chats.recover()
    const second = lastTurn(next.host, chat)
    expect(second).toMatchObject({
      status: 'interrupted',
      model: other,
      comparison: { isFirst: false, turnId: waiting.id },
    })
    next.host.chats.keepAnswer(chat.id, waiting.id)
    expect(lastTurn(next.host, chat).id).toBe(waiting.id)
    proves('chat.compare.restart')
  })

  it('asks no second model past the cost limit', async () => {
    const ready = await harness.ready([])
    const { host, chat, models } = ready
    host.conversations.setSetup(chat.id, { costLimit: 1 })
    host.conversations.addCost(chat.id, 2)
    host.chats.send(chat.id, 'Which one?', [], otherOf(ready))
    const turn = await turnOver(host, chat)
    expect(turn.failure?.code).toBe('cost-limit')
    for (let round = 0; round < 100; round += 1) await Promise.resolve()
    expect(harness.stores.turns.nodes(chat.id)).toHaveLength(1)
    expect(models.requests).toEqual([])
  })

  it('leaves no row of a temporary chat on disk', async () => {
    const ready = await harness.ready([stepOf(says('A')), stepOf(says('B'))])
    const { host } = ready
    const temporary = host.conversations.createTemporary()
    host.conversations.setModel(temporary.id, host.conversations.get(ready.chat.id).model)
    host.chats.send(temporary.id, 'Which one?', [], otherOf(ready))
    const [, second] = await bothAnswers(host, temporary)
    expect(textOf(second)).toBe('B')
    expect(harness.stores.turns.nodes(temporary.id)).toEqual([])
    expect(harness.stores.turns.get(second.id)).toBeNull()
  })

  it('is sent to nobody in a chat without a model', async () => {
    const ready = await harness.ready([])
    const { host, chat, models } = ready
    const other = otherOf(ready)
    host.conversations.setModel(chat.id, null)
    host.chats.send(chat.id, 'A note', [], other)
    const turn = await turnOver(host, chat)
    expect(turn).toMatchObject({ model: null, status: 'done' })
    expect(turn.comparison).toBeUndefined()
    expect(models.requests).toEqual([])
  })
})

describe('an answer that is compared later', () => {
  it('keeps its place, and the second model has the same beginning of the chat', async () => {
    const ready = await harness.ready(
      ['One.', 'Two.', 'Other one.', 'Other two.'].map((text) => stepOf(says(text))),
    )
    const { host, chat, models } = ready
    for (const text of ['First', 'Second']) {
      host.chats.send(chat.id, text)
      await turnOver(host, chat)
    }
    const [first, second] = host.chats.view(chat.id).turns
    host.chats.compare(chat.id, second?.id ?? '', otherOf(ready))
    await bothAnswers(host, chat)
    expect(models.requests[2]?.messages).toEqual(models.requests[1]?.messages)
    expect(lastTurn(host, chat).id).toBe(second?.id)
    // In the middle of a chat the new answer is shown, so that the comparison is in view.
    host.chats.compare(chat.id, first?.id ?? '', otherOf(ready))
    const [, other] = await bothAnswers(host, chat)
    expect(lastTurn(host, chat).id).toBe(other.id)
    host.chats.keepAnswer(chat.id, first?.id ?? '')
    expect(host.chats.view(chat.id).turns.map(textOf)).toEqual(['One.', 'Two.'])
  })

  it('is not compared in a fork, whose other answer stays behind', async () => {
    const { host, chat, first } = await compared(stepOf(says('A')), stepOf(says('B')))
    const fork = await host.forkChat({ conversationId: chat.id, turnId: first.id })
    expect(lastTurn(host, fork).comparison).toBeUndefined()
    expect(textOf(lastTurn(host, fork))).toBe('A')
  })

  it('is named once', async () => {
    const ready = await harness.ready([stepOf(says('A')), stepOf(says('B'))])
    const { chat } = ready
    harness.stores.settings.save({ ...harness.stores.settings.load(), titleModel: 'chat' })
    const title = heldStep(says('A title'))
    const either: typeof title.step = (request, signal) =>
      (request.isSingle ? title.step : stepOf(says('B')))(request, signal)
    const named = harness.build([stepOf(says('A')), either, either])
    named.host.chats.send(chat.id, 'Which one?', [], otherOf(ready))
    await bothAnswers(named.host, chat)
    title.release()
    await until(() => named.host.conversations.get(chat.id).title === 'A title')
    expect(named.models.requests).toHaveLength(3)
  })
})
