import { NEVER_ABORTED } from '@gatehouse/base'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  startFakeModelEndpoint,
  type FakeFault,
  type FakeModelEndpoint,
  type FakeStep,
} from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import {
  endpointOf,
  EVERY_KIND,
  isUnsent,
  runStep,
  TEST_KEY,
  type StepOutcome,
} from './testing/run-step.ts'

const clients = createModelClients({ retry: { backoffMs: [10, 20] } })
const text = 'Grüße aus dem Norden — 你好, this goes on for a while and is not over yet.'

let endpoint: FakeModelEndpoint
let played: StepOutcome[] = []
beforeEach(async () => {
  played = []
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(async () => {
  await endpoint.close()
  for (const { error, events } of played) {
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(TEST_KEY)
    expect(JSON.stringify(events)).not.toContain(TEST_KEY)
  }
})

describe.each(EVERY_KIND)('%s', (kind) => {
  async function run(...steps: FakeStep[]): Promise<StepOutcome> {
    endpoint.script('m', steps)
    const result = await runStep(clients, { endpoint: endpointOf(kind, endpoint.url) })
    played.push(result)
    return result
  }
  const fail = async (fault: FakeFault, more: FakeStep = {}) =>
    (await run({ text, ...more, fault })).failure

  it('says that the key was refused, without the key the server repeated', async () => {
    const failure = await fail({ kind: 'refuse', reason: 'key' })
    expect(failure).toMatchObject({ code: 'key-refused', status: 401 })
    expect(failure?.detail).toContain('[key]')
    expect(failure?.message).toContain(new URL(endpoint.url).host)
    expect(endpoint.requests).toHaveLength(1)
  })

  it('distinguishes a proxy’s web page from a refused key', async () => {
    expect(await fail({ kind: 'refuse', reason: 'forbidden-html' })).toMatchObject({
      code: 'invalid-response',
      status: 403,
      detail: '403 Forbidden',
      message: expect.stringContaining('proxy') as string,
    })
  })

  it.each([
    ['context-too-long', 'context-too-long'],
    ['tools-unsupported', 'tools-unsupported'],
    ['model-not-found', 'model-not-found'],
    ['quota', 'quota-exhausted'],
  ] as const)('names %s and does not try again', async (reason, code) => {
    expect(await fail({ kind: 'refuse', reason })).toMatchObject({ code })
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each([500, 502, 503] as const)(
    'tries again after %d, and the answer is whole',
    async (status) => {
      const result = await run(
        { fault: { kind: 'refuse', reason: 'server-error', status } },
        { fault: { kind: 'refuse', reason: 'overloaded' } },
        { text },
      )
      expect(result.error).toBeUndefined()
      expect(result.text).toBe(text)
      expect(endpoint.requests).toHaveLength(3)
    },
  )

  it('stops after the third attempt and says what it was', async () => {
    const fault: FakeFault = { kind: 'refuse', reason: 'overloaded' }
    const result = await run({ fault }, { fault }, { fault }, { text })
    expect(result.failure).toMatchObject({ code: 'overloaded', status: 529 })
    expect(endpoint.requests).toHaveLength(3)
  })

  it.each(['0', '1', () => new Date(Date.now() + 1000).toUTCString()])(
    'waits as long as retry-after %s asks and then succeeds',
    async (value) => {
      const retryAfter = typeof value === 'string' ? value : value()
      const started = Date.now()
      const result = await run(
        { fault: { kind: 'refuse', reason: 'rate-limit', retryAfter } },
        { text },
      )
      expect(result.text).toBe(text)
      const waited = Date.now() - started
      expect(waited).toBeGreaterThanOrEqual(retryAfter === '1' ? 990 : 0)
      expect(waited).toBeLessThan(3000)
    },
  )

  it('reports an hour of retry-after at once instead of sleeping it', async () => {
    const started = Date.now()
    const failure = await fail({ kind: 'refuse', reason: 'rate-limit', retryAfter: '3600' })
    expect(failure).toMatchObject({ code: 'rate-limited', status: 429, retryAfterSeconds: 3600 })
    expect(failure?.message).toContain('60 minutes')
    expect(Date.now() - started).toBeLessThan(1000)
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each(['start', 'mid-text'] as const)('ends on an error inside a 200, at %s', async (at) => {
    const result = await run({ text, fault: { kind: 'in-band-error', at, overloaded: true } })
    expect(result.failure?.code).toBe('overloaded')
    expect(result.text === '').toBe(at === 'start')
    expect(endpoint.requests).toHaveLength(1)
    const other = await run({ text, fault: { kind: 'in-band-error', at } })
    expect(other.failure?.code).toBe('server-error')
  })

  it('tries once more on a new connection when the first is closed without a response', async () => {
    const fault: FakeFault = { kind: 'close', at: 'before-headers' }
    expect((await run({ fault }, { text })).text).toBe(text)
    const twice = await run({ fault }, { fault }, { text })
    expect(twice.failure?.code).toBe('unreachable')
    expect(twice.failure?.message).toContain('closed the connection')
    expect(isUnsent(twice)).toBe(false)
    expect(endpoint.requests).toHaveLength(4)
  })

  it.each(['after-headers', 'mid-text', 'mid-line', 'mid-character'] as const)(
    'keeps the text and reports a truncated answer when the socket closes %s',
    async (at) => {
      const result = await run({ text, fault: { kind: 'close', at } }, { text })
      expect(result.failure?.code).toBe('truncated')
      expect(text.startsWith(result.text)).toBe(true)
      expect(result.text === '').toBe(at === 'after-headers')
      expect(endpoint.requests).toHaveLength(1)
    },
  )

  it('gives out no call at all when the socket closes in its arguments', async () => {
    const toolCalls = [
      { name: 'a', arguments: {} },
      { name: 'b', arguments: { path: 'p'.repeat(100) } },
    ]
    const result = await run({ toolCalls, fault: { kind: 'close', at: 'mid-arguments' } })
    expect(result.failure?.code).toBe('truncated')
    expect(result.events.some((event) => event.type === 'tool-input-delta')).toBe(true)
    expect(result.events.filter((event) => event.type.startsWith('tool-call'))).toEqual([])
  })

  it('does not take a clean end without a finish for an answer, nor its calls', async () => {
    const toolCalls = [{ name: 'a', arguments: { path: '/' } }]
    const result = await run({ text, toolCalls, fault: { kind: 'no-finish' } })
    expect(result.failure?.code).toBe('truncated')
    expect(result.text).toBe(text)
    expect(result.events.filter((event) => event.type.startsWith('tool-call'))).toEqual([])
  })

  it('finishes once when the finish comes twice', async () => {
    const result = await run({ text, fault: { kind: 'duplicate-finish' } })
    expect(result.events.filter((event) => event.type === 'finish')).toHaveLength(1)
    expect(result.text).toBe(text)
  })

  it('takes an empty reason for an end only where the API marks the end otherwise', async () => {
    const result = await run({ text, fault: { kind: 'empty-finish' } })
    // Responses calls it incomplete, and Gemini has no other mark.
    const isMarked = kind !== 'openai-responses' && kind !== 'google'
    expect(result.failure?.code).toBe(isMarked ? undefined : 'truncated')
    expect(result.text).toBe(text)
  })

  it('ends on an event that is not JSON', async () => {
    const result = await run({ text, fault: { kind: 'malformed-event' } })
    expect(result.failure?.code).toBe('invalid-response')
    expect(text.startsWith(result.text)).toBe(true)
  })

  it('passes over events of a kind it does not know', async () => {
    const result = await run({ text, fault: { kind: 'unknown-event' } })
    expect(result.error).toBeUndefined()
    expect(result.text).toBe(text)
  })

  it('follows no redirect, so that the key reaches no other origin', async () => {
    const other = await startFakeModelEndpoint()
    try {
      const failure = await fail({ kind: 'redirect', location: `${other.url}/v1/chat/completions` })
      expect(failure).toMatchObject({ code: 'redirected', status: 307 })
      expect(failure?.message).toContain(other.url)
      expect(other.requests).toEqual([])
    } finally {
      await other.close()
    }
  })

  it('explains a 200 that is a web page or one JSON object', async () => {
    const page = await fail({
      kind: 'status',
      status: 200,
      body: '<!doctype html><title>Welcome</title>',
      contentType: 'text/html',
    })
    expect(page).toMatchObject({ code: 'invalid-response', detail: 'Welcome' })
    const error = await fail({
      kind: 'status',
      status: 200,
      body: '{"error":"Unexpected endpoint"}',
    })
    expect(error?.detail).toBe('Unexpected endpoint')
  })

  it('distinguishes a wrong path from a missing model', async () => {
    const result = await runStep(clients, {
      endpoint: { kind, baseUrl: `${endpoint.url}/wrong`, key: TEST_KEY },
    })
    expect(result.failure).toMatchObject({ code: 'bad-request', status: 404 })
    expect(result.failure?.message).toContain('/v1')
  })

  it('says that nothing listens at the address, so that nothing was sent', async () => {
    await endpoint.close()
    const result = await runStep(clients, { endpoint: endpointOf(kind, endpoint.url) })
    played.push(result)
    expect(result.failure?.code).toBe('unreachable')
    expect(result.failure?.message).toContain('running')
    expect(isUnsent(result)).toBe(true)
  })

  it('ends a stall by itself, before, in and after the first words; keep-alives are not words', async () => {
    const shortTimeout = createModelClients({ stall: { firstOutputMs: 150, betweenOutputMs: 150 } })
    const faults: FakeFault[] = [
      { kind: 'stall', at: 'before-headers' },
      { kind: 'stall', at: 'mid-text' },
      { kind: 'keep-alive', at: 'after-headers' },
      { kind: 'keep-alive', at: 'mid-text' },
    ]
    for (const fault of faults) {
      endpoint.script('m', [{ text, fault }])
      const result = await runStep(shortTimeout, { endpoint: endpointOf(kind, endpoint.url) })
      played.push(result)
      expect(result.failure?.code).toBe('timed-out')
      const record = await endpoint.requests.at(-1)?.closed
      expect(record?.outcome).toBe('closed-by-client')
    }
  })

  it('does not take slow tokens for a stall', async () => {
    const shortTimeout = createModelClients({ stall: { firstOutputMs: 600, betweenOutputMs: 600 } })
    endpoint.script('m', [{ text, eventDelayMs: 80 }])
    const result = await runStep(shortTimeout, { endpoint: endpointOf(kind, endpoint.url) })
    expect(result.error).toBeUndefined()
    expect(result.text).toBe(text)
  })

  describe('Stop', () => {
    const faults: [string, FakeStep][] = [
      ['before the headers', { fault: { kind: 'stall', at: 'before-headers' } }],
      ['after the headers', { fault: { kind: 'stall', at: 'after-headers' } }],
      ['in the text', { text, fault: { kind: 'stall', at: 'mid-text' } }],
      [
        'in tool arguments',
        {
          toolCalls: [{ name: 'a', arguments: { p: 'p'.repeat(99) } }],
          fault: { kind: 'stall', at: 'mid-arguments' },
        },
      ],
      ['among keep-alives', { text, fault: { kind: 'keep-alive', at: 'mid-text' } }],
      ['in slow tokens', { text, eventDelayMs: 40 }],
    ]
    it.each(faults)('closes the socket within 100 ms %s', async (_where, step) => {
      endpoint.script('m', [step])
      const controller = new AbortController()
      const running = runStep(
        clients,
        { endpoint: endpointOf(kind, endpoint.url) },
        controller.signal,
      )
      const record = await endpoint.waitForRequest(() => true)
      await new Promise((resolve) => setTimeout(resolve, 120))
      const stopped = Date.now()
      controller.abort()
      const result = await running
      expect(result.code).toBe('model/aborted')
      expect(Date.now() - stopped).toBeLessThan(100)
      const closed = await record.closed
      expect(closed.outcome).toBe('closed-by-client')
      expect((closed.closedAt ?? Infinity) - stopped).toBeLessThan(100)
    })

    it('ends the wait before another attempt', async () => {
      endpoint.script('m', [
        { fault: { kind: 'refuse', reason: 'rate-limit', retryAfter: '15' } },
        { text },
      ])
      const controller = new AbortController()
      const running = runStep(
        clients,
        { endpoint: endpointOf(kind, endpoint.url) },
        controller.signal,
      )
      await (
        await endpoint.waitForRequest(() => true)
      ).closed
      const stopped = Date.now()
      controller.abort()
      expect((await running).code).toBe('model/aborted')
      expect(Date.now() - stopped).toBeLessThan(100)
      expect(endpoint.requests).toHaveLength(1)
    })

    it('closes the socket when the reader turns away without a signal', async () => {
      endpoint.script('m', [{ text, fault: { kind: 'stall', at: 'mid-text' } }])
      const stream = clients.client(endpointOf(kind, endpoint.url)).stream(
        {
          modelId: 'm',
          system: '',
          messages: [{ role: 'user', text: 'x' }],
          tools: [],
          maxOutputTokens: 100,
        },
        NEVER_ABORTED,
      )
      for await (const event of stream) if (event.type === 'text-delta') break
      expect((await endpoint.requests[0]?.closed)?.outcome).toBe('closed-by-client')
    })

    it('sends nothing when it was stopped before it began', async () => {
      const controller = new AbortController()
      controller.abort()
      const result = await runStep(
        clients,
        { endpoint: endpointOf(kind, endpoint.url) },
        controller.signal,
      )
      expect(result.code).toBe('model/aborted')
      expect(endpoint.requests).toEqual([])
    })
  })
})

it('takes an answer without [DONE], which many local servers leave out', async () => {
  endpoint.script('m', [{ text, fault: { kind: 'no-end' } }])
  const result = await runStep(clients, { endpoint: endpointOf('openai-compatible', endpoint.url) })
  expect(result.events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
})

it('takes a message without message_stop whose reason of the end came', async () => {
  endpoint.script('m', [{ text, fault: { kind: 'no-end' } }])
  const result = await runStep(clients, { endpoint: endpointOf('anthropic', endpoint.url) })
  expect(result.events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
})

it.each([
  [
    'a key with a line break',
    { key: 'sk-secret\nvalue', baseUrl: 'http://127.0.0.1:9/v1' },
    'key-refused',
  ],
  [
    'a password in the URL',
    { key: undefined, baseUrl: 'http://u:sk-secret@127.0.0.1:9/v1' },
    'bad-request',
  ],
  ['what is no URL', { key: undefined, baseUrl: 'sk-secret' }, 'bad-request'],
  ['a URL of another scheme', { key: undefined, baseUrl: 'file:///etc/sk-secret' }, 'bad-request'],
])('refuses %s before anything is sent, without repeating it', async (_what, where, code) => {
  const result = await runStep(clients, { endpoint: { kind: 'openai-compatible', ...where } })
  expect(result.failure?.code).toBe(code)
  expect(inspect(result.error, { depth: 20 })).not.toContain('sk-secret')
})
