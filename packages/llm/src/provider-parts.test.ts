import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject, StepPart } from '@gatehouse/domain'
import type { AssistantPart, ModelMessage, ModelTool } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint, type FakeStep } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, EVERY_KIND, runStep, TEST_KEY, type StepOutcome } from './testing/run-step.ts'

const clients = createModelClients({ retry: { backoffMs: [] } })
const tools: ModelTool[] = [
  { name: 'files__read', description: 'Reads', inputSchema: { type: 'object' } },
]
const step: FakeStep = {
  reasoning: 'First I read, then I answer. Ünïcode 漢字 😀',
  redactedReasoning: 'c2VhbGVk',
  text: 'Reading now.',
  toolCalls: [
    { name: 'files__read', arguments: { path: '/a' }, id: 'call_a', thoughtSignature: 'c2lnbmVk' },
    { name: 'files__read', arguments: { path: '/b' }, id: 'call_b' },
  ],
}

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

/** Returns the parts that the host makes of a step: its texts in stretches, with the data that came with them. */
function partsOf({ events }: StepOutcome): AssistantPart[] {
  const kept = events.flatMap((event) => (event.type === 'step-parts' ? event.parts : []))
  const delta = (type: 'text-delta' | 'reasoning-delta') =>
    events.map((event) => (event.type === type ? event.text : '')).join('')
  const texts = { text: delta('text-delta'), reasoning: delta('reasoning-delta') }
  const calls = events.filter((event) => event.type === 'tool-call')
  const at = { text: 0, reasoning: 0, call: 0 }
  return kept.flatMap((part: StepPart): AssistantPart[] => {
    const data = part.data ? { data: part.data } : {}
    if (part.type === 'tool-call') {
      const call = calls[at.call++]
      return call ? [{ ...call, type: 'tool-call', ...data }] : []
    }
    const text = texts[part.type].slice(at[part.type], (at[part.type] += part.characters))
    if (part.type === 'text') return [{ type: 'text', text, ...data }]
    return part.data ? [{ type: 'reasoning', text, data: part.data }] : []
  })
}

async function twice(kind: 'openai-responses' | 'google'): Promise<JsonObject> {
  endpoint.script('m', [step, { text: 'Done.' }])
  const target = endpointOf(kind, endpoint.url)
  const first = await runStep(clients, { endpoint: target, request: { tools } })
  expect(first.error).toBeUndefined()
  const results = ['call_a', 'call_b'].map((callId) => ({
    callId,
    name: 'files__read',
    content: [{ type: 'text' as const, text: `result of ${callId}` }],
    isError: false,
  }))
  const messages: ModelMessage[] = [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', parts: partsOf(first) },
    { role: 'tool', results },
  ]
  const second = await runStep(clients, { endpoint: target, request: { tools, messages } })
  // The endpoint takes back nothing that it did not give out in this very form.
  expect(second.failure).toBeUndefined()
  expect(second.text).toBe('Done.')
  return endpoint.requests[1]?.body ?? {}
}

it('sealed reasoning of Responses goes back item by item, in its order, and nothing is stored there', async () => {
  const body = await twice('openai-responses')
  expect(body['store']).toBe(false)
  expect(body['input']).toMatchObject([
    { role: 'system' },
    { role: 'user' },
    {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: step.reasoning }],
      encrypted_content: expect.stringMatching(/^[\w+/]+=*$/) as string,
    },
    { type: 'reasoning', summary: [], encrypted_content: 'c2VhbGVk' },
    { role: 'assistant', content: 'Reading now.' },
    { type: 'function_call', call_id: 'call_a', arguments: '{"path":"/a"}' },
    { type: 'function_call', call_id: 'call_b', arguments: '{"path":"/b"}' },
    { type: 'function_call_output', call_id: 'call_a', output: 'result of call_a' },
    { type: 'function_call_output', call_id: 'call_b', output: 'result of call_b' },
  ])
  expect(JSON.stringify(body)).not.toContain('item_reference')
})

it('the signatures of Gemini’s thoughts go back with the parts that they came with', async () => {
  const body = await twice('google')
  const [, model, results] = body['contents'] as JsonObject[]
  expect(model).toMatchObject({ role: 'model' })
  const parts = model?.['parts'] as JsonObject[]
  expect(parts.at(-3)).toEqual({ text: 'Reading now.' })
  expect(parts.at(-2)).toEqual({
    functionCall: { id: 'call_a', name: 'files__read', args: { path: '/a' } },
    thoughtSignature: 'c2lnbmVk',
  })
  expect(parts.at(-1)).toEqual({
    functionCall: { id: 'call_b', name: 'files__read', args: { path: '/b' } },
  })
  expect(JSON.stringify(parts)).toContain('"thoughtSignature":"c2VhbGVk"')
  expect(results).toMatchObject({ role: 'user' })
  expect(JSON.stringify(results)).toContain('result of call_b')
})

it('the endpoint refuses a call of Gemini’s that comes back without its signature', async () => {
  endpoint.script('m', [step, { text: 'Done.' }])
  const target = endpointOf('google', endpoint.url)
  const first = await runStep(clients, { endpoint: target, request: { tools } })
  const bare = partsOf(first).filter(({ type }) => type === 'tool-call')
  for (const part of bare) delete part.data
  const messages: ModelMessage[] = [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', parts: bare },
    {
      role: 'tool',
      results: ['call_a', 'call_b'].map((callId) => ({
        callId,
        name: 'files__read',
        content: [],
        isError: false,
      })),
    },
  ]
  const second = await runStep(clients, { endpoint: target, request: { tools, messages } })
  expect(second.failure).toMatchObject({ code: 'bad-request', status: 400 })
  expect(second.failure?.detail).toContain('thought_signature')
})

const text = (content: string) => [{ type: 'text' as const, text: content }]
const LONG = 'x'.repeat(300)

describe.each(EVERY_KIND)('ids of calls, %s', (kind) => {
  // Responses takes none above 64 characters.
  const ids =
    kind === 'openai-responses'
      ? ['functions.read:0', 'call / ü 漢字 "😀"']
      : [
          'functions.read:0',
          'call / ü 漢字 "😀"',
          `${LONG}1`,
          `${LONG}2`,
          'y='.repeat(8192),
          'z+'.repeat(50_000),
        ]

  async function bodyAfterCalls(withData: boolean): Promise<JsonObject> {
    const toolCalls = ids.map((id) => ({ id, name: 'files__read', arguments: {} }))
    endpoint.script('m', [{ toolCalls }, { text: 'Done.' }])
    const target = endpointOf(kind, endpoint.url)
    const parts = partsOf(await runStep(clients, { endpoint: target, request: { tools } }))
    expect(parts).toHaveLength(ids.length)
    if (!withData) for (const part of parts) delete part.data
    const results = parts.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ callId: part.callId, name: part.name, content: text('ran'), isError: false }]
        : [],
    )
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Hello' },
      { role: 'assistant', parts },
      { role: 'tool', results },
    ]
    // The endpoint refuses results whose call it does not find.
    const second = await runStep(clients, { endpoint: target, request: { tools, messages } })
    expect(second.failure).toBeUndefined()
    return endpoint.requests[1]?.body ?? {}
  }

  it('go back to the model that gave them as they came, whatever their length', async () => {
    const body = JSON.stringify(await bodyAfterCalls(true))
    for (const id of ids) expect(body.split(JSON.stringify(id))).toHaveLength(3)
  })

  it('go to another model in a form that every provider takes', async () => {
    const body = JSON.stringify(await bodyAfterCalls(false))
    for (const id of ids) expect(body).not.toContain(JSON.stringify(id))
    const sent = [...body.matchAll(/"(?:call_id|tool_call_id|tool_use_id|id)":"([^"]+)"/g)].map(
      ([, id]) => id ?? '',
    )
    expect(new Set(sent).size).toBe(ids.length)
    for (const id of sent) expect(id).toMatch(/^[\w-]{1,40}$/)
  })
})

it('opaque fields of chat completions go back byte for byte, with the call or the message that they came with', async () => {
  const sealed = { google: { thought_signature: 'sÿ==/+😀', deep: [{ a: null, b: [1.5, false] }] } }
  const details = [{ type: 'reasoning.encrypted', data: 'c2VhbGVk', id: 'r 1', index: 0 }]
  const delta = {
    reasoning_details: details,
    extra_content: { google: { message_signature: 'bQ==' } },
    provider_specific_fields: { thought_signatures: ['dA=='] },
    content: 'Reading.',
    tool_calls: [
      {
        index: 0,
        id: 'call_a',
        extra_content: sealed,
        provider_specific_fields: sealed,
        function: { name: 'files__read', arguments: '{}' },
      },
    ],
  }
  const event = { choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] }
  const write = () => ({ pieces: [`data: ${JSON.stringify(event)}\n\n`] })
  endpoint.script('m', [{ write }, { text: 'Done.' }])
  const target = endpointOf('openai-compatible', endpoint.url)
  const parts = partsOf(await runStep(clients, { endpoint: target, request: { tools } }))
  const result = { callId: 'call_a', name: 'files__read', content: text('ran'), isError: false }
  const messages: ModelMessage[] = [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', parts },
    { role: 'tool', results: [result] },
  ]
  await runStep(clients, { endpoint: target, request: { tools, messages } })
  const { messages: sentMessages } = endpoint.requests[1]?.body ?? {}
  const sent = (sentMessages as JsonObject[])[2]
  expect(sent).toMatchObject({
    content: 'Reading.',
    reasoning_details: details,
    extra_content: delta.extra_content,
    provider_specific_fields: delta.provider_specific_fields,
    tool_calls: [{ id: 'call_a', extra_content: sealed, provider_specific_fields: sealed }],
  })
})
