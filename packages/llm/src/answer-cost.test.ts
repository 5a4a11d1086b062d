import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '@gatehouse/domain'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, runStep, TEST_KEY, type StepOutcome } from './testing/run-step.ts'

const clients = createModelClients({ retry: { backoffMs: [] } })

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

function answerTo(body: string): Promise<StepOutcome> {
  endpoint.script('m', [{ write: () => ({ pieces: [body] }) }])
  return runStep(clients, { endpoint: endpointOf('openai-compatible', endpoint.url) })
}

const sse = (...events: unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const choice = (delta: unknown, finish: unknown = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const calls = (...fragments: unknown[]): string =>
  sse(...fragments.map((one) => choice({ tool_calls: [one] })), choice({}, 'tool_calls'))
const argumentsOf = ({ events }: StepOutcome): JsonObject => {
  const call = events.find((event) => event.type === 'tool-call')
  return call ? call.arguments : {}
}

describe('the cost of an answer grows with its length alone', () => {
  // With its square, each of these would take minutes.
  it('where the arguments of a call come in pieces without an index', async () => {
    const start = choice({
      tool_calls: [{ id: 'x', function: { name: 'del', arguments: '{"p":"' } }],
    })
    const more = sse(choice({ tool_calls: [{ function: { arguments: 'abcdefghijklmnop' } }] }))
    const end = sse(
      choice({ tool_calls: [{ function: { arguments: '"}' } }] }),
      choice({}, 'tool_calls'),
    )
    const played = await answerTo(sse(start) + more.repeat(40_000) + end)
    expect(played.failure).toBeUndefined()
    expect(argumentsOf(played)['p']).toHaveLength(640_000)
  })

  it('where words without end come before it, which are no part of it', async () => {
    const waiting = `${'waiting '.repeat(50)}\n`.repeat(12_000)
    const played = await answerTo(waiting + sse(choice({ content: 'Hi' }, 'stop')))
    expect(played.failure).toBeUndefined()
    expect(played.text).toBe('Hi')
  })

  it('where it has calls without end', async () => {
    const calling = Array.from({ length: 2000 }, (_, n) => ({
      id: `c${n}`,
      function: { name: 'del' },
    }))
    const events = Array.from({ length: 10 }, (_, round) =>
      choice({ tool_calls: calling.map(({ id, ...call }) => ({ id: `${round}${id}`, ...call })) }),
    )
    const played = await answerTo(sse(...events, choice({}, 'tool_calls')))
    expect(played.failure).toMatchObject({ code: 'too-much' })
    expect(played.failure?.message).toContain('10,000 tool calls')
  })

  it('where each piece of a call repeats its signature', async () => {
    const extra_content = { google: { thought_signature: 's'.repeat(10_000) } }
    const repeated = { index: 0, id: 'x', extra_content, function: { arguments: '' } }
    const started = { ...repeated, function: { name: 'del', arguments: '{"p":1}' } }
    const played = await answerTo(calls(started, ...Array.from({ length: 200 }, () => repeated)))
    expect(played.failure).toBeUndefined()
  })
})
