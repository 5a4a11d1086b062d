import { NEVER_ABORTED } from '@gatehouse/base'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { readModelList } from './list-models.ts'
import { createModelClients } from '../model-clients.ts'
import { endpointOf, failureOf, TEST_KEY } from '../testing/run-step.ts'
import { measureEventLoopStall } from '../testing/measure-event-loop-stall.ts'

const clients = createModelClients()

const disposers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposers.splice(0)) await dispose()
})

async function start(options: Parameters<typeof startFakeModelEndpoint>[0] = {}) {
  const endpoint = await startFakeModelEndpoint(options)
  disposers.push(() => endpoint.close())
  return endpoint
}

async function serve(status: number, body: string, type = 'application/json'): Promise<string> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  disposers.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function failing(url: string, kind: 'openai-compatible' | 'anthropic' = 'openai-compatible') {
  const error: unknown = await clients.listModels(endpointOf(kind, url), NEVER_ABORTED).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(inspect(error, { depth: 20 })).not.toContain(TEST_KEY)
  return failureOf(error).failure
}

/** Processor time of all threads, those that collect garbage included; unbounded lists took seconds. */
const STALL_MS = 500

describe('the models of an endpoint', () => {
  it.each(['openai-compatible', 'openai-responses', 'anthropic'] as const)(
    'are listed with the key: %s',
    async (kind) => {
      const endpoint = await start({ key: TEST_KEY, models: ['large'], engine: 'hosted' })
      const models = await clients.listModels(endpointOf(kind, endpoint.url), NEVER_ABORTED)
      expect(models).toEqual({ models: [{ id: 'echo' }, { id: 'caller' }, { id: 'large' }] })
    },
  )

  it('are listed with the key: google, without those that do not chat', async () => {
    const endpoint = await start({ key: TEST_KEY })
    for (const baseUrl of [endpoint.url, `${endpoint.url}/v1beta/models`])
      expect(
        await clients.listModels({ kind: 'google', baseUrl, key: TEST_KEY }, NEVER_ABORTED),
      ).toEqual({
        models: [
          { id: 'echo', name: 'The echo', contextWindow: 8192 + 2048 },
          { id: 'caller', name: 'The caller', contextWindow: 8192 + 2048 },
        ],
      })
    expect(endpoint.requests[0]?.headers['x-goog-api-key']).toBe(TEST_KEY)
    expect(endpoint.requests[0]?.query).not.toContain('key')
  })

  it('of Gemini are refused with names that lead elsewhere or are too long', async () => {
    const names = ['models/fine', 'models/' + 'x'.repeat(300), 'elsewhere/x', 'models/', 7]
    const url = await serve(200, JSON.stringify({ models: names.map((name) => ({ name })) }))
    expect(await clients.listModels(endpointOf('google', url), NEVER_ABORTED)).toEqual({
      models: [{ id: 'fine' }],
      leftOut: { unusable: 4, tooMany: 0 },
    })
  })

  it('carry a name and a context window where the server names them', async () => {
    const row = { id: 'a/b', name: 'B large', context_length: 128_000, pricing: {} }
    const url = await serve(200, JSON.stringify({ data: [row, row, { broken: true }] }))
    expect(await clients.listModels(endpointOf('openai-compatible', url), NEVER_ABORTED)).toEqual({
      models: [{ id: 'a/b', name: 'B large', contextWindow: 128_000 }],
      leftOut: { unusable: 1, tooMany: 0 },
    })
  })

  it('carry what they can do and what they cost where the server names it', async () => {
    const rows = [
      {
        id: 'all',
        architecture: { input_modalities: ['text', 'image'] },
        supported_parameters: ['tools', 'reasoning'],
        pricing: { prompt: '0.000003', completion: '0.000015' },
      },
      {
        id: 'few',
        supported_parameters: ['temperature'],
        pricing: { prompt: '-1', completion: '0' },
      },
      { id: 'odd', capabilities: { function_calling: true }, pricing: { prompt: '1e999' } },
    ]
    const url = await serve(200, JSON.stringify({ data: rows }))
    expect(
      (await clients.listModels(endpointOf('openai-compatible', url), NEVER_ABORTED)).models,
    ).toEqual([
      {
        id: 'all',
        images: true,
        sounds: false,
        tools: true,
        reasoning: true,
        price: { input: 3, output: 15 },
      },
      { id: 'few', tools: false, reasoning: false },
      { id: 'odd', tools: true },
    ])
  })

  it('are none when the server has none, which Ollama writes as null', async () => {
    const url = await serve(200, '{"object":"list","data":null}')
    expect(await clients.listModels(endpointOf('openai-compatible', url), NEVER_ABORTED)).toEqual({
      models: [],
    })
  })

  it.each(['/v1/', '/v1/chat/completions', '/v1/models', ''])(
    'are found when the base URL was typed as …%s',
    async (path) => {
      const endpoint = await start()
      const where = {
        kind: 'openai-compatible',
        baseUrl: endpoint.url + path,
        key: undefined,
      } as const
      expect((await clients.listModels(where, NEVER_ABORTED)).models).toHaveLength(2)
    },
  )
})

describe('a hostile list of models', () => {
  const list = async (rows: unknown[]) =>
    clients.listModels(
      endpointOf('openai-compatible', await serve(200, JSON.stringify({ data: rows }))),
      NEVER_ABORTED,
    )

  /**
   * @threat turns.long-model-names
   * @attacker model
   * @tries To make a provider vanish by a model id that its own record cannot hold.
   * @stoppedBy Such models are left out and counted when they come in.
   * @remains A damaged record is shown with what can be read of it, and that reading has no test of its own yet.
   */
  it('models with ids or names that are too long are left out and counted', async () => {
    const rows = [
      { id: 'x'.repeat(600) },
      { id: 'fine', name: 'y'.repeat(300) },
      { id: 'nul\u0000' },
      { id: '' },
      { id: 7 },
      null,
      { id: 'z'.repeat(256), name: 42 },
      { id: 'embed', type: 'embeddings' },
    ]
    expect(await list(rows)).toEqual({
      models: [{ id: 'z'.repeat(256) }],
      leftOut: { unusable: 6, tooMany: 0 },
    })
  })

  const listOf = (count: number) =>
    serve(200, JSON.stringify({ data: Array.from({ length: count }, (_, n) => ({ id: `m${n}` })) }))

  /**
   * @threat turns.many-models
   * @attacker model
   * @tries To hold main and window with a list of hundreds of thousands of models.
   * @stoppedBy Of a list 2,000 models are taken and the rest counted; a larger list is refused in words.
   */
  it('of 100,000 models the first 2,000 are taken, and main is not held', async () => {
    const url = await listOf(100_000)
    const { value: found, longestMs } = await measureEventLoopStall(() =>
      clients.listModels(endpointOf('openai-compatible', url), NEVER_ABORTED),
    )
    expect(found.models).toHaveLength(2000)
    expect(found.leftOut).toEqual({ unusable: 0, tooMany: 98_000 })
    expect(longestMs).toBeLessThan(STALL_MS)
  })

  /** @threat turns.many-models */
  it('of 300,000 models is refused in words before it is parsed', async () => {
    const url = await listOf(300_000)
    const { value: failure, longestMs } = await measureEventLoopStall(() => failing(url))
    expect(failure?.message).toContain('larger than is read')
    expect(longestMs).toBeLessThan(STALL_MS)
  })
})

describe('a list that cannot be had', () => {
  it('is a refused key, and none sent is a missing one', async () => {
    const endpoint = await start({ key: 'another' })
    expect(await failing(endpoint.url)).toMatchObject({ code: 'key-refused', status: 401 })
    const error: unknown = await clients
      .listModels({ kind: 'anthropic', baseUrl: endpoint.url, key: undefined }, NEVER_ABORTED)
      .catch((reason: unknown) => reason)
    expect(failureOf(error).failure?.code).toBe('key-missing')
  })

  it('is a web page, with the hint that the base URL is wrong', async () => {
    const failure = await failing(await serve(200, '<html><title>Home</title></html>', 'text/html'))
    expect(failure).toMatchObject({ code: 'invalid-response' })
    expect(failure?.message).toContain('/v1')
  })

  it('is a wrong path', async () => {
    expect(await failing(await serve(404, 'not found', 'text/plain'))).toMatchObject({
      code: 'bad-request',
      status: 404,
    })
  })

  it('is longer than any list', async () => {
    const url = await serve(200, `{"data":["${'x'.repeat(9 * 1024 * 1024)}"]}`)
    expect(await failing(url)).toMatchObject({
      code: 'invalid-response',
      message: expect.stringContaining('larger than is read') as string,
    })
  })

  it('is a server that is not there', async () => {
    const endpoint = await start()
    await endpoint.close()
    expect(await failing(endpoint.url)).toMatchObject({ code: 'unreachable' })
  })

  it('is a server that never responds, and a person who stops waiting is not that', async () => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    disposers.push(async () => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const limited = createModelClients({ listTimeoutMs: 100 })
    const timedOut: unknown = await limited
      .listModels(endpointOf('anthropic', url), NEVER_ABORTED)
      .catch((reason: unknown) => reason)
    expect(failureOf(timedOut).failure?.code).toBe('timed-out')
    const controller = new AbortController()
    const waiting = clients.listModels(endpointOf('anthropic', url), controller.signal)
    controller.abort()
    const stopped: unknown = await waiting.catch((reason: unknown) => reason)
    expect(failureOf(stopped).code).toBe('model/aborted')
  })
})

it.each([
  [
    'OpenRouter',
    { id: 'm', architecture: { input_modalities: ['text', 'image'] } },
    { images: true, sounds: false },
  ],
  ['Mistral', { id: 'm', capabilities: { vision: false } }, { images: false }],
  ['Anthropic', { id: 'm', capabilities: { image_input: { supported: true } } }, { images: true }],
  ['LM Studio with eyes', { id: 'm', type: 'vlm' }, { images: true }],
  ['LM Studio without', { id: 'm', type: 'llm' }, { images: false }],
  ['who says nothing', { id: 'm', type: 'model' }, {}],
  ['who says nonsense', { id: 'm', capabilities: 'all', architecture: [] }, {}],
])('what a model takes is read from the list of %s', (_who, row, takes) => {
  expect(readModelList(JSON.stringify({ data: [row] }))?.models).toEqual([{ id: 'm', ...takes }])
})

it.each<[string, unknown]>([
  ['under another field', { models: [{ id: 'a' }, { id: 'b' }] }],
  ['of names', { models: [{ name: 'a' }, { model: 'b', name: 'B' }] }],
  ['of words', { data: ['a', 'b'] }],
  [
    'with models for other things',
    { data: [{ id: 'a' }, { id: 'b' }, { id: 'e', type: 'embedding' }] },
  ],
  [
    'with what each model is offered for',
    {
      models: [
        { name: 'a', endpoints: ['chat'] },
        { name: 'b', endpoints: ['chat'] },
        { name: 'r', endpoints: ['rerank'] },
      ],
    },
  ],
])('reads a list %s', (_shape, list) => {
  expect(readModelList(JSON.stringify(list))?.models.map(({ id }) => id)).toEqual(['a', 'b'])
})

it.each<[string, object]>([
  ['Together', { id: 'm', type: 'rerank' }],
  ['Together', { id: 'm', type: 'transcribe' }],
  ['Vercel', { id: 'm', type: 'reranking' }],
  ['LiteLLM', { id: 'm', mode: 'image_generation' }],
  ['LiteLLM', { id: 'm', mode: 'audio_transcription' }],
  ['OpenRouter', { id: 'm', architecture: { output_modalities: ['image'] } }],
  ['Fireworks', { id: 'm', supports_chat: false }],
  ['Mistral', { id: 'm', capabilities: { completion_chat: false } }],
  ['llama.cpp', { id: 'm', capabilities: ['embedding'] }],
  ['Hugging Face', { id: 'm', pipeline_tag: 'feature-extraction' }],
  ['an engine', { id: 'm', task: 'text-to-image' }],
  ['an engine', { id: 'm', type: 'video' }],
  ['an engine', { id: 'm', task: 'image-to-image' }],
  ['OpenAI', { id: 'text-embedding-3-large' }],
  ['OpenAI', { id: 'gpt-4o-mini-tts' }],
  ['OpenAI', { id: 'dall-e-3' }],
  ['OpenAI', { id: 'whisper-1' }],
  ['SiliconFlow', { id: 'BAAI/bge-reranker-v2-m3' }],
  ['SiliconFlow', { id: 'Pro/BAAI/bge-m3' }],
  ['SiliconFlow', { id: 'black-forest-labs/FLUX.1-schnell' }],
  ['DashScope', { id: 'qwen3-rerank' }],
  ['DashScope', { id: 'wanx2.1-t2i-turbo' }],
  ['Zhipu', { id: 'cogview-4' }],
])('what cannot chat is not offered from the list of %s: %j', (_who, row) => {
  const list = readModelList(JSON.stringify({ data: [row, { id: 'kept' }] }))
  expect(list).toEqual({ models: [{ id: 'kept' }] })
})

it.each<object>([
  { id: 'm', type: 'chat' },
  { id: 'm', type: 'language' },
  { id: 'm', type: 'llm', capabilities: ['tool_use'] },
  { id: 'm', mode: 'responses' },
  { id: 'm', pipeline_tag: 'image-text-to-text' },
  { id: 'm', pipeline_tag: 'audio-text-to-text' },
  { id: 'm', architecture: { output_modalities: ['text', 'image'] } },
  { id: 'm', capabilities: ['completion', 'embedding'] },
  { id: 'gemini-2.5-flash-image' },
  { id: 'gpt-4o-audio-preview' },
  { id: 'bagel-7b' },
  { id: 'veolia-chat' },
  // What the list states counts more than a name.
  { id: 'rerank-chat', type: 'chat', supports_chat: true },
])('what can chat is offered: %j', (row) => {
  expect(readModelList(JSON.stringify({ data: [row] }))?.models).toHaveLength(1)
})
