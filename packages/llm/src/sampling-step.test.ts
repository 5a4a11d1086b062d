import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelMessage, ModelTool } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, EVERY_KIND, isUnsent, runStep, TEST_KEY } from './testing/run-step.ts'

const clients = createModelClients()
const tool: ModelTool = { name: 'weather', description: 'Weather', inputSchema: { type: 'object' } }
const media = (type: 'image' | 'audio', mimeType: string): ModelMessage[] => [
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'before' },
      { type, mimeType, data: 'aGVsbG8=' },
      { type: 'text', text: 'after' },
    ],
  },
]

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
  endpoint.script('m', [{ text: 'ok' }])
})
afterEach(() => endpoint.close())

/** The shape of the request in each API; Responses has no stop sequences. */
const shapes = {
  'openai-compatible': {
    stops: { stop: ['END'] },
    choice: { temperature: 0.3, tool_choice: 'required' },
  },
  'azure-openai': {
    stops: { stop: ['END'] },
    choice: { temperature: 0.3, tool_choice: 'required' },
  },
  'openai-responses': {
    stops: undefined,
    choice: { temperature: 0.3, tool_choice: 'required' },
  },
  anthropic: {
    stops: { stop_sequences: ['END'] },
    choice: { temperature: 0.3, tool_choice: { type: 'any' } },
  },
  google: {
    stops: {},
    choice: {
      generationConfig: { temperature: 0.3, stopSequences: ['END'] },
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    },
  },
} as const

describe.each(EVERY_KIND)('%s', (kind) => {
  const run = (request = {}) =>
    runStep(clients, { endpoint: endpointOf(kind, endpoint.url), request })

  it('sends temperature, stop sequences and the choice of tools', async () => {
    const { stops, choice } = shapes[kind]
    const stopSequences = stops === undefined ? {} : { stopSequences: ['END'] }
    const request = { temperature: 0.3, ...stopSequences, toolChoice: 'required' }
    expect((await run({ ...request, tools: [tool] })).error).toBeUndefined()
    expect(endpoint.requests[0]?.body).toMatchObject({ ...stops, ...choice })
  })

  it('sends how much to reason, as the API says it', async () => {
    const played = await run({ reasoningEffort: 'low' })
    expect(played.error).toBeUndefined()
    const leftOut = played.events.find((event) => event.type === 'parameters-left-out')
    const sent = endpoint.requests[0]?.rawBody ?? ''
    // Nothing is known about a model of this name: each parameter is sent, or reported as left out.
    expect(leftOut !== undefined || /effort|thinking/i.test(sent)).toBe(true)
    expect((await run()).events.some(({ type }) => type === 'parameters-left-out')).toBe(false)
  })

  it('sends no temperature and no stop sequences that nobody asked for', async () => {
    expect((await run()).error).toBeUndefined()
    const sent = endpoint.requests[0]?.rawBody ?? ''
    for (const key of ['temperature', 'stop', 'stop_sequences', 'tool_choice', 'stopSequences'])
      expect(sent).not.toContain(`"${key}"`)
  })

  it('keeps an image and its place in the message', async () => {
    expect((await run({ messages: media('image', 'image/png') })).error).toBeUndefined()
    const sent = endpoint.requests[0]?.rawBody ?? ''
    const places = ['before', 'aGVsbG8=', 'after'].map((part) => sent.indexOf(part))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('says what the provider cannot take', async () => {
    const { failure } = await run({ messages: media('audio', 'audio/midi') })
    expect(failure?.message).toContain('audio/midi')
    expect(endpoint.requests).toEqual([])
  })
})

it('refuses stop sequences before anything is sent where the API has none', async () => {
  const target = endpointOf('openai-responses', endpoint.url)
  const request = { stopSequences: ['END'] }
  const played = await runStep(clients, { endpoint: target, request })
  const { failure } = played
  expect(failure).toMatchObject({ code: 'bad-request' })
  expect(failure?.message).toContain('stop sequences')
  expect(isUnsent(played)).toBe(true)
  expect(endpoint.requests).toEqual([])
})

it.each([
  ['openai-compatible', '"input_audio":{"data":"aGVsbG8="'],
  ['google', '"inlineData":{"mimeType":"audio/wav","data":"aGVsbG8="}'],
] as const)('keeps audio on the API that can carry it: %s', async (kind, part) => {
  const target = endpointOf(kind, endpoint.url)
  const messages = media('audio', 'audio/wav')
  expect(
    (await runStep(clients, { endpoint: target, request: { messages } })).error,
  ).toBeUndefined()
  expect(endpoint.requests[0]?.rawBody).toContain(part)
})
