import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import { adaptBody } from './adapt-body.ts'
import { joinCompatibility } from './compatibility.ts'
import { changesFor } from './refusal-table.ts'

const call = { id: 'call_1', type: 'function', function: { name: 'echo', arguments: '{}' } }
const history = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: null, reasoning_content: 'hm', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
]
const tool = (name: string) => ({ type: 'function', function: { name, parameters: {} } })
const request = {
  max_tokens: 8192,
  temperature: 0.2,
  stream_options: { include_usage: true },
  store: false,
  messages: history,
  tools: [tool('one'), tool('two')],
}

/** A refusal in the words of a provider or engine, and what it changes. */
const rows: [string, number, ModelCompatibility, JsonObject?][] = [
  [
    "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    400,
    { limitField: 'max_completion_tokens' },
  ],
  [
    'Unrecognized request argument supplied: max_completion_tokens',
    400,
    { limitField: 'max_tokens' },
    { max_completion_tokens: 5 },
  ],
  [
    'Unrecognized request argument supplied: stream_options',
    400,
    { leftOutFields: ['stream_options'] },
  ],
  [
    "Unsupported value: 'temperature' does not support 0.2. Only the default (1) value is supported.",
    400,
    { leftOutFields: ['temperature'] },
  ],
  ["Unsupported parameter: 'store'", 422, { leftOutFields: ['store'] }],
  [
    "This model's maximum context length is 4096 tokens. However, you requested 8204 tokens (12 in the messages, 8192 in the completion).",
    400,
    { contextWindow: 4096 },
  ],
  [
    "'max_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 12 input tokens",
    400,
    { contextWindow: 4096 },
  ],
  [
    'max_tokens is too large: 8192. This model supports at most 4096 completion tokens',
    400,
    { maxOutputTokens: 4096 },
  ],
  [
    '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 12 `inputs` tokens and 8192',
    422,
    { contextWindow: 4096 },
  ],
  [
    'Request too large on tokens per minute (TPM): Limit 6000, Requested 8204',
    413,
    { contextWindow: 6000 },
  ],
  ['Range of max_tokens should be [1, 8000]', 400, { maxOutputTokens: 8000 }],
  [
    'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    400,
    { callIds: 'nine' },
  ],
  ['messages.1.tool_calls.0.id: String should match pattern', 400, { callIds: 'plain' }],
  ['System role not supported', 400, { systemInUser: true }],
  ['Jinja Exception: System role not supported', 500, { systemInUser: true }],
  ['Extra inputs are not permitted: reasoning_content', 400, { withoutReasoning: true }],
  ['messages.2.content: Input should be a valid string', 422, { emptyContent: 'text' }],
  [
    'Jinja Exception: conversation roles must alternate user and assistant',
    500,
    { alternatesRoles: true },
  ],
  [
    "Invalid schema for function 'two': regex lookaround is not supported",
    400,
    { leftOutTools: ['two'] },
  ],
  ['tools.1.custom.input_schema: JSON schema is invalid', 400, { leftOutTools: ['two'] }],
  [
    'The toolConfig field must be defined when using toolUse',
    400,
    { definesCalledTools: true },
    { messages: history },
  ],
  [
    'Invalid JSON payload received. Unknown name "exclusiveMinimum" at tools.function_declarations[0]',
    400,
    { plainSchemas: true },
  ],
]

describe('a refusal that says what to change', () => {
  it.each(rows)('%s (%d)', (...[message, status, change, sent = request]) => {
    const refusal = { status, body: JSON.stringify({ error: { message } }) }
    const tools = sent === request ? ['one', 'two'] : []
    const about = { body: JSON.stringify(sent), tools, known: {} }
    expect(changesFor(refusal, about)[0]).toEqual(change)
    // What was done once is not done again.
    const again = changesFor(refusal, { ...about, known: change })
    const repeated = again.filter(({ maxOutputTokens }) => maxOutputTokens === undefined)
    expect(repeated).not.toContainEqual(change)
  })

  it.each([
    [400, 'The prompt is too long: 9000 tokens > 8192 maximum'],
    [401, "Unsupported parameter: 'store'"],
    [500, 'internal error, temperature unknown'],
    [400, 'no'],
    [400, 'This model is not available. Use an alternative model.'],
    [400, 'The system is unavailable'],
    [400, 'Function call is missing a thought_signature in functionCall parts.'],
    [
      400,
      'When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
    ],
  ])('is not seen in %d %s', (status, message) => {
    const error = { type: 'invalid_request_error', message, param: null }
    const refusal = { status, body: JSON.stringify({ error }) }
    expect(
      changesFor(refusal, { body: JSON.stringify(request), tools: ['one'], known: {} }),
    ).toEqual([])
  })
})

describe('a request in the form that its model takes', () => {
  const adapted = (form: ModelCompatibility, body: JsonObject = request) =>
    JSON.parse(adaptBody(JSON.stringify(body), form)) as JsonObject

  it('is unchanged where nothing is known', () => {
    const text = JSON.stringify(request)
    expect(adaptBody(text, {})).toBe(text)
  })

  it('has the limit that the model takes, under its name', () => {
    const form = { limitField: 'max_completion_tokens', maxOutputTokens: 100 } as const
    const { max_tokens: before, max_completion_tokens: limit } = adapted(form)
    expect([before, limit]).toEqual([undefined, 100])
    expect(adapted({ maxOutputTokens: 100_000 })['max_tokens']).toBe(8192)
  })

  it('asks for what the request leaves of a context that a refusal named, so that a long request harms no short one', () => {
    const form = { contextWindow: 4096 }
    const long = {
      ...request,
      messages: [...history, { role: 'user', content: 'some words '.repeat(700) }],
    }
    const [short, after] = [adapted(form), adapted(form, long)].map((body) => body['max_tokens'])
    expect(short).toBeGreaterThan(3500)
    expect(after).toBeGreaterThan(1000)
    expect(after).toBeLessThan(4096 - 2000)
    const picture = { role: 'user', content: [{ type: 'image_url', url: 'A'.repeat(100_000) }] }
    expect(adapted(form, { ...request, messages: [picture] })['max_tokens']).toBeGreaterThan(3500)
  })

  it('asks for less once the estimate was too low', () => {
    const message =
      "This model's maximum context length is 4096 tokens and your request has 3000 input tokens"
    const refusal = { status: 400, body: JSON.stringify({ error: { message } }) }
    const sent = adaptBody(JSON.stringify(request), { contextWindow: 4096 })
    const about = { body: sent, tools: [], known: { contextWindow: 4096 } }
    const [change = {}] = changesFor(refusal, about)
    expect(adapted(change)['max_tokens']).toBeLessThanOrEqual(1096)
    expect(adapted(change)['max_tokens']).toBeGreaterThan(1000)
  })

  it('has no fields that were refused, and text for a call without text', () => {
    const body = adapted({ leftOutFields: ['store', 'temperature'], emptyContent: 'text' })
    expect(Object.keys(body)).not.toContain('store')
    expect((body['messages'] as JsonObject[])[2]).toMatchObject({ content: '' })
  })
})

it('two refusals add up, and tools that a wrong place named are offered again', () => {
  const first = joinCompatibility({ leftOutTools: ['one'] }, { leftOutTools: ['two'] })
  expect(first.leftOutTools).toEqual(['one', 'two'])
  const restored = joinCompatibility(
    { leftOutTools: ['one'] },
    { leftOutTools: ['two'], hasRestoredTools: true },
  )
  expect(restored.leftOutTools).toEqual(['two'])
})
