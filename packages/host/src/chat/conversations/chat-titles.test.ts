import { defaultSettings } from '@gatehouse/domain'
import { TITLE_PROMPT } from '@gatehouse/domain/models'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  createChatHarness,
  says,
  turnOver,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { brokenStep, heldStep, stepOf } from '../../testing/index.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

type Steps = Parameters<ChatHarness['ready']>[0]

/** A chat whose provider has a price, with a model for titles: one of its own, that of the chat, or none. */
async function chatWith(steps: Steps, by: 'namer' | 'chat' | null = 'namer'): Promise<ReadyChat> {
  const ready = await harness.ready(steps)
  const [provider] = harness.stores.providers.list()
  if (!provider) throw new Error('There is no provider.')
  const price = { input: 100, output: 100 }
  harness.stores.providers.save({
    ...provider,
    models: [
      { id: 'm', price },
      { id: 'namer', price },
    ],
  })
  const namer = { providerId: provider.id, modelId: 'namer' }
  ready.host.setTitleModel(by === 'namer' ? namer : by)
  return ready
}

const titleOf = ({ host, chat }: ReadyChat): string => host.conversations.get(chat.id).title
const settled = async (ready: ReadyChat, requests: number): Promise<void> => {
  await turnOver(ready.host, ready.chat)
  await vi.waitFor(() => expect(ready.models.requests).toHaveLength(requests))
  await new Promise((resolve) => setTimeout(resolve, 5))
}

it('no model is asked for a title where titles are off', async () => {
  const ready = await chatWith([stepOf(says('Hello.'))], null)
  ready.host.chats.send(ready.chat.id, 'How are you?')
  await settled(ready, 1)
  expect(titleOf(ready)).toBe('How are you?')
  proves('chat.titles.off')
})

it('the model that answered names the chat by default, though the chat has another one by then', async () => {
  expect(defaultSettings.titleModel).toBe('chat')
  const held = heldStep(says('Fine.'))
  const ready = await chatWith([held.step, stepOf(says('A greeting'))], 'chat')
  const { host, chat, models } = ready
  host.chats.send(chat.id, 'How are you?')
  const { model } = host.conversations.get(chat.id)
  host.conversations.setModel(chat.id, model && { ...model, modelId: 'namer' })
  held.release()
  await vi.waitFor(() => expect(titleOf(ready)).toBe('A greeting'))
  expect(models.requests[1]).toMatchObject({ modelId: 'm', system: TITLE_PROMPT, tools: [] })
  proves('chat.titles.own')
})

it('a message in manual mode asks no model for a title', async () => {
  const ready = await chatWith([], 'chat')
  ready.host.conversations.setModel(ready.chat.id, null)
  ready.host.chats.send(ready.chat.id, 'How are you?')
  await settled(ready, 0)
  expect(titleOf(ready)).toBe('How are you?')
})

it('of a temporary chat nothing is sent for a title', async () => {
  const ready = await chatWith([stepOf(says('Fine.')), stepOf(says('A title'))], 'chat')
  const { host, models } = ready
  const chat = host.conversations.createTemporary()
  host.conversations.setModel(chat.id, host.conversations.get(ready.chat.id).model)
  host.chats.send(chat.id, 'How are you?')
  await settled({ ...ready, chat }, 1)
  expect(models.requests).toHaveLength(1)
  expect(titleOf({ ...ready, chat })).toBe('How are you?')
})

it('a chat is named once, after its first answer, and what that costs is counted', async () => {
  const title = { type: 'finish', reason: 'stop', usage: { inputTokens: 5000 } } as const
  const ready = await chatWith([
    stepOf(says('Fine.')),
    stepOf(says('\n “Asking how\u202e I am” \nmore'), title),
    stepOf(says('Still fine.')),
  ])
  const { host, chat, models } = ready
  host.chats.send(chat.id, 'How are you?')
  await vi.waitFor(() => expect(titleOf(ready)).toBe('Asking how\u202e I am'))
  const turn = await turnOver(host, chat)
  expect(models.requests[1]).toMatchObject({ modelId: 'namer', tools: [] })
  expect(models.requests[1]?.messages).toEqual([
    { role: 'user', text: '{"message":"How are you?","answer":"Fine."}' },
  ])
  proves('chat.titles.named')
  expect(host.conversations.get(chat.id)).toMatchObject({
    cost: expect.closeTo(0.5),
    titleRequest: { model: { modelId: 'namer' }, usage: { inputTokens: 5000 }, cost: 0.5 },
  })
  expect(harness.stores.turns.requestSnapshots(turn.id)).toMatchObject([
    { step: 1, source: { modelId: 'm' } },
    { step: 2, source: { modelId: 'namer' } },
  ])
  proves('chat.titles.counted')
  host.chats.send(chat.id, 'And now?')
  await settled(ready, 3)
  expect(titleOf(ready)).toBe('Asking how\u202e I am')
})

it('a name that the person gave meanwhile stays', async () => {
  const held = heldStep(says('A title'))
  const ready = await chatWith([stepOf(says('Fine.')), held.step])
  ready.host.chats.send(ready.chat.id, 'How are you?')
  await settled(ready, 2)
  ready.host.conversations.rename(ready.chat.id, 'Mine')
  held.release()
  await settled(ready, 2)
  expect(titleOf(ready)).toBe('Mine')
})

it('a model that fails leaves the title as it is', async () => {
  const ready = await chatWith([stepOf(says('Fine.')), brokenStep(new Error('No.'))])
  ready.host.chats.send(ready.chat.id, 'How are you?')
  await settled(ready, 2)
  expect(titleOf(ready)).toBe('How are you?')
})

it('a chat that has reached its cost limit asks no model for a title', async () => {
  const dear = { type: 'finish', reason: 'stop', usage: { outputTokens: 50_000 } } as const
  const ready = await chatWith([stepOf(says('Fine.'), dear)])
  ready.host.conversations.setSetup(ready.chat.id, { costLimit: 1 })
  ready.host.chats.send(ready.chat.id, 'How are you?')
  await settled(ready, 1)
  expect(titleOf(ready)).toBe('How are you?')
})

it('a title is asked for with no more tokens than the model’s context leaves', async () => {
  const ready = await chatWith([stepOf(says('Fine.')), stepOf(says('A title'))])
  const [provider] = harness.stores.providers.list()
  if (!provider) throw new Error('There is no provider.')
  const models = [{ id: 'm' }, { id: 'namer', contextWindow: 600 }]
  harness.stores.providers.save({ ...provider, models })
  ready.host.chats.send(ready.chat.id, 'How are you?')
  await settled(ready, 2)
  expect(ready.models.requests[1]?.maxOutputTokens).toBeLessThan(600)
  expect(ready.models.requests[1]?.maxOutputTokens).toBeGreaterThan(256)
})
