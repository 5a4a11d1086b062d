import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelMessage, ModelTool } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, EVERY_KIND, runStep, TEST_KEY } from './testing/run-step.ts'

const clients = createModelClients()
const readTool: ModelTool = {
  name: 'files__read',
  description: 'Reads a file',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}
/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

/** The shape of the same request in each API. */
const shapes = {
  'openai-compatible': {
    path: '/v1/chat/completions',
    key: { name: 'authorization', value: `Bearer ${TEST_KEY}` },
    body: { model: 'm', max_tokens: 1000, stream: true },
    error: 'The tool reported an error',
    picture: 'data:image/png;base64,',
  },
  'azure-openai': {
    path: '/openai/v1/chat/completions',
    key: { name: 'api-key', value: TEST_KEY },
    body: { model: 'm', max_completion_tokens: 1000, stream: true },
    error: 'The tool reported an error',
    picture: 'data:image/png;base64,',
  },
  'openai-responses': {
    path: '/v1/responses',
    key: { name: 'authorization', value: `Bearer ${TEST_KEY}` },
    body: { model: 'm', max_output_tokens: 1000, stream: true, store: false },
    error: 'The tool reported an error',
    picture: 'data:image/png;base64,',
  },
  anthropic: {
    path: '/v1/messages',
    key: { name: 'x-api-key', value: TEST_KEY },
    body: { model: 'm', max_tokens: 1000, stream: true },
    error: '"is_error":true',
    picture: '"media_type":"image/png","data":"',
  },
  google: {
    path: '/v1beta/models/m:streamGenerateContent',
    key: { name: 'x-goog-api-key', value: TEST_KEY },
    body: { generationConfig: { maxOutputTokens: 1000 } },
    error: '"error":"no such file"',
    picture: '"mimeType":"image/png","data":"',
  },
} as const

describe.each(EVERY_KIND)('%s', (kind) => {
  const { path, key, body, error, picture } = shapes[kind]
  const run = (request = {}) =>
    runStep(clients, { endpoint: endpointOf(kind, endpoint.url), request })

  it('streams text and reasoning as they come and finishes with usage', async () => {
    endpoint.script('m', [
      {
        reasoning: 'thinking it over',
        text: 'Grüße, 你好 👋🏽 — done.',
        usage: { inputTokens: 7, outputTokens: 9 },
      },
    ])
    const played = await run()
    expect(played.error).toBeUndefined()
    expect(played.text).toBe('Grüße, 你好 👋🏽 — done.')
    const reasoning = played.events.map((event) =>
      event.type === 'reasoning-delta' ? event.text : '',
    )
    expect(reasoning.join('')).toBe('thinking it over')
    expect(played.events.filter((event) => event.type === 'text-delta').length).toBeGreaterThan(1)
    expect(played.events.at(-1)).toEqual({
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 7, outputTokens: 9 },
    })
  })

  it('sends key, model, system text, output limit and tools the way the provider takes them', async () => {
    endpoint.script('m', [{ text: 'ok' }])
    expect((await run({ tools: [readTool] })).error).toBeUndefined()
    const sent = endpoint.requests[0]
    expect(sent?.path).toBe(path)
    expect(sent?.headers[key.name]).toBe(key.value)
    expect(sent?.body).toMatchObject(body)
    expect(sent?.rawBody).toContain('Be brief.')
    expect(sent?.rawBody).toContain('files__read')
  })

  it('gives parallel calls apart, with whole arguments, after their progress and before the finish', async () => {
    endpoint.script('m', [
      {
        text: 'Reading.',
        toolCalls: [
          { name: 'files__read', arguments: { path: '/a'.repeat(30) }, id: 'one' },
          { name: 'files__read', arguments: { path: '/b'.repeat(30) }, id: 'two' },
          { name: 'files__list', arguments: {}, id: 'three' },
        ],
      },
    ])
    const played = await run({ tools: [readTool, { ...readTool, name: 'files__list' }] })
    expect(played.events.filter((event) => event.type === 'tool-call')).toEqual([
      {
        type: 'tool-call',
        callId: 'one',
        name: 'files__read',
        arguments: { path: '/a'.repeat(30) },
      },
      {
        type: 'tool-call',
        callId: 'two',
        name: 'files__read',
        arguments: { path: '/b'.repeat(30) },
      },
      { type: 'tool-call', callId: 'three', name: 'files__list', arguments: {} },
    ])
    const written = played.events.flatMap((event) =>
      event.type === 'tool-input-delta' && event.callId === 'one' ? [event.characters] : [],
    )
    expect(written[0]).toBe(0)
    expect(written.at(-1)).toBe(JSON.stringify({ path: '/a'.repeat(30) }).length)
    expect(played.events.at(-1)).toMatchObject({ type: 'finish', reason: 'tool-calls' })
  })

  it('carries a history with calls, results, errors and images that the provider accepts', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Read both' },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Reading.' },
          { type: 'tool-call', callId: 'call:1', name: 'files__read', arguments: { path: '/a' } },
          { type: 'tool-call', callId: 'call:2', name: 'files__read', arguments: { path: '/b' } },
        ],
      },
      {
        role: 'tool',
        results: [
          {
            callId: 'call:1',
            name: 'files__read',
            content: [
              { type: 'text', text: 'file a' },
              { type: 'image', data: PICTURE, mimeType: 'image/png' },
            ],
            isError: false,
          },
          {
            callId: 'call:2',
            name: 'files__read',
            content: [{ type: 'text', text: 'no such file' }],
            isError: true,
          },
        ],
      },
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId: 'call:1', name: 'files__read', arguments: {} }],
      },
      {
        role: 'tool',
        results: [{ callId: 'call:1', name: 'files__read', content: [], isError: false }],
      },
    ]
    endpoint.script('m', [{ text: 'ok' }])
    const played = await run({ messages, tools: [readTool] })
    expect(played.failure).toBeUndefined()
    const raw = endpoint.requests[0]?.rawBody ?? ''
    expect(raw).toContain('file a')
    expect(raw).toContain(error)
    // A picture goes as a picture; as text it would be thousands of tokens.
    expect(raw.split(PICTURE)).toHaveLength(2)
    expect(raw).toContain(picture + PICTURE)
    expect(raw).not.toContain('call:1')
  })

  it.each(['pairs', 'thirds', 'bytes'] as const)(
    'reads the same from packets cut in %s',
    async (packets) => {
      endpoint.script('m', [
        {
          text: 'Zwölf Boxkämpfer 🥊 jagen',
          toolCalls: [{ name: 'files__read', arguments: { path: 'ä' } }],
          packets,
        },
      ])
      const played = await run({ tools: [readTool] })
      expect(played.text).toBe('Zwölf Boxkämpfer 🥊 jagen')
      expect(played.events.at(-2)).toMatchObject({ type: 'tool-call', arguments: { path: 'ä' } })
    },
  )

  it('carries 1 MB of text, 1 MB of arguments and 64 parallel calls', async () => {
    const toolCalls = Array.from({ length: 64 }, (_, index) => ({
      name: 'files__read',
      arguments: { path: index === 0 ? 'p'.repeat(1_000_000) : `/${index}` },
    }))
    endpoint.script('m', [{ text: 'x'.repeat(1_000_000), toolCalls, chunkSize: 8_000 }])
    const played = await run({ tools: [readTool] })
    expect(played.error).toBeUndefined()
    expect(played.text).toHaveLength(1_000_000)
    const calls = played.events.filter((event) => event.type === 'tool-call')
    expect(calls).toHaveLength(64)
    expect(calls[0]?.arguments).toEqual({ path: 'p'.repeat(1_000_000) })
    expect(new Set(calls.map((call) => call.callId)).size).toBe(64)
  })

  it('never runs what is no JSON object: it says so, with the text as it came', async () => {
    endpoint.script('m', [
      {
        toolCalls: [
          { name: 'files__read', arguments: '{"path": "/a' },
          { name: 'files__read', arguments: '[1,2]' },
          { name: 'files__read', arguments: '"{\\"path\\":\\"/wrapped\\"}"' },
          { name: 'unknown__tool', arguments: { path: '/b' } },
        ],
      },
    ])
    const played = await run({ tools: [readTool] })
    expect(played.events.filter((event) => event.type.startsWith('tool-call'))).toMatchObject([
      {
        type: 'tool-call-invalid',
        raw: '{"path": "/a',
        problem: expect.stringContaining('not valid JSON') as string,
      },
      {
        type: 'tool-call-invalid',
        raw: '[1,2]',
        problem: expect.stringContaining('not an object') as string,
      },
      { type: 'tool-call', arguments: { path: '/wrapped' } },
      { type: 'tool-call', name: 'unknown__tool' },
    ])
  })

  it('says that arguments were cut off when the output limit ended the answer', async () => {
    endpoint.script('m', [
      { toolCalls: [{ name: 'files__read', arguments: '{"path": "/a' }], finish: 'length' },
    ])
    const played = await run({ tools: [readTool] })
    expect(played.events.at(-2)).toMatchObject({
      type: 'tool-call-invalid',
      problem: expect.stringContaining('cut off') as string,
    })
    expect(played.events.at(-1)).toMatchObject({ type: 'finish', reason: 'length' })
  })

  it('takes no call without arguments from an answer that was cut off', async () => {
    endpoint.script('m', [
      { toolCalls: [{ name: 'files__read', arguments: '' }], finish: 'length' },
    ])
    const played = await run({ tools: [readTool] })
    const calls = played.events.filter(({ type }) => type.startsWith('tool-call'))
    expect(calls).toMatchObject([{ type: 'tool-call-invalid', name: 'files__read' }])
    endpoint.script('m', [
      { toolCalls: [{ name: 'files__read', arguments: {} }], finish: 'length' },
    ])
    const written = await run({ tools: [readTool] })
    expect(written.events).toContainEqual(
      expect.objectContaining({ type: 'tool-call', arguments: {} }),
    )
  })

  it('sets one bad tool aside by name and still answers with the others', async () => {
    endpoint.script('m', [{ text: 'ok' }])
    const remote = { type: 'object', properties: { a: { $ref: 'https://example.com/x.json' } } }
    const played = await run({
      tools: [readTool, { ...readTool, name: 'bad__tool', inputSchema: remote }],
    })
    expect(played.events[0]).toMatchObject({
      type: 'tools-quarantined',
      names: ['bad__tool'],
      reason: expect.stringContaining('https://example.com/x.json') as string,
    })
    expect(played.text).toBe('ok')
    expect(endpoint.requests[0]?.rawBody).not.toContain('bad__tool')
  })

  it('takes a finish of tool calls from a server that says "stop"', async () => {
    endpoint.script('m', [{ toolCalls: [{ name: 'files__read', arguments: {} }], finish: 'stop' }])
    expect((await run({ tools: [readTool] })).events.at(-1)).toMatchObject({ reason: 'tool-calls' })
  })

  it('never takes a key from the environment', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'from-the-environment')
    vi.stubEnv('OPENAI_API_KEY', 'from-the-environment')
    vi.stubEnv('GOOGLE_GENERATIVE_AI_API_KEY', 'from-the-environment')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/from-the-environment')
    const played = await runStep(clients, {
      endpoint: { kind, baseUrl: endpoint.url, key: undefined },
    })
    expect(played.failure?.code).toBe('key-missing')
    expect(JSON.stringify(endpoint.requests[0]?.headers)).not.toContain('from-the-environment')
  })
})

it.each(['', '{}', '{"path":"/a"}'])(
  'a call that Responses itself calls incomplete is not made, whatever came of it: %j',
  async (text) => {
    const incomplete = { name: 'files__read', arguments: text, incomplete: true as const }
    const whole = { name: 'files__read', arguments: { path: '/whole' } }
    // The answer itself claims to be complete.
    endpoint.script('m', [{ toolCalls: [whole, incomplete], finish: 'tool-calls' }])
    const target = endpointOf('openai-responses', endpoint.url)
    const played = await runStep(clients, { endpoint: target, request: { tools: [readTool] } })
    expect(played.events.filter(({ type }) => type.startsWith('tool-call'))).toMatchObject([
      { type: 'tool-call', arguments: { path: '/whole' } },
      { type: 'tool-call-invalid', raw: text },
    ])
  },
)
