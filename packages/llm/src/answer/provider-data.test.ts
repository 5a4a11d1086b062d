import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from '../model-clients.ts'
import { endpointOf, runStep, TEST_KEY, type EndpointKind } from '../testing/run-step.ts'

const clients = createModelClients({ retry: { backoffMs: [] } })
let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

async function answerTo(kind: EndpointKind, events: readonly object[]) {
  const body = events.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')
  endpoint.script('m', [
    { fault: { kind: 'status', status: 200, body, contentType: 'text/event-stream' } },
  ])
  return runStep(clients, { endpoint: endpointOf(kind, endpoint.url) })
}

const choice = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const sealed = (size: number, index: number) =>
  choice({ reasoning_details: [{ type: 'reasoning.encrypted', index, data: 'x'.repeat(size) }] })

it.each([
  ['in one piece', [sealed(1_200_000, 0)]],
  ['in many', Array.from({ length: 12 }, (_, index) => sealed(100_000, index))],
])('an answer with more reasoning details than are kept stays, %s', async (_name, details) => {
  const played = await answerTo('openai-compatible', [
    ...details,
    choice({ content: 'The answer.' }),
    choice({}, 'stop'),
  ])
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe('The answer.')
  expect(played.events.map(({ type }) => type)).toEqual([
    'text-delta',
    'provider-data-left-out',
    'finish',
  ])
})

it('so does one with a signature that long', async () => {
  const block = { type: 'thinking', thinking: 'Hm', signature: 'x'.repeat(1_200_000) }
  const played = await answerTo('anthropic', [
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'Yes.' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ])
  expect(played.text).toBe('Yes.')
  expect(played.events.map(({ type }) => type)).toContain('provider-data-left-out')
})

it('long reasoning in thousands of pieces is kept', async () => {
  const piece = choice({
    reasoning_details: [{ type: 'reasoning.text', index: 0, format: 'x'.repeat(60), text: 'ab' }],
  })
  const played = await answerTo('openai-compatible', [
    ...Array.from({ length: 16_000 }, () => piece),
    choice({ content: 'The answer.' }),
    choice({}, 'stop'),
  ])
  expect(played.failure).toBeUndefined()
  expect(played.events.map(({ type }) => type)).toContain('step-parts')
})
