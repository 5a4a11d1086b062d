import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '@gatehouse/domain'
import type { ModelMessage, ModelTool } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, EVERY_KIND, runStep, TEST_KEY } from './testing/run-step.ts'
import { vendorOptions } from './language-model.ts'

const clients = createModelClients()
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const tools: ModelTool[] = ['b__two', 'a__one', 'c__three'].map((name) => ({
  name,
  description: `The tool ${name}`,
  inputSchema: { type: 'object', properties: { z: { type: 'string' }, a: { type: 'number' } } },
}))

function step(n: number): ModelMessage[] {
  const call = { callId: `call_${n}`, name: 'a__one' }
  return [
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: `Step ${n}.` },
        { type: 'tool-call', ...call, arguments: { z: 'ü', a: n } },
      ],
    },
    {
      role: 'tool',
      results: [
        {
          ...call,
          isError: false,
          content: [
            { type: 'text', text: `result ${n}` },
            { type: 'image', data: PICTURE, mimeType: 'image/png' },
          ],
        },
      ],
    },
  ]
}

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

const MESSAGES = {
  'openai-compatible': 'messages',
  'azure-openai': 'messages',
  'openai-responses': 'input',
  anthropic: 'messages',
  google: 'contents',
} as const

it.each(EVERY_KIND)(
  'the request of each step begins byte by byte with the one before it: %s',
  async (kind) => {
    endpoint.script('m', [{ text: 'ok' }, { text: 'ok' }, { text: 'ok' }])
    const histories = [0, 1, 2].map((steps): ModelMessage[] => [
      { role: 'user', text: 'Hello' },
      ...Array.from({ length: steps }, (_, n) => step(n)).flat(),
    ])
    for (const messages of histories) {
      const request = { tools, messages }
      const played = await runStep(clients, { endpoint: endpointOf(kind, endpoint.url), request })
      expect(played.failure).toBeUndefined()
    }
    const bodies = endpoint.requests.map(({ body }): JsonObject => body ?? {})
    const sent = bodies.map((body) => JSON.stringify(body[MESSAGES[kind]]))
    // What stands before the messages: system text, tools in their order, settings.
    const rest = bodies.map((body) => JSON.stringify({ ...body, [MESSAGES[kind]]: null }))
    expect(new Set(rest).size).toBe(1)
    const places = tools.map(({ name }) => rest[0]?.indexOf(name))
    expect(places).toEqual(places.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    for (const [index, text] of sent.slice(1).entries())
      expect(text.startsWith(sent[index]?.slice(0, -1) ?? 'nothing')).toBe(true)
  },
)

it('Anthropic is asked to cache; a gateway that speaks its API is not', () => {
  const kind = 'anthropic'
  expect(vendorOptions({ kind, host: 'api.anthropic.com' }, { modelId: 'm' })).toEqual({
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  })
  expect(vendorOptions({ kind, host: 'api.anthropic.com.evil.example' }, { modelId: 'm' })).toEqual(
    {},
  )
})
