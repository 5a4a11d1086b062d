import type { SentRequest } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { answerLimit, contextBudget, tokenEstimateRatio } from './context-budget.ts'

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

/** @threat context.lying-window */
it('reads at most a million tokens of earlier messages, whatever a list of models claims', () => {
  expect(contextBudget(frame, { window: 1e12, factor: undefined }).earlier).toBe(1_000_000)
  expect(contextBudget(frame, { window: undefined, factor: 1 })).toEqual({
    all: Infinity,
    earlier: 250_000,
  })
})

/** @threat context.lying-window */
it('believes a count between half and three times the estimate', () => {
  expect([10, 800, 1e9].map((tokens) => tokenEstimateRatio(sent(tokens)))).toEqual([0.5, 0.8, 3])
  expect(tokenEstimateRatio(undefined)).toBeUndefined()
  expect(tokenEstimateRatio({ ...sent(50), messages: 10 })).toBeUndefined()
})

it('asks for no longer answer than the request leaves of the context', () => {
  const limit = (
    asked: number,
    estimated: number,
    more: { factor?: number; window?: number } = {},
  ) => answerLimit(asked, { window: 4096, isAssumed: false, estimated, factor: undefined, ...more })
  expect(limit(8192, 1000)).toBe(Math.floor(4096 * 0.9 - 1000))
  expect(limit(8192, 1000, { factor: 2 })).toBe(Math.floor(4096 * 0.96 - 2000))
  expect(limit(500, 1000)).toBe(500)
  expect(limit(8192, 1_000_000, { window: 2_000_000 })).toBe(8192)
})

it('asks for an eighth of the context at least, up to 256 tokens, and for nothing where less is left', () => {
  const limit = (estimated: number, { isAssumed = false, asked = 8192 } = {}) =>
    answerLimit(asked, { window: 4096, isAssumed, estimated, factor: undefined })
  expect(limit(3800)).toBe(256)
  expect(limit(3841)).toBeUndefined()
  expect(limit(4000, { asked: 64 })).toBe(64)
  expect(limit(9000, { isAssumed: true })).toBe(256)
  const small = { window: 800, isAssumed: false, estimated: 690, factor: undefined }
  expect(answerLimit(8192, small)).toBe(100)
})

it('believes no tiny context, and no count beyond the estimate, that would end a chat', () => {
  const claimed = { window: 4096, isAssumed: false, estimated: 2000, factor: 3 }
  expect(answerLimit(8192, claimed)).toBe(256)
  expect(answerLimit(8192, { ...claimed, window: 1 })).toBe(8192)
})

it('asks for what the chat says where no one knows the context', () => {
  const unknown = { window: undefined, isAssumed: false, estimated: 1e6, factor: undefined }
  expect(answerLimit(8192, unknown)).toBe(8192)
})
