import type { AssistantMessage, ConversationView, ModelProvider } from '@gatehouse/domain'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { composerHands, conversation } from '../../../testing/draw-composer.tsx'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { contextUse } from './context-meter.tsx'

const { openComposer } = composerHands(async (ms = 0) => {
  await act(() => vi.advanceTimersByTimeAsync(ms))
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const model = { providerId: 'p1', modelId: 'm' }
const provider = (contextWindow?: number): ModelProvider => ({
  id: 'p1',
  kind: 'openai-compatible',
  name: 'Local',
  baseUrl: 'http://127.0.0.1:1/v1',
  local: true,
  hasKey: false,
  models: [{ id: 'm', ...(contextWindow === undefined ? {} : { contextWindow }) }],
  createdAt: 1,
})
const answer = (usage: AssistantMessage['usage']): AssistantMessage => ({
  kind: 'assistant-message',
  id: 'a',
  step: 1,
  text: 'Done.',
  reasoning: '',
  status: 'complete',
  createdAt: 1,
  ...(usage ? { usage } : {}),
})
const view = (
  usage: AssistantMessage['usage'],
  change: Partial<ConversationView> = {},
): ConversationView => ({
  conversation: { ...conversation, model },
  turns: [shownTurn([answer(usage)], { model })],
  hasBefore: false,
  hasAfter: false,
  attachments: [],
  isRunning: false,
  ...change,
})
const usage = { inputTokens: 700, outputTokens: 50 }

const open = (contextWindow: number) =>
  openComposer({
    chat: { model },
    handlers: {
      'provider.list': () => [provider(contextWindow)],
      'chat.get': () => view(usage),
    },
  })

it('says how much of the context the last request and its answer took, as the provider counted', async () => {
  await open(3000)
  const meter = screen.getByTestId('context-meter')
  expect(meter.textContent).toBe('25% of context')
  expect(meter.title).toContain('750 of the 3,000 tokens')
})

it('warns when little of the context is left', async () => {
  await open(900)
  expect(screen.getByTestId('context-meter').textContent).toBe('Context 83% full')
})

it('claims nothing that nobody counted, and nothing of another model or another stretch', () => {
  expect(contextUse(view(usage), model, [provider(900)])).toEqual({ used: 750, window: 900 })
  expect(contextUse(view(usage), model, [provider()])).toBeUndefined()
  expect(contextUse(view(undefined), model, [provider(900)])).toBeUndefined()
  expect(contextUse(view(usage, { hasAfter: true }), model, [provider(900)])).toBeUndefined()
  expect(contextUse(view(usage), { ...model, modelId: 'n' }, [provider(900)])).toBeUndefined()
  expect(contextUse(view(usage), null, [provider(900)])).toBeUndefined()
  expect(contextUse(undefined, model, [provider(900)])).toBeUndefined()
})
