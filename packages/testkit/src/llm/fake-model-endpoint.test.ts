import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeModelEndpoint, type FakeModelEndpoint } from './fake-model-endpoint.ts'
import type { FakeStep, FakeModelApi } from './fake-step.ts'

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ engine: 'ollama' })
})
afterEach(() => endpoint.close())

const tool = { name: 'files__read', description: '', schema: { type: 'object' } }

interface Extra {
  body?: object
  signal?: AbortSignal
}

function ask(api: FakeModelApi, model: string, { body: more = {}, signal }: Extra = {}) {
  const messages = [{ role: 'user', content: 'Grüße' }]
  const [path, headers, body] =
    api === 'chat'
      ? ['/v1/chat/completions', {}, { stream_options: { include_usage: true } }]
      : [
          '/v1/messages',
          { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
          { max_tokens: 100 },
        ]
  return fetch(endpoint.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, stream: true, messages, ...body, ...more }),
    redirect: 'manual',
    signal: signal ?? null,
  })
}

async function requestStep(api: FakeModelApi, step: FakeStep): Promise<Response> {
  endpoint.script('m', [step])
  return ask(api, 'm')
}

/** The JSON of every `data:` line that holds some. */
function events(body: string): Record<string, unknown>[] {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>)
}

async function readUntilBroken(response: Response): Promise<{ text: string; broken: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    return { text, broken: false }
  } catch {
    return { text, broken: true }
  }
}

describe('chat completions', () => {
  it('streams role, reasoning, text, interleaved calls, finish, usage and [DONE] in that order', async () => {
    const response = await requestStep('chat', {
      reasoning: 'hm',
      text: 'Hello',
      toolCalls: [
        { name: 'a', arguments: { one: 'x'.repeat(20) } },
        { name: 'b', arguments: { two: 'y'.repeat(20) } },
      ],
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const body = await response.text()
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true)
    const choices = events(body).map((event) => (event['choices'] as unknown[])[0])
    expect(choices[0]).toMatchObject({ delta: { role: 'assistant' }, finish_reason: null })
    expect(choices[1]).toMatchObject({ delta: { reasoning_content: 'hm' } })
    expect(choices[2]).toMatchObject({ delta: { content: 'Hello' } })
    const indexes = choices.slice(3, -2).map((choice) => {
      const { delta } = choice as { delta: { tool_calls: { index: number }[] } }
      return delta.tool_calls[0]?.index
    })
    expect(indexes).toEqual([0, 1, 0, 1, 0, 1])
    expect(choices.at(-2)).toMatchObject({ delta: {}, finish_reason: 'tool_calls' })
    expect(events(body).at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 12 } })
  })

  it('responds in one body when no stream is asked for', async () => {
    const response = await ask('chat', 'echo', { body: { stream: false } })
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'Grüße' }, finish_reason: 'stop' }],
    })
  })

  it('refuses a history in which a tool call has no result, as the real one does', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } }
    const response = await ask('chat', 'echo', {
      body: {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', tool_calls: [call] },
          { role: 'user', content: 'y' },
        ],
      },
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('c1')
  })
})

describe('messages', () => {
  it('streams blocks between message_start and message_stop with thinking, text and tool input', async () => {
    const response = await requestStep('messages', {
      reasoning: 'hm',
      text: 'Hello',
      toolCalls: [{ name: 'a', arguments: { one: 1 } }],
    })
    const all = events(await response.text())
    expect(all.map((event) => event['type'])).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(all[4]).toMatchObject({ delta: { type: 'signature_delta' } })
    expect(all[11]).toMatchObject({ index: 2, delta: { partial_json: '{"one":1}' } })
    expect(all[13]).toMatchObject({ delta: { stop_reason: 'tool_use' } })
  })

  it('wants x-api-key, anthropic-version and max_tokens', async () => {
    const post = (headers: Record<string, string>, body: object) =>
      fetch(`${endpoint.url}/v1/messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          model: 'echo',
          messages: [{ role: 'user', content: 'x' }],
          ...body,
        }),
      })
    const version = { 'anthropic-version': '2023-06-01' }
    expect((await post({ 'x-api-key': 'k' }, { max_tokens: 1 })).status).toBe(400)
    expect((await post(version, { max_tokens: 1 })).status).toBe(401)
    expect((await post({ ...version, 'x-api-key': 'k' }, {})).status).toBe(400)
    expect((await post({ ...version, 'x-api-key': 'k' }, { max_tokens: 1 })).status).toBe(200)
  })

  it('refuses a tool_result that is not in the very next message', async () => {
    const response = await ask('messages', 'echo', {
      body: {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'a', input: {} }] },
          { role: 'user', content: 'y' },
        ],
      },
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('t1')
  })
})

describe('what is not a completion', () => {
  it('lists models in the shape of the API that asks', async () => {
    const chat = await fetch(`${endpoint.url}/v1/models`)
    expect(await chat.json()).toMatchObject({ object: 'list', data: [{ id: 'echo' }, {}] })
    const anthropic = await fetch(`${endpoint.url}/v1/models`, {
      headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    })
    expect(await anthropic.json()).toMatchObject({ data: [{ type: 'model', id: 'echo' }, {}] })
  })

  it('responds to the Ollama routes, and only those of the engine it plays', async () => {
    const version = await fetch(`${endpoint.url}/api/version`)
    expect(await version.json()).toEqual({ version: '0.12.0' })
    const tags = await fetch(`${endpoint.url}/api/tags`)
    expect(await tags.json()).toMatchObject({ models: [{ name: 'echo' }, { name: 'caller' }] })
    const show = await fetch(`${endpoint.url}/api/show`, { method: 'POST', body: '{}' })
    expect(await show.json()).toMatchObject({ capabilities: ['completion', 'tools', 'vision'] })
    expect((await fetch(`${endpoint.url}/props`)).status).toBe(404)
  })

  it('obeys call lines, and reads the results back', async () => {
    const tools = [{ type: 'function', function: { name: tool.name, parameters: tool.schema } }]
    const asked = await ask('chat', 'caller', {
      body: {
        stream: false,
        tools,
        messages: [{ role: 'user', content: 'call files__read {"path":"/a"}' }],
      },
    })
    const first = (await asked.json()) as { choices: { message: { tool_calls: object[] } }[] }
    const message = first.choices[0]?.message
    expect(message?.tool_calls).toMatchObject([{ function: { arguments: '{"path":"/a"}' } }])
    const id = (message?.tool_calls[0] as { id: string } | undefined)?.id
    const answered = await ask('chat', 'caller', {
      body: {
        stream: false,
        tools,
        messages: [
          { role: 'user', content: 'call files__read {"path":"/a"}' },
          { role: 'assistant', ...message },
          { role: 'tool', tool_call_id: id, content: 'the file' },
        ],
      },
    })
    expect(await answered.text()).toContain('Result: the file')
  })

  it('says so when a script has run out', async () => {
    await (await requestStep('chat', { text: 'one' })).text()
    const second = await ask('chat', 'm')
    expect(second.status).toBe(400)
    expect(await second.text()).toContain('has no step 2')
  })
})

describe.each(['chat', 'messages'] as const)('faults on %s', (api) => {
  const finish = api === 'chat' ? '"finish_reason":"stop"' : '"stop_reason":"end_turn"'
  const end = api === 'chat' ? '[DONE]' : 'message_stop'
  const text = 'Grüße aus dem Norden — 你好, this goes on for a while.'

  it('refuses with the status, the retry-after and the body of the API', async () => {
    const limited = await requestStep(api, {
      fault: { kind: 'refuse', reason: 'rate-limit', retryAfter: '3600' },
    })
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('3600')
    expect(await limited.json()).toHaveProperty('error.message')
    const proxy = await requestStep(api, { fault: { kind: 'refuse', reason: 'forbidden-html' } })
    expect(proxy.status).toBe(403)
    expect(proxy.headers.get('content-type')).toBe('text/html')
    const overloaded = await requestStep(api, { fault: { kind: 'refuse', reason: 'overloaded' } })
    expect(overloaded.status).toBe(529)
  })

  it('fails and then succeeds, one step per request', async () => {
    endpoint.script('m', [
      { fault: { kind: 'refuse', reason: 'server-error', status: 503 } },
      { text: 'fine' },
    ])
    expect((await ask(api, 'm')).status).toBe(503)
    expect(await (await ask(api, 'm')).text()).toContain('fine')
  })

  it.each(['after-headers', 'mid-text', 'mid-line', 'mid-character'] as const)(
    'closes the socket %s after the bytes before it have arrived',
    async (at) => {
      const read = await readUntilBroken(
        await requestStep(api, { text, fault: { kind: 'close', at } }),
      )
      expect(read.broken).toBe(true)
      expect(read.text.includes('Gr')).toBe(at !== 'after-headers')
      expect(read.text).not.toContain(finish)
      expect(endpoint.requests.at(-1)?.outcome).toBe('closed-by-endpoint')
    },
  )

  it('closes before the headers', async () => {
    await expect(
      requestStep(api, { text, fault: { kind: 'close', at: 'before-headers' } }),
    ).rejects.toThrow('fetch failed')
  })

  it('closes in the middle of tool arguments', async () => {
    const toolCalls = [{ name: 'a', arguments: { path: 'p'.repeat(100) } }]
    const read = await readUntilBroken(
      await requestStep(api, { toolCalls, fault: { kind: 'close', at: 'mid-arguments' } }),
    )
    expect(read.broken).toBe(true)
    expect(read.text.split('pppp').length).toBeGreaterThan(2)
    expect(read.text.split('p'.repeat(7)).length).toBeLessThan(12)
    expect(read.text).not.toContain(finish)
  })

  it('leaves out, doubles or empties the finish', async () => {
    const bodyOf = async (kind: 'no-finish' | 'no-end' | 'duplicate-finish' | 'empty-finish') =>
      (await requestStep(api, { text, fault: { kind } })).text()
    const none = await bodyOf('no-finish')
    expect([none.includes(finish), none.includes(end)]).toEqual([false, false])
    const noEnd = await bodyOf('no-end')
    expect([noEnd.includes(finish), noEnd.includes(end)]).toEqual([true, false])
    expect((await bodyOf('duplicate-finish')).split(finish)).toHaveLength(3)
    const empty = await bodyOf('empty-finish')
    expect([empty.includes(finish), empty.includes(end)]).toEqual([false, true])
  })

  it('puts an error, a broken event or an unknown event inside a 200', async () => {
    const error = await requestStep(api, {
      text,
      fault: { kind: 'in-band-error', overloaded: true },
    })
    expect(error.status).toBe(200)
    expect(events(await error.text()).at(-1)).toHaveProperty('error.message', 'Overloaded')
    const malformed = await (
      await requestStep(api, { text, fault: { kind: 'malformed-event' } })
    ).text()
    expect(() => events(malformed)).toThrow(SyntaxError)
    const unknown = await (
      await requestStep(api, { text, fault: { kind: 'unknown-event' } })
    ).text()
    expect(unknown).toContain('event: surprise')
  })

  it.each(['pairs', 'thirds', 'bytes'] as const)('sends the same bytes in %s', async (packets) => {
    const whole = await (await requestStep(api, { text })).text()
    const cut = await (await requestStep(api, { text, packets })).text()
    const withoutId = (body: string) => body.replaceAll(/(chatcmpl-|msg_)\d+/g, '')
    expect(withoutId(cut)).toBe(withoutId(whole))
  })

  it.each([
    { kind: 'stall', at: 'mid-text' },
    { kind: 'keep-alive', at: 'after-headers' },
  ] as const)('records when the client disconnects: $kind', async (fault) => {
    endpoint.script('m', [{ text, fault }])
    const controller = new AbortController()
    const response = await ask(api, 'm', { signal: controller.signal })
    const stopped = Date.now()
    setTimeout(() => controller.abort(), 60)
    expect((await readUntilBroken(response)).broken).toBe(true)
    const record = await endpoint.requests[0]?.closed
    expect(record?.outcome).toBe('closed-by-client')
    expect((record?.closedAt ?? 0) - stopped).toBeGreaterThanOrEqual(50)
  })

  it('carries 2 MB of text and 200 parallel calls', async () => {
    const toolCalls = Array.from({ length: 200 }, (_, index) => ({
      name: `t${index}`,
      arguments: { index },
    }))
    const response = await requestStep(api, {
      text: 'x'.repeat(2_000_000),
      chunkSize: 4_000,
      toolCalls,
    })
    const body = await response.text()
    expect(body.length).toBeGreaterThan(2_000_000)
    expect(body.match(/"name":"t\d+"/g)).toHaveLength(200)
  })

  it('redirects without a response of its own', async () => {
    const response = await requestStep(api, {
      fault: { kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' },
    })
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('http://127.0.0.1:9/elsewhere')
  })
})

it('records headers and body in order, and lets a test wait for a request to come', async () => {
  const waiting = endpoint.waitForRequest((request) => request.body?.['model'] === 'echo')
  await (await fetch(`${endpoint.url}/v1/models?limit=2`)).text()
  await (await ask('messages', 'echo')).text()
  const record = await waiting
  expect(endpoint.requests.map((request) => request.path)).toEqual(['/v1/models', '/v1/messages'])
  expect(endpoint.requests[0]?.query).toBe('?limit=2')
  expect(record.headers['x-api-key']).toBe('k')
  expect(record.body).toMatchObject({ max_tokens: 100 })
})
