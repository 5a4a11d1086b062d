import { CHAT_SETUP_LIMITS, DEFAULT_SYSTEM_PROMPT, type ChatPreset } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import {
  calls,
  createChatHarness,
  says,
  turnOver,
  type ChatHarness,
} from '../../testing/chat-harness.ts'
import type { ModelEvent } from '../../ports/index.ts'
import { brokenStep, stepOf } from '../../testing/index.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const answers = (count: number) => Array.from({ length: count }, () => stepOf(says('ok')))

it('is what the model is asked with, and nothing but it', async () => {
  const { host, chat, models } = await harness.ready(answers(2))
  host.chats.send(chat.id, 'one')
  await turnOver(host, chat)
  const [plain] = models.requests
  expect(plain).toMatchObject({ system: DEFAULT_SYSTEM_PROMPT, maxOutputTokens: 8192 })
  for (const name of ['temperature', 'stopSequences', 'reasoningEffort'])
    expect(plain).not.toHaveProperty(name)
  expect(plain?.tools.map(({ name }) => name)).toEqual(['files__read', 'files__write'])

  const parameters = {
    temperature: 0.2,
    maxOutputTokens: 100,
    reasoningEffort: 'low' as const,
    stopSequences: ['END'],
  }
  const [server] = host.servers.list()
  host.conversations.setSetup(chat.id, {
    systemPrompt: 'Be brief.',
    parameters,
    toolsOff: [{ serverId: server?.config.id ?? '', tool: 'write' }],
    stepLimit: 7,
  })
  host.chats.send(chat.id, 'two')
  await turnOver(host, chat)
  const [, asked] = models.requests
  expect(asked).toMatchObject({ system: 'Be brief.', ...parameters })
  expect(asked?.tools.map(({ name }) => name)).toEqual(['files__read'])
  const turn = host.chats.view(chat.id).turns.at(-1)
  expect(turn?.stepLimit).toBe(7)
  const [snapshot] = harness.stores.turns.requestSnapshots(turn?.id ?? '')
  expect(snapshot?.parameters).toEqual(parameters)
  expect(harness.stores.turns.textByHash(snapshot?.system ?? '')).toBe('Be brief.')
})

it('does not let a model call a tool that is off', async () => {
  const calling = stepOf(calls('c', 'files__write'))
  const { host, chat } = await harness.ready([calling, ...answers(1)])
  const [server] = host.servers.list()
  const toolsOff = [{ serverId: server?.config.id ?? '', tool: 'write' }]
  host.conversations.setSetup(chat.id, { toolsOff })
  host.chats.send(chat.id, 'write')
  await turnOver(host, chat)
  const entries = host.chats.view(chat.id).turns.flatMap((turn) => turn.entries)
  const made = entries.find((entry) => entry.kind === 'tool-call')
  expect(made).toMatchObject({ status: 'rejected', error: 'There is no tool named files__write.' })
})

it('says which parameters the model was not sent', async () => {
  const leftOut: ModelEvent = { type: 'parameters-left-out', names: ['temperature'] }
  const { host, chat } = await harness.ready([stepOf(leftOut, says('ok')), ...answers(1)])
  host.chats.send(chat.id, 'one')
  await turnOver(host, chat)
  expect(host.chats.view(chat.id).turns.at(-1)?.leftOutParameters).toEqual(['temperature'])
})

it('records what the model is sent, and says once what that is in place of what was asked for', async () => {
  const steps = [stepOf(calls('c', 'files__none')), stepOf(says('ok')), ...answers(1)]
  const { host, chat, models } = await harness.ready(steps)
  const changed = [{ name: 'maxOutputTokens' as const, value: 50 }]
  models.adapt = ({ temperature: _left, ...request }) =>
    Promise.resolve({
      request: { ...request, maxOutputTokens: 50 },
      adjustments: { names: ['temperature'], changed },
    })
  host.conversations.setSetup(chat.id, { parameters: { temperature: 1.5, maxOutputTokens: 100 } })
  host.chats.send(chat.id, 'one')
  const turn = await turnOver(host, chat)
  expect(turn).toMatchObject({ leftOutParameters: ['temperature'], changedParameters: changed })
  const [snapshot, ...more] = harness.stores.turns.requestSnapshots(turn.id)
  expect(more).toEqual([])
  expect(snapshot?.parameters).toEqual({ maxOutputTokens: 50 })
  expect(models.requests[0]).toMatchObject({ maxOutputTokens: 50 })
  expect(models.requests[0]).not.toHaveProperty('temperature')
})

it('does not say of the model that goes on what another was not sent', async () => {
  const leftOut: ModelEvent = { type: 'parameters-left-out', names: ['temperature'] }
  const { host, chat } = await harness.ready([
    brokenStep(new Error('The stream broke.'), leftOut, says('o')),
    stepOf(says('k')),
  ])
  host.chats.send(chat.id, 'one')
  expect((await turnOver(host, chat)).leftOutParameters).toEqual(['temperature'])
  host.chats.continue(chat.id)
  const turn = await turnOver(host, chat)
  expect(turn.status).toBe('done')
  expect(turn.leftOutParameters).toBeUndefined()
})

it('holds a continued answer to a step limit that was lowered meanwhile', async () => {
  const { host, chat } = await harness.ready([
    brokenStep(new Error('The stream broke.'), says('o')),
    ...answers(1),
  ])
  host.conversations.setSetup(chat.id, { stepLimit: 9 })
  host.chats.send(chat.id, 'one')
  expect((await turnOver(host, chat)).stepLimit).toBe(9)
  host.conversations.setSetup(chat.id, { stepLimit: 2 })
  host.chats.continue(chat.id)
  expect(await turnOver(host, chat)).toMatchObject({ status: 'done', step: 2, stepLimit: 3 })
})

it('is what new chats begin with, as the settings say', async () => {
  const { host, chat } = await harness.ready(answers(1))
  const setup = { systemPrompt: 'Be brief.' }
  host.conversations.setSetup(chat.id, setup)
  host.conversations.setServers(chat.id, [])
  host.conversations.rename(chat.id, 'Used last')
  expect(host.conversations.create().setup).toBeUndefined()
  host.chatPresets.setNewChats({ kind: 'last' })
  expect(host.conversations.create()).toMatchObject({ setup, serverIds: [] })
  const { chatPresets } = host.chatPresets.save({ name: 'Seven', setup: { stepLimit: 7 } })
  const [preset] = chatPresets
  host.chatPresets.setNewChats({ kind: 'preset', id: preset?.id ?? '' })
  expect(host.conversations.create()).toMatchObject({ setup: { stepLimit: 7 }, serverIds: null })
  expect(host.chatPresets.remove(preset?.id ?? '').newChats).toEqual({ kind: 'plain' })
  expect(host.conversations.setSetup(chat.id, {})).not.toHaveProperty('setup')
})

it('begins new chats with the model and the servers that a preset keeps, as far as they are there', async () => {
  const { host, chat } = await harness.ready([])
  const { model } = host.conversations.get(chat.id)
  const [server] = host.servers.list()
  const serverIds = [server?.config.id ?? '']
  const begun = (kept: Partial<ChatPreset>) => {
    const { chatPresets } = host.chatPresets.save({ name: 'Kept', setup: {}, ...kept })
    host.chatPresets.setNewChats({ kind: 'preset', id: chatPresets.at(-1)?.id ?? '' })
    return host.conversations.create()
  }
  host.changeSettings({ defaultModel: null })
  expect(begun({ model, serverIds })).toMatchObject({ model, serverIds })
  expect(begun({ serverIds: [] })).toMatchObject({ model: null, serverIds: [] })
  expect(begun({})).toMatchObject({ model: null, serverIds: null })
  host.changeSettings({ defaultModel: model })
  expect(begun({ model: null })).toMatchObject({ model: null, serverIds: null })
  const gone = { providerId: 'gone', modelId: 'm' }
  expect(begun({ model: gone })).toMatchObject({ model, serverIds: null })
  proves('turns.presets.begin')
})

it('has only so many presets', () => {
  const { host } = harness.build([])
  for (let at = 0; at < CHAT_SETUP_LIMITS.presets; at += 1)
    host.chatPresets.save({ name: `Preset ${at}`, setup: {} })
  expect(() => host.chatPresets.save({ name: 'One more', setup: {} })).toThrow('Only 50 presets')
})
