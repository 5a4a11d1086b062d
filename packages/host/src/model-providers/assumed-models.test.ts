import type { AssumedFacts } from '@gatehouse/domain/models'
import { expect, it } from 'vitest'
import type { ModelEvent } from '../ports/index.ts'
import { createChatHarness, says, turnOver } from '../testing/chat-harness.ts'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { withAssumedFacts } from './assumed-models.ts'

const ASSUMED: AssumedFacts = {
  contextWindow: 8000,
  price: { input: 2, output: 10 },
  pricedIn: '2026-03',
}

async function* costly(): AsyncIterable<ModelEvent> {
  await Promise.resolve()
  yield says('Done')
  const usage = { inputTokens: 10_000, outputTokens: 10_000 }
  yield { type: 'finish', reason: 'stop', usage }
}

/** A chat with a model of which its provider reports nothing, whose answers cost $0.12 by the assumed price. */
async function unlisted() {
  const harness = createChatHarness()
  const { host, chat, models } = await harness.ready([costly, costly])
  models.assume = (_subject, id) => (id === 'm' ? ASSUMED : undefined)
  return { host, chat, models }
}

it('the cost limit of a chat holds by an assumed price', async () => {
  const { host, chat, models } = await unlisted()
  host.conversations.setSetup(chat.id, { costLimit: 0.1 })
  host.chats.send(chat.id, 'Go')
  await turnOver(host, chat)
  expect(host.conversations.get(chat.id).cost).toBeCloseTo(0.12)
  host.chats.send(chat.id, 'Again')
  expect((await turnOver(host, chat)).failure?.code).toBe('cost-limit')
  expect(models.requests).toHaveLength(1)
})

it('what is assumed is there wherever providers are read, and is never kept', () => {
  const stores = createInMemoryStores()
  const providers = withAssumedFacts(stores.providers, { assume: () => ASSUMED })
  const provider = {
    id: 'p',
    kind: 'openai-compatible' as const,
    name: 'P',
    baseUrl: 'https://a.example/v1',
    local: false,
    hasKey: false,
    models: [{ id: 'm', contextWindow: 1000 }],
    createdAt: 1,
  }
  providers.save(provider)
  const [read] = providers.list()
  expect(read?.models).toEqual([{ id: 'm', contextWindow: 1000, assumed: ASSUMED }])
  if (read) providers.save(read)
  expect(stores.providers.list()).toEqual([provider])
})
