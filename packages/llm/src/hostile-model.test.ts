import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STEP_LIMITS } from '@gatehouse/domain'
import type { ModelEvent, ModelMessage } from '@gatehouse/host/ports'
import {
  startFakeModelEndpoint,
  type FakeFault,
  type FakeModelEndpoint,
  type FakeStep,
} from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, EVERY_KIND, runStep, TEST_KEY, type StepOutcome } from './testing/run-step.ts'
import { measureEventLoopStall } from './testing/measure-event-loop-stall.ts'

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

const clients = createModelClients({ retry: { backoffMs: [] } })

async function measured(
  work: () => Promise<StepOutcome>,
): Promise<StepOutcome & { stalledMs: number }> {
  const { value, longestMs } = await measureEventLoopStall(work)
  return { ...value, stalledMs: longestMs }
}

/** The vendors' code is loaded at the first request. */
beforeAll(async () => {
  const first = await startFakeModelEndpoint()
  for (const kind of EVERY_KIND)
    await runStep(clients, { endpoint: endpointOf(kind, first.url), request: { modelId: 'echo' } })
  await first.close()
})

const charactersOf = (events: ModelEvent[], type: 'text-delta' | 'reasoning-delta'): number =>
  events.reduce((sum, event) => sum + (event.type === type ? event.text.length : 0), 0)

/** Where each API has the ids of calls and of their results. */
const idsIn = {
  'openai-compatible': { call: /"id":"([^"]+)"/g, result: /"tool_call_id":"([^"]+)"/g },
  'azure-openai': { call: /"id":"([^"]+)"/g, result: /"tool_call_id":"([^"]+)"/g },
  'openai-responses': {
    call: /"type":"function_call","call_id":"([^"]+)"/g,
    result: /"type":"function_call_output","call_id":"([^"]+)"/g,
  },
  anthropic: { call: /"id":"([^"]+)"/g, result: /"tool_use_id":"([^"]+)"/g },
  google: {
    call: /"functionCall":\{"id":"([^"]+)"/g,
    result: /"functionResponse":\{"id":"([^"]+)"/g,
  },
} as const

/** Of processor time; the endpoint is in the same process and takes its part of it. */
const STALL_MS = 400

describe.each(EVERY_KIND)('a hostile model, %s', (kind) => {
  const run = (step: FakeStep, messages?: ModelMessage[]) => {
    endpoint.script('m', [step])
    return measured(() =>
      runStep(clients, {
        endpoint: endpointOf(kind, endpoint.url),
        request: messages ? { messages } : {},
      }),
    )
  }
  const endless = (of: Extract<FakeFault, { kind: 'endless' }>['of'], chunkSize: number) =>
    run({ chunkSize, fault: { kind: 'endless', of } })

  /**
   * @threat turns.endless-text
   * @attacker model
   * @tries To fill memory and disk with an answer, or reasoning, that does not end.
   * @stoppedBy A step ends at 1,000,000 characters of text and reasoning, which are kept.
   */
  it.each(['text', 'reasoning'] as const)(
    'an answer of %s without an end is ended at 1,000,000 characters, which are kept',
    async (of) => {
      const played = await endless(of, 2000)
      expect(played.failure).toMatchObject({ code: 'too-much' })
      expect(charactersOf(played.events, `${of}-delta`)).toBe(STEP_LIMITS.characters)
      expect(played.stalledMs).toBeLessThan(STALL_MS)
      await (
        await endpoint.waitForRequest(() => true)
      ).closed
    },
  )

  /**
   * @threat turns.huge-arguments
   * @attacker model
   * @tries To gather arguments of a call without an end in memory.
   * @stoppedBy One call takes 1 MB of arguments and a step 4 MB; then the answer is ended.
   */
  it('a call whose arguments have no end is ended at 1 MB', async () => {
    const played = await endless('arguments', 5000)
    expect(played.failure).toMatchObject({
      code: 'too-much',
      message: expect.stringContaining('1 MB of arguments') as string,
    })
    expect(played.stalledMs).toBeLessThan(STALL_MS)
  })

  /**
   * @threat turns.empty-events
   * @attacker model
   * @tries To keep main busy for ever with events that hold nothing.
   * @stoppedBy An answer has at most 100,000 events, and empty ones count as silence.
   */
  it('deltas that hold nothing, for ever, are ended', async () => {
    const limited = createModelClients({ maxEvents: 5000 })
    endpoint.script('m', [{ fault: { kind: 'endless', of: 'empty' } }])
    const played = await runStep(limited, { endpoint: endpointOf(kind, endpoint.url) })
    expect(played.failure).toMatchObject({
      code: 'too-much',
      message: expect.stringContaining('too many events') as string,
    })
    expect(played.events).toEqual([])
  })

  /** @threat turns.empty-events */
  it('empty deltas that come slowly count as silence', async () => {
    const limited = createModelClients({ stall: { firstOutputMs: 300, betweenOutputMs: 300 } })
    endpoint.script('m', [{ fault: { kind: 'keep-alive', at: 'after-headers' } }])
    const played = await runStep(limited, { endpoint: endpointOf(kind, endpoint.url) })
    expect(played.failure).toMatchObject({ code: 'timed-out' })
  })

  /**
   * @threat turns.huge-event
   * @attacker model
   * @tries To hold main with one event of many megabytes or of hundreds of thousands of values.
   * @stoppedBy Bytes and values of an event are counted before anything parses it.
   */
  it('one line without an end is not gathered in memory', async () => {
    const played = await endless('line', 16)
    expect(played.failure).toMatchObject({
      code: 'too-much',
      message: expect.stringContaining('a single event of more than 4 MB') as string,
    })
    expect(played.stalledMs).toBeLessThan(STALL_MS)
  })

  /** @threat turns.huge-event */
  it('one event of hundreds of thousands of values is refused before it is parsed', async () => {
    const values = `{"choices":[${'{},'.repeat(300_000)}{}]}`
    const body = `data: ${values}\n\n`
    endpoint.script('m', [
      { fault: { kind: 'status', status: 200, body, contentType: 'text/event-stream' } },
    ])
    const played = await measured(() =>
      runStep(clients, { endpoint: endpointOf(kind, endpoint.url) }),
    )
    expect(played.failure?.message).toContain('a single event of more than 20,000 values')
    expect(played.stalledMs).toBeLessThan(STALL_MS)
  })

  /**
   * @threat turns.thousands-of-calls
   * @attacker model
   * @tries To hold the window with a step of thousands of tool calls.
   * @stoppedBy A step makes 64 calls; the rest are counted, shown and told to the model within a legal transcript.
   */
  it('of thousands of calls in one step 64 come through, and the rest are counted', async () => {
    // The last event of Responses repeats all of them, and an event has limits of its own.
    const length = kind === 'openai-responses' ? 1500 : 3000
    const toolCalls = Array.from({ length }, (_, n) => ({ name: 't', arguments: { n } }))
    const played = await run({ text: 'All.', toolCalls })
    const made = played.events.filter((event) => event.type === 'tool-call')
    expect(made).toHaveLength(64)
    expect(played.events.at(-2)).toEqual({ type: 'tool-calls-refused', count: length - 64 })
    expect(played.error).toBeUndefined()
    expect(played.stalledMs).toBeLessThan(STALL_MS)
  })

  /**
   * @threat turns.odd-calls
   * @attacker model
   * @tries To break the transcript with huge, repeated or special call ids, names and token counts.
   * @stoppedBy Ids and names are cut, calls and results are paired in order, absurd counts dropped.
   */
  it('ids and names of a megabyte are cut, and absurd token counts are not counts', async () => {
    const long = 'n'.repeat(1_000_000)
    const played = await run({
      toolCalls: [{ id: long, name: long, arguments: {} }],
      usage: { inputTokens: 1e308, outputTokens: -1 },
    })
    const [call] = played.events.filter((event) => event.type === 'tool-call')
    expect(call?.callId.length).toBe(256)
    expect(call?.name.length).toBe(256)
    expect(played.events.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls', usage: {} })
  })

  /** @threat turns.odd-calls */
  it('calls whose ids are alike, empty or __proto__ stay pairs of call and result', async () => {
    const ids = ['same', 'same', '__proto__', '__proto__', '', '']
    const messages: ModelMessage[] = [
      { role: 'user', text: 'go' },
      {
        role: 'assistant',
        parts: ids.map((callId, n) => ({
          type: 'tool-call',
          callId,
          name: 't',
          arguments: { n },
        })),
      },
      {
        role: 'tool',
        results: ids.map((callId, n) => ({
          callId,
          name: 't',
          content: [{ type: 'text', text: `result ${n}` }],
          isError: false,
        })),
      },
    ]
    // The endpoint refuses a transcript whose calls and results do not pair, as providers do.
    const played = await run({ text: 'fine' }, messages)
    expect(played.failure).toBeUndefined()
    const sent = endpoint.requests.at(-1)?.rawBody ?? ''
    for (const n of ids.keys()) expect(sent).toContain(`result ${n}`)
    const { call, result } = idsIn[kind]
    const asked = [...sent.matchAll(call)].map(([, id]) => id)
    expect(new Set(asked).size).toBe(ids.length)
    const given = [...sent.matchAll(result)].map(([, id]) => id)
    expect(given).toEqual(asked)
  })

  /**
   * @threat turns.error-page
   * @attacker model
   * @tries To hold main with an error page whose tags have no end.
   * @stoppedBy Pages are read by position, in linear time.
   */
  it.each([
    ['tags without an end', '<!doctype html>' + '<'.repeat(64_000)],
    ['titles without an end', '<!doctype html>' + '<title '.repeat(9_000)],
    ['spaces', `{"error":"${' '.repeat(60_000)}x"}`],
    ['bearers', `Bearer ${'Bearer'.repeat(10_000)}`],
  ])('an error page of 65 KB of %s costs no second', async (_what, body) => {
    const fault: FakeFault = { kind: 'status', status: 400, body, contentType: 'text/html' }
    const begin = process.cpuUsage()
    const played = await run({ fault })
    const { user, system } = process.cpuUsage(begin)
    expect(played.failure).toBeDefined()
    expect((user + system) / 1000).toBeLessThan(600)
  })
})

/** @threat turns.endless-text */
it('main is served while a million characters stream in as fast as the network allows', async () => {
  endpoint.script('m', [{ chunkSize: 32, fault: { kind: 'endless', of: 'text' } }])
  const played = await measured(() =>
    runStep(clients, { endpoint: endpointOf('openai-compatible', endpoint.url) }),
  )
  expect(played.text).toHaveLength(STEP_LIMITS.characters)
  expect(played.stalledMs).toBeLessThan(STALL_MS)
}, 60_000)
