import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ModelRequest } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from '../model-clients.ts'
import { endpointOf, runStep, TEST_KEY } from '../testing/run-step.ts'

const clients = createModelClients()
let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

/** The request, and the notes about it, before and while it is sent. */
async function sent(
  kind: 'anthropic' | 'google' | 'openai-responses' | 'openai-compatible',
  request: Partial<ModelRequest> & { modelId: string },
) {
  endpoint.script(request.modelId, [{ text: 'ok' }])
  const client = clients.client(endpointOf(kind, endpoint.url))
  const whole = {
    system: '',
    messages: [{ role: 'user' as const, text: 'Hi' }],
    tools: [],
    maxOutputTokens: 8192,
    ...request,
  }
  const before = await client.adapt?.(whole)
  expect(endpoint.requests).toEqual([])
  const played = await runStep(clients, {
    endpoint: endpointOf(kind, endpoint.url),
    request: whole,
  })
  expect(played.error).toBeUndefined()
  const event = played.events.find(({ type }) => type === 'parameters-left-out')
  const { body } = endpoint.requests[0]!
  // Adapted parameters are sent unchanged, and not reported again.
  const again = await runStep(clients, {
    endpoint: endpointOf(kind, endpoint.url),
    request: before?.request ?? {},
  })
  expect(again.events.some(({ type }) => type === 'parameters-left-out')).toBe(false)
  expect(endpoint.requests[1]?.body).toEqual(body)
  return { body, event, before: before! }
}

it.each(['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5', 'claude-3-7-sonnet-20250219'])(
  'lets %s think within the limit that is shown',
  async (modelId) => {
    const budgets = { low: 1024, medium: 2458, high: 4915 } as const
    for (const effort of ['low', 'medium', 'high'] as const) {
      endpoint.requests.length = 0
      const { body, event } = await sent('anthropic', { modelId, reasoningEffort: effort })
      expect(body).toMatchObject({
        max_tokens: 8192,
        thinking: { type: 'enabled', budget_tokens: budgets[effort] },
      })
      expect(event).toBeUndefined()
    }
  },
)

it('does not let a model think where the limit has no room for it', async () => {
  const request = { maxOutputTokens: 1500, reasoningEffort: 'high', temperature: 0.5 } as const
  const { body, before } = await sent('anthropic', { modelId: 'claude-sonnet-4-5', ...request })
  expect(body).toMatchObject({ max_tokens: 1500, temperature: 0.5, thinking: { type: 'disabled' } })
  expect(before.adjustments).toEqual({
    names: [],
    changed: [{ name: 'reasoningEffort', value: 'none' }],
  })
})

it('distinguishes what is changed from what is left out', async () => {
  const request = { temperature: 1.5, maxOutputTokens: 100_000 }
  const { body, before, event } = await sent('anthropic', {
    modelId: 'claude-sonnet-4-5',
    ...request,
  })
  expect(body).toMatchObject({ max_tokens: 64_000, temperature: 1 })
  const changed = [
    { name: 'maxOutputTokens', value: 64_000 },
    { name: 'temperature', value: 1 },
  ]
  expect(before.adjustments).toEqual({ names: [], changed })
  expect(before.request).toMatchObject({ maxOutputTokens: 64_000, temperature: 1 })
  expect(event).toEqual({ type: 'parameters-left-out', names: [], changed })
})

it('leaves out the temperature of a model that thinks', async () => {
  const request = { temperature: 0.5, reasoningEffort: 'high' } as const
  const { body, before } = await sent('anthropic', { modelId: 'claude-sonnet-4-5', ...request })
  expect(body).not.toHaveProperty('temperature')
  expect(body).toMatchObject({ max_tokens: 8192, thinking: { budget_tokens: 4915 } })
  expect(before.adjustments.names).toEqual(['temperature'])
  expect(before.request).not.toHaveProperty('temperature')
})

it.each([
  { kind: 'anthropic', modelId: 'claude-opus-5-5', as: { output_config: { effort: 'low' } } },
  {
    kind: 'google',
    modelId: 'gemini-3-pro-preview',
    as: { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
  },
] as const)(
  'says that $modelId is asked with low effort for none',
  async ({ kind, modelId, as }) => {
    const { body, before } = await sent(kind, { modelId, reasoningEffort: 'none' })
    expect(body).toMatchObject(as)
    expect(before.adjustments).toEqual({
      names: [],
      changed: [{ name: 'reasoningEffort', value: 'low' }],
    })
  },
)

it('asks a model of Google that is not to think for no thoughts', async () => {
  const modelId = 'gemini-2.5-flash'
  const { body, event } = await sent('google', { modelId, reasoningEffort: 'none' })
  expect(event).toBeUndefined()
  expect(body).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } })
  expect(JSON.stringify(body)).not.toContain('includeThoughts')
})

it('leaves out what reasoning models of OpenAI do not take', async () => {
  const request = { temperature: 0.3, reasoningEffort: 'low' } as const
  const { body, before } = await sent('openai-responses', { modelId: 'gpt-5', ...request })
  expect(body).not.toHaveProperty('temperature')
  expect(body).toMatchObject({ reasoning: { effort: 'low' } })
  expect(before.adjustments.names).toEqual(['temperature'])
})

it('leaves a request alone whose model takes all of it', async () => {
  const request = { temperature: 1.5, reasoningEffort: 'high' } as const
  const { before } = await sent('openai-compatible', { modelId: 'm', ...request })
  expect(before).toMatchObject({ request, adjustments: { names: [] } })
})
