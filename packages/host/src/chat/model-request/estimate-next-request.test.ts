import { tokensOfRequest } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import type { ModelEvent, ModelRequest } from '../../ports/index.ts'
import { createChatHarness, lastTurn, says, turnOver } from '../../testing/chat-harness.ts'

const lengthOf = ({ messages, system, tools }: ModelRequest): number =>
  Math.ceil(JSON.stringify([messages, system, tools]).length / 4)

/** A model that counts twice as many tokens as are estimated. */
const counts = (request: ModelRequest, factor = 2): AsyncIterable<ModelEvent> =>
  (async function* () {
    await Promise.resolve()
    yield says('answer '.repeat(100))
    const usage = { inputTokens: lengthOf(request) * factor, outputTokens: 175 * factor }
    yield { type: 'finish', reason: 'stop', usage }
  })()

async function chatOf(contextWindow: number | undefined, factor = 2) {
  const harness = createChatHarness()
  const ready = await harness.ready(
    Array.from({ length: 40 }, () => (request: ModelRequest) => counts(request, factor)),
  )
  const [provider] = harness.stores.providers.list()
  if (provider && contextWindow !== undefined)
    harness.stores.providers.save({ ...provider, models: [{ id: 'm', contextWindow }] })
  const { host, chat, models } = ready
  host.conversations.setSetup(chat.id, { parameters: { maxOutputTokens: 500 } })
  const send = async (text: string) => {
    host.chats.send(chat.id, text)
    await turnOver(host, chat)
  }
  const next = () => host.nextRequests.view(chat.id)!
  return { harness, host, chat, models, send, next }
}

const WORDS = 'some words '.repeat(200)

it('says before it is sent what a request will hold, as the provider will count it, and is near', async () => {
  const { host, chat, models, send, next } = await chatOf(100_000)
  expect(next()).toMatchObject({ isCounted: false, leftOut: 0, draft: 0, window: 100_000 })
  expect(next().size.tools).toBeGreaterThan(10)
  for (let n = 0; n < 5; n += 1) await send(`${n} ${WORDS}`)
  host.conversations.saveDraft(chat.id, WORDS)
  const estimate = next()
  expect(estimate).toMatchObject({ isCounted: true, leftOut: 0, isCut: false })
  await send(WORDS)
  const counted = lengthOf(models.requests.at(-1)!) * 2
  expect(Math.abs(tokensOfRequest(estimate.size) + estimate.draft - counted)).toBeLessThan(
    counted * 0.1,
  )
  expect(estimate.draft).toBeGreaterThan(WORDS.length / 2.5)
  proves('turns.meter.before')
})

/** @threat context.pushed-out */
it('says what will be left out, and how many exchanges that is', async () => {
  const { host, chat, send, next } = await chatOf(8000, 1)
  let before = next()
  for (let n = 0; n < 12 && !before.isCut; n += 1) {
    await send(`${n} ${WORDS}`)
    host.conversations.saveDraft(chat.id, WORDS)
    before = next()
  }
  expect(before.isCut).toBe(true)
  expect(tokensOfRequest(before.size) + before.draft).toBeLessThan(8000)
  await send(WORDS)
  const { leftOutTurns = 0 } = lastTurn(host, chat)
  expect(Math.abs(leftOutTurns - before.leftOut)).toBeLessThanOrEqual(1)
  expect(next()).toMatchObject({ leftOut: leftOutTurns, isCut: false })
  proves('turns.meter.left-out')
})

it('reads no message, whatever the chat holds, and asks nobody of a chat without a model', async () => {
  const { harness, host, chat, send, next, models } = await chatOf(undefined)
  for (let n = 0; n < 3; n += 1) await send(WORDS)
  const refuse = (): never => {
    throw new Error('A message was read.')
  }
  Object.assign(harness.stores.turns, { get: refuse, page: refuse, withEntry: refuse })
  expect(next().size.messages).toBeGreaterThan(1500)
  expect(next().window).toBeUndefined()
  expect(models.requests).toHaveLength(3)
  host.conversations.setModel(chat.id, null)
  expect(host.nextRequests.view(chat.id)).toBeNull()
  proves('turns.meter.cheap')
})

it('a turn keeps what it took and cost, with what was cached, and the chat what all cost', async () => {
  const harness = createChatHarness()
  const usage = { inputTokens: 10_000, cachedTokens: 8000, outputTokens: 1000 }
  const { host, chat } = await harness.ready(
    Array.from(
      { length: 2 },
      () =>
        async function* (): AsyncIterable<ModelEvent> {
          await Promise.resolve()
          yield says('ok')
          yield { type: 'finish', reason: 'stop', usage }
        },
    ),
  )
  const [provider] = harness.stores.providers.list()
  const price = { input: 2, output: 10 }
  if (provider) harness.stores.providers.save({ ...provider, models: [{ id: 'm', price }] })
  for (const text of ['one', 'two']) {
    host.chats.send(chat.id, text)
    await turnOver(host, chat)
  }
  const turn = harness.stores.turns.getWithoutEntries(lastTurn(host, chat).id)
  expect(turn?.usage).toEqual(usage)
  expect(turn?.cost).toBeCloseTo(0.03)
  expect(host.conversations.get(chat.id).cost).toBeCloseTo(0.06)
  proves('turns.meter.after')
})

it('says with how many tokens the answer will be asked for', async () => {
  const { harness, host, chat, models, send, next } = await chatOf(8000, 1)
  host.conversations.setSetup(chat.id, { parameters: { maxOutputTokens: 20_000 } })
  await send(WORDS)
  host.conversations.saveDraft(chat.id, WORDS)
  const { answer } = next()
  await send(WORDS)
  const asked = models.requests.at(-1)?.maxOutputTokens ?? 0
  expect(asked).toBeLessThan(8000)
  expect(Math.abs(answer - asked)).toBeLessThan(asked * 0.1)
  const [provider] = harness.stores.providers.list()
  if (!provider) throw new Error('There is no provider.')
  const learnedAt = harness.clock.now()
  const learned = [
    { modelId: 'm', baseUrl: provider.baseUrl, learnedAt, form: { maxOutputTokens: 300 } },
  ]
  harness.stores.providers.save({ ...provider, learned })
  expect(next().answer).toBe(300)
})
