import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import type { ModelEvent } from '../../ports/index.ts'
import {
  answerNext,
  allowOnce,
  calls,
  createChatHarness,
  says,
  turnOver,
} from '../../testing/chat-harness.ts'

const PRICE = { input: 2, output: 10 }
/** A step that costs $0.02 for input and $0.10 for output. */
const costly = (event: ModelEvent) =>
  async function* (): AsyncIterable<ModelEvent> {
    await Promise.resolve()
    yield event
    yield {
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 10_000, outputTokens: 10_000 },
    }
  }

async function priced(steps: ModelEvent[], price: typeof PRICE | null = PRICE) {
  const harness = createChatHarness()
  const ready = await harness.ready(steps.map(costly))
  const [provider] = harness.stores.providers.list()
  if (provider)
    harness.stores.providers.save({
      ...provider,
      models: [{ id: 'm', ...(price ? { price } : {}) }],
    })
  return ready
}

it('what a chat costs is counted by listed prices, step by step', async () => {
  const { host, chat } = await priced([calls('c1', 'files__read'), says('Done')])
  host.chats.send(chat.id, 'Go')
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  expect(host.conversations.get(chat.id).cost).toBeCloseTo(0.24)
})

it('a model without a price costs nothing that anybody knows', async () => {
  const { host, chat } = await priced([says('Done')], null)
  host.conversations.setSetup(chat.id, { costLimit: 0.001 })
  host.chats.send(chat.id, 'Go')
  await turnOver(host, chat)
  expect(host.conversations.get(chat.id).cost).toBeUndefined()
  host.chats.send(chat.id, 'Again')
  expect((await turnOver(host, chat)).failure?.code).not.toBe('cost-limit')
})

it('no step begins once the limit is reached, and a raised one lets the turn go on', async () => {
  const { host, chat, models } = await priced([calls('c1', 'files__read'), says('Done')])
  host.conversations.setSetup(chat.id, { costLimit: 0.1 })
  host.chats.send(chat.id, 'Go')
  await answerNext(host, allowOnce)
  const turn = await turnOver(host, chat)
  expect(turn).toMatchObject({ status: 'interrupted', failure: { code: 'cost-limit' } })
  expect(models.requests).toHaveLength(1)
  host.conversations.setSetup(chat.id, { costLimit: 1 })
  host.chats.continue(chat.id)
  expect(await turnOver(host, chat)).toMatchObject({ status: 'done' })
  expect(models.requests).toHaveLength(2)
  proves('chat.cost.stops')
})

it('a chat at its limit asks no model', async () => {
  const { host, chat, models } = await priced([says('One'), says('Two')])
  host.conversations.setSetup(chat.id, { costLimit: 0.12 })
  host.chats.send(chat.id, 'Go')
  expect(await turnOver(host, chat)).toMatchObject({ status: 'done' })
  host.chats.send(chat.id, 'Again')
  expect(await turnOver(host, chat)).toMatchObject({
    status: 'failed',
    failure: { code: 'cost-limit' },
  })
  expect(models.requests).toHaveLength(1)
})
