import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { objectOfJson } from '@gatehouse/domain'
import { awsCredentialsKey } from '@gatehouse/domain/models'
import type { ModelEndpoint, ModelMessage, ModelTool } from '@gatehouse/host/ports'
import {
  bedrockFrame,
  startBedrockEndpoint,
  type BedrockEndpoint,
  type BedrockEvent,
} from '@gatehouse/testkit'
import { createModelClients } from '../model-clients.ts'
import { runStep } from '../testing/run-step.ts'

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: 'session+token/of=some==length0123456789',
}
const apiKey = 'ABSKQmVkcm9ja0FQSUtleS0wMTIzNDU2Nzg5'
const clients = createModelClients({ retry: { backoffMs: [1] } })

let bedrock: BedrockEndpoint
beforeEach(async () => {
  bedrock = await startBedrockEndpoint({ credentials, apiKey })
})
afterEach(() => bedrock.close())

const endpoint = (key = awsCredentialsKey(credentials)): ModelEndpoint => ({
  kind: 'amazon-bedrock',
  baseUrl: bedrock.url,
  region: 'eu-central-1',
  key,
})
const MODEL = 'eu.anthropic.claude-sonnet-4-20250514-v1:0'

const start: BedrockEvent = ['messageStart', { role: 'assistant', p: 'abc' }]
const text = (words: string, contentBlockIndex = 0): BedrockEvent => [
  'contentBlockDelta',
  { contentBlockIndex, delta: { text: words }, p: 'abcdefgh' },
]
const stop = (stopReason: string): BedrockEvent[] => [
  ['messageStop', { stopReason }],
  [
    'metadata',
    {
      usage: { inputTokens: 10, cacheReadInputTokens: 5, outputTokens: 7, totalTokens: 22 },
      metrics: { latencyMs: 12 },
    },
  ],
]
const answer = { events: [start, text('Grüß '), text('Gott 你好'), ...stop('end_turn')] }

const tool: ModelTool = {
  name: 'weather__today',
  description: 'The weather of a town',
  inputSchema: { type: 'object', properties: { town: { type: 'string' } } },
}

it('takes a conversation with thinking and tools, signed, in frames', async () => {
  bedrock.script([
    {
      events: [
        start,
        [
          'contentBlockDelta',
          { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm' } } },
        ],
        [
          'contentBlockDelta',
          { contentBlockIndex: 0, delta: { reasoningContent: { signature: 'c2lnbg==' } } },
        ],
        ['contentBlockStop', { contentBlockIndex: 0 }],
        text('I look.', 1),
        [
          'contentBlockStart',
          {
            contentBlockIndex: 2,
            start: { toolUse: { toolUseId: 'tooluse_1', name: tool.name } },
          },
        ],
        ['contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '{"town":' } } }],
        ['contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '"Wien"}' } } }],
        ...stop('tool_use'),
      ],
    },
    answer,
  ])
  const request = { modelId: MODEL, tools: [tool] }
  const first = await runStep(clients, { endpoint: endpoint(), request })
  expect(first.failure).toBeUndefined()
  expect(first.text).toBe('I look.')
  expect(first.events.filter(({ type }) => type === 'tool-call')).toEqual([
    { type: 'tool-call', callId: 'tooluse_1', name: tool.name, arguments: { town: 'Wien' } },
  ])
  expect(first.events.at(-1)).toEqual({
    type: 'finish',
    reason: 'tool-calls',
    usage: { inputTokens: 15, cachedTokens: 5, outputTokens: 7 },
  })
  const parts = first.events.find((event) => event.type === 'step-parts')?.parts ?? []
  const data = parts[0]?.data ?? {}
  const messages: ModelMessage[] = [
    { role: 'user', text: 'Hello' },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm', data },
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', callId: 'tooluse_1', name: tool.name, arguments: { town: 'Wien' } },
      ],
    },
    {
      role: 'tool',
      results: [
        {
          callId: 'tooluse_1',
          name: tool.name,
          content: [{ type: 'text', text: 'Sunny' }],
          isError: false,
        },
      ],
    },
  ]
  const second = await runStep(clients, { endpoint: endpoint(), request: { ...request, messages } })
  expect(second.text).toBe('Grüß Gott 你好')
  const [, sent] = bedrock.requests
  expect(sent?.path).toBe(`/model/${encodeURIComponent(MODEL)}/converse-stream`)
  expect(sent?.headers['authorization']).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
  )
  expect(sent?.body).toMatchObject({
    system: [{ text: 'Be brief.' }],
    inferenceConfig: { maxTokens: 1000 },
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm', signature: 'c2lnbg==' } } },
          { text: 'I look.' },
          { toolUse: { toolUseId: 'tooluse_1', name: tool.name, input: { town: 'Wien' } } },
        ],
      },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'tooluse_1', content: [{ text: 'Sunny' }] } }],
      },
    ],
    toolConfig: { tools: [{ toolSpec: { name: tool.name } }] },
  })
})

it('signs a request again after every change, and on every attempt', async () => {
  bedrock.script([
    { status: 503, message: 'Try later.', type: 'ServiceUnavailableException' },
    { status: 400, message: 'The maximum tokens you requested exceeds the limit: at most 600.' },
    { status: 400, message: 'temperature is not supported for this model.' },
    answer,
  ])
  const request = { modelId: 'amazon.nova-pro-v1:0', temperature: 0.5 }
  const played = await runStep(clients, { endpoint: endpoint(), request })
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe('Grüß Gott 你好')
  // Each of them was checked against the bytes that came.
  expect(bedrock.requests).toHaveLength(4)
  expect(bedrock.requests.at(-1)?.body).toMatchObject({ inferenceConfig: { maxTokens: 600 } })
  expect(JSON.stringify(bedrock.requests.at(-1)?.body)).not.toContain('temperature')
})

it('keeps calls and results where no tool is offered any more', async () => {
  bedrock.script([answer])
  const messages: ModelMessage[] = [
    { role: 'user', text: 'Hello' },
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'c1', name: 'gone__tool', arguments: {} }],
    },
    {
      role: 'tool',
      results: [
        {
          callId: 'c1',
          name: 'gone__tool',
          content: [{ type: 'text', text: 'A result' }],
          isError: false,
        },
      ],
    },
  ]
  await runStep(clients, { endpoint: endpoint(), request: { modelId: MODEL, messages } })
  expect(JSON.stringify(bedrock.requests[0]?.body)).toContain('A result')
})

it('sends an API key as a bearer token, and never the secret of an access key', async () => {
  bedrock.script([answer, answer])
  const request = { modelId: MODEL }
  expect((await runStep(clients, { endpoint: endpoint(apiKey), request })).text).not.toBe('')
  expect(bedrock.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`)
  await runStep(clients, { endpoint: endpoint(), request })
  expect(JSON.stringify(bedrock.requests[1])).not.toContain(credentials.secretAccessKey)
  const elsewhere = { ...endpoint(), kind: 'openai-compatible' as const }
  const refused = await runStep(clients, { endpoint: elsewhere, request })
  expect(refused.failure?.message).toMatch(/AWS access key/)
  expect(bedrock.requests).toHaveLength(2)
})

it('refuses a name of a model that leads elsewhere', async () => {
  for (const modelId of ['..', '../../x', '', 'a b', 'a?b', '/x', 'x'.repeat(600)]) {
    const played = await runStep(clients, { endpoint: endpoint(), request: { modelId } })
    expect(played.failure?.code).toBe('model-not-found')
  }
  expect(bedrock.requests).toEqual([])
})

it('names what a signature that is refused means', async () => {
  const wrong = awsCredentialsKey({ ...credentials, secretAccessKey: 'x'.repeat(40) })
  const played = await runStep(clients, { endpoint: endpoint(wrong), request: { modelId: MODEL } })
  expect(played.failure).toMatchObject({ code: 'key-refused', status: 403 })
})

it.each([
  ['throttlingException', 'rate-limited'],
  ['modelStreamErrorException', 'server-error'],
  ['serviceUnavailableException', 'overloaded'],
  ['internalServerException', 'server-error'],
])('an exception in the stream, %s, is the failure %s', async (type, code) => {
  bedrock.script([
    { events: [start, text('Half')], exception: [type, { message: 'The words of AWS.' }] },
  ])
  const played = await runStep(clients, { endpoint: endpoint(), request: { modelId: MODEL } })
  expect(played.text).toBe('Half')
  expect(played.failure).toMatchObject({ code, detail: 'The words of AWS.' })
})

const frames = (events: readonly BedrockEvent[]): Buffer =>
  Buffer.concat(events.map(([type, body]) => bedrockFrame(type, body)))

it('a frame with a wrong checksum ends the answer, with the text before it and no call', async () => {
  const bytes = frames([start, text('Half'), text(' more'), ...stop('end_turn')])
  const at = bytes.indexOf(' more')
  bytes[at] = 0x5f
  bedrock.script([{ bytes }])
  const played = await runStep(clients, { endpoint: endpoint(), request: { modelId: MODEL } })
  expect(played.text).toBe('Half')
  expect(played.failure?.code).toBe('invalid-response')
})

it('a body that ends within a frame, or before the reason of the end, is cut off', async () => {
  const bytes = frames([start, text('Half'), ...stop('end_turn')])
  for (const length of [bytes.indexOf('Half') + 60, bytes.length - 250]) {
    bedrock.script([{ bytes: bytes.subarray(0, length) }])
    const played = await runStep(clients, { endpoint: endpoint(), request: { modelId: MODEL } })
    expect(played.failure?.code).toBe('truncated')
  }
})

it('a length that no message has does not fill the memory', async () => {
  const bytes = Buffer.concat([
    frames([start]),
    Buffer.from([0, 0xff, 0xff, 0xff]),
    Buffer.alloc(64),
  ])
  bedrock.script([{ bytes }])
  const played = await runStep(clients, { endpoint: endpoint(), request: { modelId: MODEL } })
  expect(played.failure?.code).toBe('too-much')
})

it('reads a whole answer, and a page in place of one', async () => {
  const whole = {
    output: {
      message: {
        role: 'assistant',
        content: [
          { text: 'Whole.' },
          { toolUse: { toolUseId: 'c1', name: 'weather__today', input: { town: 'Wien' } } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 3, outputTokens: 4 },
  }
  bedrock.script([
    { bytes: Buffer.from(JSON.stringify(whole)), contentType: 'application/json' },
    { bytes: Buffer.from('<!doctype html><title>Proxy</title>'), contentType: 'text/html' },
  ])
  const request = { modelId: MODEL, tools: [tool] }
  const played = await runStep(clients, { endpoint: endpoint(), request })
  expect(played.text).toBe('Whole.')
  expect(played.events.map(({ type }) => type)).toContain('tool-call')
  const page = await runStep(clients, { endpoint: endpoint(), request })
  expect(page.failure?.code).toBe('invalid-response')
})

it.each([
  ['guardrail_intervened', 'filtered'],
  ['malformed_tool_use', 'invalid-response'],
  ['something_new', 'truncated'],
])('an answer that ends with %s is the failure %s', async (reason, code) => {
  bedrock.script([{ events: [start, text('Words'), ...stop(reason)] }])
  const played = await runStep(clients, { endpoint: endpoint(), request: { modelId: MODEL } })
  expect(played.failure?.code).toBe(code)
})

it('the test of a key costs nothing, and accepts one that may not list jobs', async () => {
  const signal = NEVER_ABORTED
  const list = {
    bytes: Buffer.from('{"asyncInvokeSummaries":[]}'),
    contentType: 'application/json',
  }
  const denied = {
    status: 403,
    type: 'AccessDeniedException',
    message: 'User: arn:aws:iam::1:user/u is not authorized to perform: bedrock:ListAsyncInvokes',
  }
  bedrock.script([list, denied])
  expect(await clients.listModels(endpoint(), signal)).toEqual({ models: [] })
  expect(await clients.listModels(endpoint(), signal)).toEqual({ models: [] })
  expect(bedrock.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /async-invoke?maxResults=1',
    'GET /async-invoke?maxResults=1',
  ])
  await expect(clients.listModels(endpoint('wrong-key-0123456789'), signal)).rejects.toMatchObject({
    data: { failure: { code: 'key-refused' } },
  })
})

it('thinks within the limit of the answer', async () => {
  bedrock.script([answer])
  const request = { modelId: MODEL, maxOutputTokens: 8000, reasoningEffort: 'medium' as const }
  await runStep(clients, { endpoint: endpoint(), request })
  const body = objectOfJson(JSON.stringify(bedrock.requests[0]?.body))
  expect(body).toMatchObject({
    inferenceConfig: { maxTokens: 8000 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2400 } },
  })
})

it('sends a PDF as a document that the model may look at, and reads an answer with citations', async () => {
  const data = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')
  const parts = [
    { type: 'text' as const, text: 'Sum up' },
    { type: 'document' as const, mimeType: 'application/pdf' as const, data, tokens: 1600 },
  ]
  const cited: BedrockEvent = [
    'contentBlockDelta',
    { contentBlockIndex: 0, delta: { citation: { title: 'document-1' } }, p: 'abc' },
  ]
  const whole = {
    output: {
      message: {
        role: 'assistant',
        content: [{ citationsContent: { content: [{ text: 'Read.' }] } }],
      },
    },
    stopReason: 'end_turn',
  }
  bedrock.script([
    { events: [start, text('Sales '), cited, text('grew.', 1), ...stop('end_turn')] },
    { bytes: Buffer.from(JSON.stringify(whole)), contentType: 'application/json' },
  ])
  const request = { modelId: MODEL, messages: [{ role: 'user' as const, parts }] }
  const played = await runStep(clients, { endpoint: endpoint(), request })
  expect(played).toMatchObject({ text: 'Sales grew.', failure: undefined })
  expect(JSON.stringify(bedrock.requests[0]?.body)).toContain(
    `{"document":{"format":"pdf","name":"document-1","source":{"bytes":"${data}"},"citations":{"enabled":true}}}`,
  )
  expect((await runStep(clients, { endpoint: endpoint(), request })).text).toBe('Read.')
})
