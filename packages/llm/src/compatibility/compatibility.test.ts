import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '@gatehouse/domain'
import type { AssistantPart, ModelRequest } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint, type FakeStep } from '@gatehouse/testkit'
import { createModelClients } from '../model-clients.ts'
import { endpointOf, runStep, TEST_KEY } from '../testing/run-step.ts'

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

const refuses = (status: number, message: string): FakeStep => ({
  fault: { kind: 'status', status, body: JSON.stringify({ error: { message } }) },
})
const run = (clients: ReturnType<typeof createModelClients>, request: Partial<ModelRequest> = {}) =>
  runStep(clients, { endpoint: endpointOf('openai-compatible', endpoint.url), request })
const bodyAt = (at: number): JsonObject => endpoint.requests[at]?.body ?? {}

it('a refused field costs one request, once', async () => {
  const clients = createModelClients({ retry: { backoffMs: [] } })
  const refusal = refuses(400, 'Unrecognized request argument supplied: stream_options')
  endpoint.script('m', [refusal, { text: 'one' }, { text: 'two' }])
  expect((await run(clients)).text).toBe('one')
  expect((await run(clients)).text).toBe('two')
  expect(endpoint.requests).toHaveLength(3)
  expect(bodyAt(0)).toHaveProperty('stream_options')
  expect(bodyAt(1)).not.toHaveProperty('stream_options')
  expect(bodyAt(2)).not.toHaveProperty('stream_options')
})

it('a parameter of the person that is left out is reported', async () => {
  const clients = createModelClients({ retry: { backoffMs: [] } })
  endpoint.script('m', [refuses(400, "Unsupported value: 'temperature'"), { text: 'ok' }])
  const { events } = await run(clients, { temperature: 0.3 })
  expect(events[0]).toEqual({ type: 'parameters-left-out', names: ['temperature'] })
})

it('a template’s 500 that names what to change is not sent again as it was', async () => {
  const clients = createModelClients({ retry: { backoffMs: [1, 1] } })
  endpoint.script('m', [refuses(500, 'Jinja Exception: System role not supported'), { text: 'ok' }])
  expect((await run(clients)).text).toBe('ok')
  expect(endpoint.requests).toHaveLength(2)
})

it('a fifth refusal in one step is shown', async () => {
  const clients = createModelClients({ retry: { backoffMs: [] } })
  const fields = ['stream_options', 'temperature', 'stop', 'tool_choice', 'reasoning_effort']
  endpoint.script(
    'm',
    fields.map((field) => refuses(400, `Unsupported parameter: '${field}'`)),
  )
  const played = await run(clients, {
    temperature: 1,
    stopSequences: ['END'],
    toolChoice: 'required',
    reasoningEffort: 'low',
    tools: [{ name: 't', description: '', inputSchema: {} }],
  })
  expect(played.failure).toMatchObject({ code: 'bad-request', status: 400 })
  expect(endpoint.requests).toHaveLength(5)
})

it('a refusal whose change would change nothing is shown at once', async () => {
  const clients = createModelClients({ retry: { backoffMs: [] } })
  endpoint.script('m', [refuses(404, 'Conversation roles must alternate'), { text: 'ok' }])
  expect((await run(clients)).failure).toMatchObject({ status: 404 })
  expect(endpoint.requests).toHaveLength(1)
})

it('what the model did not answer is not remembered', async () => {
  const clients = createModelClients({ retry: { backoffMs: [] } })
  const refusal = refuses(400, "Unsupported parameter: 'stream_options'")
  endpoint.script('m', [refusal, refuses(401, 'no'), { text: 'ok' }])
  await run(clients)
  await run(clients)
  expect(bodyAt(2)).toHaveProperty('stream_options')
})

/** A turn with a call, as the host sends it back to the model that made it. */
const made = (...parts: AssistantPart[]): Partial<ModelRequest> => ({
  messages: [
    { role: 'user', text: 'go' },
    { role: 'assistant', parts },
    {
      role: 'tool',
      results: parts.flatMap((part) =>
        part.type === 'tool-call'
          ? [{ callId: part.callId, name: part.name, content: [], isError: false }]
          : [],
      ),
    },
  ],
})
const callPart = (callId: string, data?: JsonObject): AssistantPart => ({
  type: 'tool-call',
  callId,
  name: 't',
  arguments: {},
  ...(data ? { data } : {}),
})

it('reasoning goes back under its own name with a call, and not where it was refused', async () => {
  const clients = createModelClients({ retry: { backoffMs: [] } })
  const data = {
    chat: { field: 'reasoning', details: [{ type: 'reasoning.encrypted', data: 'AA' }] },
  }
  const history = made({ type: 'reasoning', text: 'hm', data }, callPart('call_1'))
  endpoint.script('m', [
    { text: 'ok' },
    refuses(400, 'Extra inputs are not permitted: reasoning'),
    { text: 'ok' },
  ])
  await run(clients, history)
  await run(clients, history)
  const [, , sent] = bodyAt(0)['messages'] as JsonObject[]
  expect(sent).toMatchObject({ reasoning: 'hm', reasoning_details: data.chat.details })
  const [, , again] = bodyAt(2)['messages'] as JsonObject[]
  expect(Object.keys(again ?? {})).not.toContain('reasoning')
})

it('an id goes back as it came, and in another alphabet once that was asked for', async () => {
  const clients = createModelClients({ retry: { backoffMs: [] } })
  const id = 'functions.t:0'
  const history = made(callPart(id, { call: { id } }))
  endpoint.script('m', [refuses(400, 'Tool call id must have a length of 9'), { text: 'ok' }])
  await run(clients, history)
  const idIn = (at: number) =>
    /"tool_call_id":"([^"]+)"/.exec(endpoint.requests[at]?.rawBody ?? '')?.[1]
  expect(idIn(0)).toBe(id)
  expect(idIn(1)).toMatch(/^[A-Za-z0-9]{9}$/)
})

it('after results that no answer followed stands an answer without words', async () => {
  const clients = createModelClients()
  endpoint.script('m', [{ text: 'ok' }])
  const { messages = [] } = made(callPart('call_1'))
  await run(clients, { messages: [...messages, { role: 'user', text: 'And now?' }] })
  const sent = bodyAt(0)['messages'] as JsonObject[]
  expect(sent.slice(-3)).toMatchObject([
    { role: 'tool' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'And now?' },
  ])
})
