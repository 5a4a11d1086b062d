import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelMessage, ModelTool } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, play, TEST_KEY } from './testing/play.ts'

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

describe.each(['openai-compatible', 'anthropic'] as const)('%s', (kind) => {
  const run = (request = {}) => play(clients, { endpoint: endpointOf(kind, endpoint.url), request })

  it('sends temperature, stop sequences and the choice of tools', async () => {
    const request = { temperature: 0.3, stopSequences: ['END'], toolChoice: 'required' }
    expect((await run({ ...request, tools: [tool] })).error).toBeUndefined()
    const stops = kind === 'anthropic' ? { stop_sequences: ['END'] } : { stop: ['END'] }
    const choice = kind === 'anthropic' ? { type: 'any' } : 'required'
    expect(endpoint.requests[0]?.body).toMatchObject({
      ...stops,
      temperature: 0.3,
      tool_choice: choice,
    })
  })

  it('sends no temperature and no stop sequences that nobody asked for', async () => {
    expect((await run()).error).toBeUndefined()
    const sent = Object.keys(endpoint.requests[0]?.body ?? {})
    for (const key of ['temperature', 'stop', 'stop_sequences', 'tool_choice'])
      expect(sent).not.toContain(key)
  })

  it('keeps an image and its place in the message', async () => {
    expect((await run({ messages: media('image', 'image/png') })).error).toBeUndefined()
    const sent = endpoint.requests[0]?.rawBody ?? ''
    const places = ['before', 'aGVsbG8=', 'after'].map((part) => sent.indexOf(part))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('says what the provider cannot take', async () => {
    const { failure } = await run({ messages: media('audio', 'audio/ogg') })
    expect(failure?.message).toContain('audio/ogg')
    expect(endpoint.requests).toEqual([])
  })
})

it('keeps audio on the wire that can carry it', async () => {
  const target = endpointOf('openai-compatible', endpoint.url)
  const messages = media('audio', 'audio/wav')
  expect((await play(clients, { endpoint: target, request: { messages } })).error).toBeUndefined()
  expect(endpoint.requests[0]?.rawBody).toContain('input_audio')
})
