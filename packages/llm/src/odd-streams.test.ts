import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ModelProviderKind } from '@gatehouse/domain'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, runStep, TEST_KEY, type StepOutcome } from './testing/run-step.ts'

/** Bodies as engines and gateways send them with status 200, in place of a stream by the book. */
const clients = createModelClients({ retry: { backoffMs: [] } })

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

async function answerTo(
  kind: ModelProviderKind,
  body: string,
  contentType = 'text/event-stream',
): Promise<StepOutcome> {
  endpoint.script('m', [{ fault: { kind: 'status', status: 200, body, contentType } }])
  return runStep(clients, { endpoint: endpointOf(kind, endpoint.url) })
}

const sse = (...events: unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const choice = (delta: unknown, finish: unknown = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const calls = (...fragments: unknown[]): string =>
  sse(...fragments.map((one) => choice({ tool_calls: [one] })), choice({}, 'tool_calls'))
const callsOf = ({ events }: StepOutcome) =>
  events.flatMap((event) =>
    event.type === 'tool-call' ? [{ name: event.name, arguments: event.arguments }] : [],
  )
const reasoningOf = ({ events }: StepOutcome): string =>
  events.map((event) => (event.type === 'reasoning-delta' ? event.text : '')).join('')

const message = { role: 'assistant', content: 'Hi there' }
const said = (fields: unknown, finish: unknown = null) => ({
  choices: [{ index: 0, message: fields, finish_reason: finish }],
})
const piece = (fields: unknown, finish: unknown = null) => ({
  object: 'chat.completion.chunk',
  ...said(fields, finish),
})
const whole = { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }

it.each<[string, string, string]>([
  ['a JSON body', JSON.stringify(whole), 'application/json'],
  ['a JSON body over several lines', JSON.stringify(whole, null, 2), 'text/plain'],
  ['a message in an event', sse(whole), 'text/event-stream'],
  [
    'an answer in the second choice',
    sse({ choices: [{ index: 0, delta: {} }, ...whole.choices] }),
    'text/event-stream',
  ],
  [
    'events without an empty line between them or at the end',
    `data: ${JSON.stringify(choice({ content: 'Hi' }))}\ndata: ${JSON.stringify(choice({ content: ' there' }, 'stop'))}`,
    'text/event-stream',
  ],
  [
    'lines of JSON',
    `${JSON.stringify(choice({ content: 'Hi there' }))}\n${JSON.stringify(choice({}, 'stop'))}\n`,
    'application/x-ndjson',
  ],
  [
    'the lines of Ollama',
    '{"message":{"content":"Hi "},"done":false}\n{"message":{"content":"there"},"done":true}\n',
    'application/x-ndjson',
  ],
  [
    'a list of parts as content',
    sse(choice({ content: [{ type: 'output_text', text: 'Hi there' }] }, 'stop')),
    'text/event-stream',
  ],
  [
    'pieces in messages',
    sse(piece({ content: 'Hi' }), piece({ content: ' there' }), piece({}, 'stop')),
    'text/event-stream',
  ],
  [
    'messages that repeat what came before them',
    sse(
      said({ content: 'Hi' }),
      said({ content: 'Hi there' }),
      said({ content: 'Hi there' }, 'stop'),
    ),
    'text/event-stream',
  ],
  [
    'deltas and the whole message after them',
    sse(choice({ content: 'Hi ' }), choice({ content: 'there' }), said(message, 'stop')),
    'text/event-stream',
  ],
  ['text of completions', sse({ choices: [{ text: 'Hi there', finish_reason: 'stop' }] }), ''],
  [
    'no reason of the end but [DONE]',
    `${sse(choice({ content: 'Hi there' }))}data: [DONE]\n\n`,
    'text/event-stream',
  ],
  [
    'a reason that an empty one follows',
    sse(choice({ content: 'Hi there' }, 'stop'), choice({}, '')),
    'text/event-stream',
  ],
])('chat completions are read from %s', async (_what, body, contentType) => {
  const played = await answerTo('openai-compatible', body, contentType)
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe('Hi there')
  expect(played.events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
})

it.each<[string, ModelProviderKind, unknown]>([
  [
    'Responses',
    'openai-responses',
    {
      object: 'response',
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi there' }] }],
    },
  ],
  [
    'messages',
    'anthropic',
    { type: 'message', content: [{ type: 'text', text: 'Hi there' }], stop_reason: 'end_turn' },
  ],
  [
    'Gemini',
    'google',
    [{ candidates: [{ content: { parts: [{ text: 'Hi there' }] }, finishReason: 'STOP' }] }],
  ],
])('an answer of %s that comes whole is read', async (_api, kind, body) => {
  const played = await answerTo(kind, JSON.stringify(body), 'application/json')
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe('Hi there')
})

const [a, b] = [{ arguments: '{"p":1}' }, { arguments: '{"p":2}' }]
const both = [
  { name: 'del', arguments: { p: 1 } },
  { name: 'del', arguments: { p: 2 } },
]

it.each<[string, string]>([
  [
    'of an index as text',
    calls(
      { index: '0', id: 'x', function: { name: 'del', ...a } },
      { index: '1', id: 'y', function: { name: 'del', ...b } },
    ),
  ],
  [
    'without an index, by their ids',
    calls(
      { id: 'x', function: { name: 'del' } },
      { id: 'x', function: a },
      { id: 'y', function: { name: 'del' } },
      { id: 'y', function: b },
    ),
  ],
  [
    'without an index or id, one after the other',
    calls(
      { id: 'x', function: { name: 'del' } },
      { function: a },
      { id: 'y', function: { name: 'del' } },
      { function: b },
    ),
  ],
  [
    'that all have the index 0',
    calls(
      { index: 0, id: 'x', function: { name: 'del', ...a } },
      { index: 0, id: 'y', function: { name: 'del', ...b } },
    ),
  ],
  [
    'with a name that each fragment repeats',
    calls(
      { index: 0, id: 'x', function: { name: 'del', arguments: '{"p"' } },
      { index: 0, id: 'x', function: { name: 'del', arguments: ':1}' } },
      { index: 1, id: 'y', function: { name: 'del', ...b } },
    ),
  ],
  [
    'with arguments as an object',
    calls(
      { index: 0, id: 'x', function: { name: 'del', arguments: { p: 1 } } },
      { index: 1, id: 'y', function: { name: 'del', ...b } },
    ),
  ],
  [
    'in messages in place of deltas',
    sse(
      piece({ tool_calls: [{ index: 0, id: 'x', function: { name: 'del', arguments: '' } }] }),
      piece({ tool_calls: [{ index: 0, function: { arguments: '{"p"' } }] }),
      piece({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      piece({ tool_calls: [{ index: 1, id: 'y', function: { name: 'del', ...b } }] }),
      piece({}, 'tool_calls'),
    ),
  ],
  [
    'that come whole more than once',
    calls(
      { index: 0, id: 'x', function: { name: 'del', ...a } },
      { index: 0, id: 'x', function: { name: 'del', ...a } },
      { index: 1, id: 'y', function: { name: 'del', ...b } },
    ),
  ],
])('fragments of calls %s belong to their call', async (_how, body) => {
  const played = await answerTo('openai-compatible', body)
  expect(played.failure).toBeUndefined()
  expect(callsOf(played)).toEqual(both)
})

it.each<[string, string]>([
  [
    'fragments that could belong to either of two calls',
    calls(
      { id: 'x', function: { name: 'del' } },
      { id: 'y', function: { name: 'del' } },
      { function: a },
      { function: b },
    ),
  ],
  ['arguments without a call', calls({ function: a })],
  ['a call without a name', calls({ index: 0, id: 'x', function: a })],
  ['a call of no known form', calls({ tool: 'del' })],
  ['the reason of calls without a call', sse(choice({ content: 'I call it.' }, 'tool_calls'))],
])('no call is made out of %s', async (_what, body) => {
  const played = await answerTo('openai-compatible', body)
  expect(played.failure?.code).toBe('invalid-response')
  expect(played.failure?.detail ?? '').not.toMatch(/[{}]/)
  expect(played.events.filter(({ type }) => type.startsWith('tool-call'))).toEqual([])
})

it.each(['reasoning', 'reasoning_content', 'reasoning_text', 'thinking'])(
  'reasoning is read under the name %s',
  async (field) => {
    const body = sse(choice({ [field]: 'hm' }), choice({ content: 'Hi' }, 'stop'))
    const played = await answerTo('openai-compatible', body)
    expect(reasoningOf(played)).toBe('hm')
    expect(played.text).toBe('Hi')
  },
)

it.each<[string, ModelProviderKind, unknown]>([
  [
    'insufficient_system_resource',
    'openai-compatible',
    choice({ content: 'Half' }, 'insufficient_system_resource'),
  ],
  ['network_error', 'openai-compatible', choice({ content: 'Half' }, 'network_error')],
  [
    'pause_turn',
    'anthropic',
    { type: 'message', content: [{ type: 'text', text: 'Half' }], stop_reason: 'pause_turn' },
  ],
  [
    'OTHER',
    'google',
    { candidates: [{ content: { parts: [{ text: 'Half' }] }, finishReason: 'OTHER' }] },
  ],
  [
    'UNEXPECTED_TOOL_CALL',
    'google',
    {
      candidates: [
        {
          content: { parts: [{ text: 'Half' }, { functionCall: { name: 'del', args: {} } }] },
          finishReason: 'UNEXPECTED_TOOL_CALL',
        },
      ],
    },
  ],
])('an answer that ended for %s is broken off, and says so', async (reason, kind, event) => {
  const played = await answerTo(kind, sse(event))
  expect(played.failure).toMatchObject({ code: 'truncated', detail: reason })
  expect(played.text).toBe('Half')
  expect(callsOf(played)).toEqual([])
})

it.each<[string, ModelProviderKind, unknown]>([
  ['sensitive', 'openai-compatible', choice({}, 'sensitive')],
  ['refusal', 'openai-compatible', choice({ refusal: 'I will not.' }, 'stop')],
  ['refusal', 'anthropic', { type: 'message', content: [], stop_reason: 'refusal' }],
  ['PROHIBITED_CONTENT', 'google', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
  ['RECITATION', 'google', { candidates: [{ finishReason: 'RECITATION' }] }],
  [
    'content_filter',
    'openai-responses',
    {
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    },
  ],
])('an answer that was filtered names the reason %s, on %s', async (reason, kind, event) => {
  const played = await answerTo(kind, sse(event))
  expect(played.failure).toMatchObject({ code: 'filtered', detail: reason })
})

it.each<[string, string, string]>([
  ['rate-limited', sse({ error: { message: 'slow down', code: 429 } }), 'slow down'],
  ['rate-limited', sse({ error: { message: 'slow down', code: '429' } }), 'slow down'],
  ['quota-exhausted', sse({ error: { message: 'no credit', code: 402 } }), 'no credit'],
  ['overloaded', sse({ error: { message: 'no instance', code: 503 } }), 'no instance'],
  [
    'quota-exhausted',
    sse({ choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
    'insufficient balance',
  ],
  [
    'quota-exhausted',
    'event: error\ndata: {"code":"Arrearage","message":"Pay first"}\n\n',
    'Pay first',
  ],
  ['quota-exhausted', 'insufficient balance', 'insufficient balance'],
  ['server-error', JSON.stringify([{ error: { message: 'queue full' } }]), 'queue full'],
  [
    'server-error',
    JSON.stringify({ error: { message: '{"error":{"message":"queue full"}}' } }),
    'queue full',
  ],
])('an error that is answered with 200 is %s, in its own words: %s', async (code, body, words) => {
  const played = await answerTo('openai-compatible', body)
  expect(played.failure).toMatchObject({ code, detail: words })
})

it('counts of zero or of another type are unknown, and cost no answer', async () => {
  for (const usage of [
    { prompt_tokens: 0, completion_tokens: 0 },
    [],
    'none',
    { prompt_tokens: {} },
  ]) {
    const body = sse({ ...choice({ content: 'Hi' }, 'stop'), usage })
    const played = await answerTo('openai-compatible', body)
    expect(played.events.at(-1)).toEqual({ type: 'finish', reason: 'stop', usage: {} })
  }
})

it('a piece of a message that is cut off is no whole answer', async () => {
  const played = await answerTo('openai-compatible', sse(piece({ content: 'Half' })))
  expect(played.failure?.code).toBe('truncated')
  expect(played.text).toBe('Half')
})

it('an end without an empty line after it is the end of the answer, also on an open connection', async () => {
  const pieces = [
    sse(choice({ content: 'Hi' })),
    'data: {"type":"x"}\n',
    `data: ${JSON.stringify(choice({}, 'stop'))}\n`,
  ]
  endpoint.script('m', [{ text: '', write: () => ({ pieces, ending: 'stall' }) }])
  const played = await runStep(clients, { endpoint: endpointOf('openai-compatible', endpoint.url) })
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe('Hi')
})

it('an end that came whole before the connection was lost is the end of the answer', async () => {
  const pieces = [sse(choice({ content: 'Hi' })), `data: ${JSON.stringify(choice({}, 'stop'))}`]
  endpoint.script('m', [{ text: '', write: () => ({ pieces, ending: 'destroy' }) }])
  const played = await runStep(clients, { endpoint: endpointOf('openai-compatible', endpoint.url) })
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe('Hi')
})

it('a sentence about the mark of a call is no call', async () => {
  const content =
    'Models of this family write <tool_call> before a call, and [TOOL_CALLS] elsewhere.'
  const played = await answerTo('openai-compatible', sse(choice({ content }, 'stop')))
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe(content)
})

it('a picture that a model makes is named', async () => {
  const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }]
  const played = await answerTo('openai-compatible', sse(choice({ images }, 'stop')))
  expect(played.text).toContain('images')
})
