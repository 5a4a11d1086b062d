import { expect, it } from 'vitest'
import type { ModelProvider } from '@gatehouse/domain'
import { learnedCompatibility, withoutLearned } from './learned-compatibility.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function memoryOf(baseUrl = 'http://a/v1') {
  const state = { now: 1_700_000_000_000 }
  let provider: ModelProvider = {
    id: 'p',
    kind: 'openai-compatible',
    name: 'P',
    baseUrl: 'http://a/v1',
    local: false,
    hasKey: false,
    models: [],
    createdAt: 1,
  }
  const records = {
    find: () => provider,
    keep: (changed: ModelProvider) => void (provider = changed),
    now: () => state.now,
  }
  return {
    state,
    at: (address: string) => learnedCompatibility(address, records),
    memory: learnedCompatibility(baseUrl, records),
    provider: () => provider,
    learned: () => provider.learned,
  }
}

it('remembers the form of one model at one address', () => {
  const { memory, at } = memoryOf()
  memory.remember('m', { callIds: 'nine' })
  expect(memory.of('m')).toEqual({ callIds: 'nine' })
  expect(memory.of('other')).toEqual({})
  expect(at('http://b/v1').of('m')).toEqual({})
})

it('forgets it after 30 days', () => {
  const { memory, state } = memoryOf()
  memory.remember('m', { systemInUser: true })
  state.now += 30 * DAY_MS - 1
  expect(memory.of('m')).toEqual({ systemInUser: true })
  state.now += 1
  expect(memory.of('m')).toEqual({})
})

it('forgets after 30 days also where more was learned in between', () => {
  const { memory, state } = memoryOf()
  memory.remember('m', { systemInUser: true })
  state.now += 29 * DAY_MS
  memory.remember('m', { systemInUser: true, callIds: 'nine' })
  state.now += DAY_MS
  expect(memory.of('m')).toEqual({})
  memory.remember('m', { callIds: 'nine' })
  state.now += 29 * DAY_MS
  expect(memory.of('m')).toEqual({ callIds: 'nine' })
})

it('forgets one change, and the record with the last one', () => {
  const { memory, provider } = memoryOf()
  memory.remember('m', { leftOutTools: ['a', 'b'], hasRestoredTools: true })
  memory.remember('other', { callIds: 'nine' })
  const without = (name: string, from: ModelProvider) =>
    withoutLearned(from, 'm', { field: 'leftOutTools', name })
  const once = without('a', provider())
  expect(once.learned?.[0]?.form).toEqual({ leftOutTools: ['b'], hasRestoredTools: true })
  expect(without('b', once).learned?.map(({ modelId }) => modelId)).toEqual(['other'])
})

it('keeps one record for each model, and at most 200', () => {
  const { memory, learned } = memoryOf()
  memory.remember('m', { callIds: 'nine' })
  memory.remember('m', { callIds: 'plain' })
  expect(learned()).toHaveLength(1)
  for (let n = 0; n < 250; n += 1) memory.remember(`m${n}`, { callIds: 'nine' })
  expect(learned()).toHaveLength(200)
  expect(memory.of('m')).toEqual({})
})
