import type { ModelInfo, ModelList } from '@gatehouse/domain'
import { knownModelOf } from '@gatehouse/domain/models'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import type { ModelEvent } from '../ports/index.ts'
import { createChatHarness, says, turnOver } from '../testing/chat-harness.ts'

async function* answer(): AsyncIterable<ModelEvent> {
  await Promise.resolve()
  yield says('Done')
  yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10_000, outputTokens: 10_000 } }
}

/** A chat with a model of an engine that reports these contexts one after the other. */
async function local(contexts: (number | undefined)[]) {
  const harness = createChatHarness()
  const { host, models } = harness.build([answer, answer])
  const asked: ModelList[] = []
  models.describe = (_endpoint, list) => {
    asked.push(list)
    const contextWindow = contexts.shift()
    const describeModel = (model: ModelInfo) =>
      contextWindow === undefined ? model : { ...model, contextWindow }
    return Promise.resolve({ ...list, models: list.models.map(describeModel), engine: 'ollama' })
  }
  const provider = await host.providers.save(
    { kind: 'openai-compatible', name: 'L', baseUrl: 'http://127.0.0.1:1/v1', key: null },
    { models: [{ id: 'm' }] },
  )
  const chat = host.conversations.create()
  const model = { providerId: provider.id, modelId: 'm' }
  host.conversations.setModel(chat.id, model)
  const known = () => knownModelOf(host.providers.list(), model)
  return { harness, host, chat, model, models, asked, known }
}

it('an engine is asked about its models once it is connected', async () => {
  const { host, known } = await local([8192])
  expect(host.providers.list()[0]).toMatchObject({ engine: 'ollama' })
  expect(known()?.contextWindow).toEqual({ value: 8192, origin: 'stated' })
})

it('a context that is reported only once a model is loaded is known after its first answer', async () => {
  const { host, chat, known, asked, harness } = await local([undefined, 32_768])
  expect(known()?.contextWindow).toBeUndefined()
  host.chats.send(chat.id, 'Go')
  await turnOver(host, chat)
  expect(asked.at(-1)).toEqual({ models: [{ id: 'm' }], engine: 'ollama' })
  expect(known()?.contextWindow).toEqual({ value: 32_768, origin: 'stated' })
  const changed = harness.events.recorded.findLast(({ name }) => name === 'provider.changed')
  expect(changed?.payload).toMatchObject({ models: [{ id: 'm', contextWindow: 32_768 }] })
  proves('model.engine.loaded')
})

it('a refresh while no model is loaded forgets no context with which one ran', async () => {
  const { host, known, models, model } = await local([8192])
  models.listModels = () =>
    Promise.resolve({ models: [{ id: 'm' }, { id: 'n' }], engine: 'ollama' })
  await host.providers.refresh(model.providerId)
  expect(known()?.contextWindow?.value).toBe(8192)
  models.listModels = () => Promise.resolve({ models: [{ id: 'm' }] })
  await host.providers.refresh(model.providerId)
  expect(known()?.contextWindow).toBeUndefined()
  expect(host.providers.list()[0]).not.toHaveProperty('engine')
})

it('an engine that is not there any more ends no answer and no connecting', async () => {
  const { host, chat, models } = await local([8192])
  models.describe = () => Promise.reject(new Error('gone'))
  host.chats.send(chat.id, 'Go')
  expect(await turnOver(host, chat)).toMatchObject({ status: 'done' })
})

/** @threat models.lying-context */
it('what the person says of a model wins, survives a refresh and another key, and is taken back', async () => {
  const { host, chat, model, models, known } = await local([8192, 8192, 8192])
  const price = { input: 2, output: 10 }
  host.providers.override(model, { contextWindow: 4096, images: false, price })
  host.conversations.setSetup(chat.id, { costLimit: 0.1 })
  host.chats.send(chat.id, 'Go')
  await turnOver(host, chat)
  host.chats.send(chat.id, 'Again')
  expect((await turnOver(host, chat)).failure?.code).toBe('cost-limit')
  models.listModels = () => Promise.resolve({ models: [{ id: 'm', images: true }] })
  await host.providers.refresh(model.providerId)
  await host.providers.save(
    {
      kind: 'openai-compatible',
      name: 'L',
      baseUrl: 'http://127.0.0.1:1/v1',
      key: 'k',
      id: model.providerId,
    },
    { models: [{ id: 'm', images: true }] },
  )
  expect(known()).toMatchObject({
    contextWindow: { value: 4096, origin: 'overridden' },
    images: { value: false, origin: 'overridden' },
    price: { value: price, origin: 'overridden' },
  })
  host.providers.override(model, null)
  expect(known()?.images).toEqual({ value: true, origin: 'stated' })
  expect(host.providers.list()[0]).not.toHaveProperty('overrides')
})
