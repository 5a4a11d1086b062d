import type { SentRequest } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { contextBudget, tokenEstimateRatio } from './context-budget.ts'

const frame = { system: 'w'.repeat(400), toolTokens: 900, maxOutputTokens: 2000 }
const sent = (inputTokens: number): SentRequest => ({
  model: { providerId: 'p', modelId: 'm' },
  system: 100,
  tools: 0,
  messages: 900,
  results: 0,
  attachments: 0,
  from: 0,
  usage: { inputTokens },
})

it('leaves messages what the context has beside system prompt, tools and answer, and a margin', () => {
  const room = (window: number, factor?: number) => contextBudget(frame, { window, factor }).all
  expect(room(20_000)).toBe(18_000 - 2000 - 100 - 900)
  expect(room(20_000, 1)).toBe(19_200 - 2000 - 100 - 900)
  expect(room(20_000, 2)).toBe((19_200 - 2000) / 2 - 100 - 900)
  // An answer as long as the context leaves half of it.
  expect(contextBudget({ ...frame, maxOutputTokens: 1e6 }, { window: 20_000, factor: 1 }).all).toBe(
    19_200 - 10_000 - 1000,
  )
  expect(room(1)).toBe(0)
})

it('reads at most a million tokens of earlier messages, whatever a list of models claims', () => {
  expect(contextBudget(frame, { window: 1e12, factor: undefined }).earlier).toBe(1_000_000)
  expect(contextBudget(frame, { window: undefined, factor: 1 })).toEqual({
    all: Infinity,
    earlier: 250_000,
  })
})

it('believes a count between half and three times the estimate', () => {
  expect([10, 800, 1e9].map((tokens) => tokenEstimateRatio(sent(tokens)))).toEqual([0.5, 0.8, 3])
  expect(tokenEstimateRatio(undefined)).toBeUndefined()
  expect(tokenEstimateRatio({ ...sent(50), messages: 10 })).toBeUndefined()
})
