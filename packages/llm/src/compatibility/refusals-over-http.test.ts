import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@gatehouse/domain'
import type {
  AssistantPart,
  ModelEndpoint,
  ModelMessage,
  ModelRequest,
} from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeScript } from '@gatehouse/testkit'
import { objectOf, objectsOf, stringOf } from '../fields.ts'
import { createModelClients } from '../model-clients.ts'
import { endpointOf, EVERY_KIND, runStep, TEST_KEY, type StepOutcome } from '../testing/run-step.ts'
import { fieldOf, limitOf } from './body-fields.ts'
import { createCompatibilityMemory } from './compatibility.ts'

const APIS = [
  ...EVERY_KIND.map((kind) => ({ api: kind, kind, engine: 'hosted' as const })),
  { api: 'ollama' as const, kind: 'openai-compatible' as const, engine: 'ollama' as const },
]
type Api = (typeof APIS)[number]['api']

const CHAT: readonly Api[] = ['openai-compatible', 'azure-openai', 'ollama']
const ALL: readonly Api[] = APIS.map(({ api }) => api)
const without = (...left: Api[]): Api[] => ALL.filter((api) => !left.includes(api))

/** Error bodies as each API sends them. */
function errorBody(api: Api, message: string): JsonObject {
  if (api === 'ollama') return { error: message }
  if (api === 'google') return { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }
  if (api === 'anthropic')
    return { type: 'error', error: { type: 'invalid_request_error', message } }
  return { error: { message, type: 'invalid_request_error', param: null, code: null } }
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='
const hi: ModelMessage = { role: 'user', text: 'Hello' }
function called(parts: AssistantPart[], content: ModelMessage[] = []): ModelMessage[] {
  const results = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ callId: part.callId, name: part.name, content: [], isError: false }]
      : [],
  )
  return [hi, { role: 'assistant', parts }, { role: 'tool', results }, ...content]
}
const call = (data?: JsonObject): AssistantPart => ({
  type: 'tool-call',
  callId: 'call_1',
  name: 'one',
  arguments: {},
  ...(data ? { data } : {}),
})
const tool = (name: string, more: Partial<ModelRequest['tools'][number]> = {}) => ({
  name,
  description: 'A tool.',
  inputSchema: { type: 'object' as const, properties: { q: { type: 'string' } } },
  ...more,
})

const toolsOf = (body: JsonObject): JsonObject[] =>
  objectsOf(body['tools']).flatMap((one) =>
    'functionDeclarations' in one
      ? objectsOf(one['functionDeclarations'])
      : [objectOf(one['function']) ?? one],
  )
const has = (body: JsonObject, text: string): boolean => JSON.stringify(body).includes(text)

/** Reasoning as each API gave it with an earlier answer. */
const REASONING: Readonly<Record<Api, JsonObject>> = {
  'openai-compatible': { chat: { field: 'reasoning_content' } },
  'azure-openai': { chat: { field: 'reasoning_content' } },
  ollama: { chat: { field: 'reasoning' } },
  'openai-responses': { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'sealed' } },
  anthropic: { anthropic: { signature: 'sealed' } },
  google: { google: { thoughtSignature: 'sealed' } },
}

const SECOND_TOOL_PLACE: Partial<Record<Api, string>> = {
  anthropic: 'tools.1.custom.input_schema: JSON schema is invalid',
  google: 'Invalid value at tools[0].function_declarations[1].parameters: schema is invalid',
}
const LIMIT_WORDS: Partial<Record<Api, string>> = {
  anthropic: 'max_tokens: 1000 > 512, which is the maximum allowed number of output tokens for m',
  google:
    'The maxOutputTokens value of 1000 tokens is not in the supported range from 1 (inclusive) to 513 (exclusive)',
}
const TEMPERATURE = (body: JsonObject): boolean =>
  fieldOf(body, 'temperature') !== undefined ||
  fieldOf(body, 'generationConfig.temperature') !== undefined

/** Where the effort of reasoning stands on APIs other than chat completions, of a model that has one. */
const EFFORT: Partial<Record<Api, { modelId: string; path: string; words: string }>> = {
  'openai-responses': { modelId: 'gpt-5', path: 'reasoning', words: 'reasoning.effort' },
  anthropic: { modelId: 'claude-sonnet-4-5', path: 'thinking', words: 'thinking' },
  google: {
    modelId: 'gemini-2.5-flash',
    path: 'generationConfig.thinkingConfig',
    words: 'thinking_config',
  },
}
const MODELS = ['m', ...Object.values(EFFORT).map(({ modelId }) => modelId)]

interface Row {
  name: string
  on: readonly Api[]
  status?: number
  words: string | ((api: Api) => string)
  request?: Partial<ModelRequest> | ((api: Api) => Partial<ModelRequest>)
  /** True of a body that the endpoint refuses. */
  isRefused: (body: JsonObject, api: Api) => boolean
}

const ROWS: readonly Row[] = [
  {
    name: 'roles that must alternate',
    on: ALL,
    status: 500,
    words: 'Jinja Exception: after tool must come assistant; conversation roles must alternate',
    request: {
      messages: called([call()], [{ role: 'user', text: 'And now?' }]),
      tools: [tool('one')],
    },
    isRefused: (body) => !has(body, '[No answer followed'),
  },
  {
    name: 'the name of the limit of the answer',
    on: ['openai-compatible', 'ollama'],
    words: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    isRefused: (body) => 'max_tokens' in body,
  },
  {
    name: 'a lower limit of the answer',
    on: ALL,
    words: (api) =>
      LIMIT_WORDS[api] ?? 'max_tokens is too large: 1000. This model supports at most 512 tokens',
    isRefused: (body) => (limitOf(body) ?? 0) > 512,
  },
  {
    name: 'a context smaller than request and answer together',
    on: ALL,
    words: (api) =>
      api === 'anthropic'
        ? 'input length and `max_tokens` exceed context limit: 12 + 1000 > 900 tokens'
        : "This model's maximum context length is 900 tokens and your request has 12 input tokens",
    isRefused: (body) => (limitOf(body) ?? 0) + 12 > 900,
  },
  {
    name: 'no system role',
    on: ALL,
    status: 404,
    words: (api) =>
      api === 'google'
        ? 'Developer instruction is not enabled for models/m'
        : 'System role not supported',
    isRefused: (body) =>
      'system' in body ||
      'systemInstruction' in body ||
      [...objectsOf(body['messages']), ...objectsOf(body['input'])].some(
        ({ role }) => role === 'system' || role === 'developer',
      ),
  },
  {
    name: 'the alphabet of call ids',
    on: ALL,
    words: 'messages.1.tool_use.id: String should match pattern "^[a-zA-Z0-9_-]+$" (tool call id)',
    request: {
      messages: called([call({ call: { id: 'functions.one:0' } })]),
      tools: [tool('one')],
    },
    isRefused: (body) => has(body, 'functions.one:0'),
  },
  {
    name: 'the length of call ids',
    on: ALL,
    words: 'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    request: { messages: called([call()]), tools: [tool('one')] },
    isRefused: (body) => has(body, '"call_1"'),
  },
  {
    name: 'reasoning that was sent back',
    on: ALL,
    status: 422,
    words: 'Extra inputs are not permitted: reasoning_content, thinking, thought_signature',
    request: (api) => ({
      messages: called([{ type: 'reasoning', text: 'hm', data: REASONING[api] }, call()]),
      tools: [tool('one')],
    }),
    isRefused: (body) => has(body, '"hm"') || has(body, 'sealed'),
  },
  {
    name: 'calls in the history without tools',
    on: ALL,
    words: 'Requests which include `tool_use` or `tool_result` blocks: tools must be defined',
    request: { messages: called([call()]) },
    isRefused: (body) => toolsOf(body).length === 0,
  },
  {
    name: 'keywords of schemas',
    on: ALL,
    words:
      'Invalid JSON payload received. Unknown name "exclusiveMinimum" at tools[0].function_declarations[0].parameters',
    request: {
      tools: [
        tool('one', {
          inputSchema: {
            type: 'object',
            properties: { n: { type: 'number', exclusiveMinimum: 0 } },
          },
        }),
      ],
    },
    isRefused: (body) => has(body, 'exclusiveMinimum'),
  },
  {
    name: 'a tool by its name',
    on: ALL,
    words: "Invalid schema for function 'two': regex lookaround is not supported",
    request: { tools: [tool('one'), tool('two')] },
    isRefused: (body) => toolsOf(body).some(({ name }) => name === 'two'),
  },
  {
    name: 'a tool by its place',
    on: ALL,
    words: (api) => SECOND_TOOL_PLACE[api] ?? 'tools[1].function.parameters: schema is invalid',
    request: { tools: [tool('one'), tool('two')] },
    isRefused: (body) => toolsOf(body).some(({ name }) => name === 'two'),
  },
  {
    name: 'the number of tools',
    on: ALL,
    words: "Invalid 'tools': array too long. Expected an array with maximum length 2.",
    request: { tools: [tool('one'), tool('two'), tool('three')] },
    isRefused: (body) => toolsOf(body).length > 2,
  },
  {
    name: 'the length of descriptions',
    on: ALL,
    words:
      "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 64.",
    request: { tools: [tool('one', { description: 'long '.repeat(40) })] },
    isRefused: (body) =>
      toolsOf(body).some(({ description }) => (stringOf(description) ?? '').length > 64),
  },
  {
    name: 'an optional field',
    on: ALL,
    status: 422,
    words: "Unsupported value: 'temperature' does not support 0.3 with this model.",
    request: { temperature: 0.3 },
    isRefused: TEMPERATURE,
  },
  {
    name: 'the effort of reasoning',
    on: ALL,
    words: (api) => `Unsupported parameter: '${EFFORT[api]?.words ?? 'reasoning_effort'}'`,
    request: (api) => ({
      modelId: EFFORT[api]?.modelId ?? 'm',
      reasoningEffort: 'low',
      maxOutputTokens: 8000,
    }),
    isRefused: (body, api) => fieldOf(body, EFFORT[api]?.path ?? 'reasoning_effort') !== undefined,
  },
  {
    name: 'content that must be a string',
    on: CHAT,
    status: 422,
    words: 'messages.2.content: Input should be a valid string',
    request: { messages: called([call()]), tools: [tool('one')] },
    isRefused: (body) => objectsOf(body['messages']).some(({ content }) => content === null),
  },
  {
    name: 'content that must not be empty',
    on: CHAT,
    words: 'Assistant message must have either content or tool_calls, but not none.',
    request: {
      messages: called([call()], [{ role: 'user', text: 'And now?' }]),
      tools: [tool('one')],
    },
    isRefused: (body) => objectsOf(body['messages']).some(({ content }) => content === ''),
  },
  {
    name: 'pictures of tools',
    on: without('anthropic'),
    words: 'This model does not support image input.',
    request: {
      messages: [
        hi,
        { role: 'assistant', parts: [call()] },
        {
          role: 'tool',
          results: [
            {
              callId: 'call_1',
              name: 'one',
              isError: false,
              content: [{ type: 'image', mimeType: 'image/png', data: PICTURE }],
            },
          ],
        },
      ],
      tools: [tool('one')],
    },
    isRefused: (body) => has(body, PICTURE),
  },
]

const wordsOf = ({ words }: Row, api: Api): string =>
  typeof words === 'string' ? words : words(api)
const requestOf = ({ request = {} }: Row, api: Api): Partial<ModelRequest> =>
  typeof request === 'function' ? request(api) : request

/** Refuses in the words of the first row whose body it does not take. */
function refusing(rows: readonly Row[], api: Api): FakeScript {
  return ({ body }) => {
    const row = rows.find(({ isRefused }) => isRefused(body, api))
    if (!row) return { text: 'ok' }
    const message = JSON.stringify(errorBody(api, wordsOf(row, api)))
    return { fault: { kind: 'status', status: row.status ?? 400, body: message } }
  }
}

interface Played extends StepOutcome {
  requests: number
}

describe.concurrent.each(APIS)('$api', ({ api, kind, engine }) => {
  /** Plays the same request several times; from the third on by other clients, as after a restart. */
  async function play(
    rows: readonly Row[],
    { times, done }: { times: number; done: (close: () => Promise<void>) => void },
  ): Promise<Played[]> {
    const server = await startFakeModelEndpoint({ key: TEST_KEY, engine })
    done(() => server.close())
    for (const model of MODELS) server.script(model, refusing(rows, api))
    const endpoint: ModelEndpoint = {
      ...endpointOf(kind, server.url),
      compatibility: createCompatibilityMemory(),
    }
    const request = Object.assign({}, ...rows.map((row) => requestOf(row, api)))
    const first = createModelClients({ retry: { backoffMs: [1, 1] } })
    const played: Played[] = []
    for (let time = 0; time < times; time += 1) {
      const before = server.requests.length
      const clients = time < 2 ? first : createModelClients({ retry: { backoffMs: [1, 1] } })
      const outcome = await runStep(clients, { endpoint, request })
      played.push({ ...outcome, requests: server.requests.length - before })
    }
    return played
  }

  const ofApi = ROWS.filter(({ on }) => on.includes(api)).map((row) => [row.name, row] as const)
  it.for(ofApi)('%s', async ([, row], { onTestFinished }) => {
    const played = await play([row], { times: 3, done: onTestFinished })
    expect(played.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined])
    expect(played.map(({ text }) => text)).toEqual(['ok', 'ok', 'ok'])
    expect(played.map(({ requests }) => requests)).toEqual([2, 1, 1])
  })

  const FIVE = [
    'a lower limit of the answer',
    'no system role',
    'a tool by its name',
    'the length of descriptions',
    'an optional field',
  ]
  const five = FIVE.flatMap((name) => ROWS.find((row) => row.name === name) ?? []).map((row) => ({
    ...row,
    request: {
      temperature: 0.3,
      tools: [tool('one', { description: 'long '.repeat(40) }), tool('two')],
    },
  }))

  it('four refusals in a step are answered', async ({ onTestFinished }) => {
    const played = await play(five.slice(0, 4), { times: 2, done: onTestFinished })
    expect(played.map(({ text, requests }) => [text, requests])).toEqual([
      ['ok', 5],
      ['ok', 1],
    ])
  })

  it('a fifth refusal in a step is shown', async ({ onTestFinished }) => {
    const [first] = await play(five, { times: 1, done: onTestFinished })
    expect(first?.failure?.detail).toContain("Unsupported value: 'temperature'")
    expect(first?.requests).toBe(5)
  })
})
