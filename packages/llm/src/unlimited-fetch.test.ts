import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { endpointOf, runStep, TEST_KEY } from './testing/run-step.ts'

const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')
type Agent = object & { constructor: new (limits: object) => Agent; close(): Promise<void> }

let endpoint: FakeModelEndpoint
let usual: Agent
let limited: Agent
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
  await fetch(endpoint.url)
  usual = Reflect.get(globalThis, GLOBAL_DISPATCHER) as Agent
  // The runtime's limits of 300 s, much shorter.
  limited = new usual.constructor({ headersTimeout: 200, bodyTimeout: 200 })
  Reflect.set(globalThis, GLOBAL_DISPATCHER, limited)
})
afterEach(async () => {
  Reflect.set(globalThis, GLOBAL_DISPATCHER, usual)
  await endpoint.close()
  await limited.close()
})

it('a model that is silent for longer than the runtime allows is waited for, before the headers and after', async () => {
  // Such a request is one that the runtime ends.
  endpoint.script('echo', [{ delayMs: 2000, text: 'late' }])
  const body = JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'x' }] })
  const headers = { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' }
  const ended = fetch(`${endpoint.url}/v1/chat/completions`, { method: 'POST', headers, body })
  await expect(ended).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } })
  endpoint.script('m', [{ delayMs: 1000, eventDelayMs: 500, text: 'At last' }])
  const clients = createModelClients({ retry: { backoffMs: [] } })
  const played = await runStep(clients, { endpoint: endpointOf('openai-compatible', endpoint.url) })
  expect(played.failure).toBeUndefined()
  expect(played.text).toBe('At last')
})
