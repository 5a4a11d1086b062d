import { NEVER_ABORTED } from '@gatehouse/base'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { startFakeModelEndpoint } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { createModelClients } from './model-clients.ts'
import { failureOf } from './testing/run-step.ts'

const clients = createModelClients()
const VALUE = 'gw-0123456789-secret'
const disposers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposers.splice(0)) await dispose()
})

const endpointAt = (
  url: string,
  headers = [{ name: 'X-Gateway', value: VALUE, isSecret: true }],
) => ({
  kind: 'openai-compatible' as const,
  baseUrl: `${url}/v1`,
  key: undefined,
  headers,
})

it('a header of the person goes with the list and with each step, beside what the request sets itself', async () => {
  const endpoint = await startFakeModelEndpoint({})
  disposers.push(() => endpoint.close())
  await clients.listModels(endpointAt(endpoint.url), NEVER_ABORTED)
  const request = { modelId: 'echo', system: '', tools: [], maxOutputTokens: 10 }
  const messages = [{ role: 'user' as const, text: 'Hi' }]
  const step = clients
    .client(endpointAt(endpoint.url))
    .stream({ ...request, messages }, NEVER_ABORTED)
  for await (const event of step) if (event.type === 'finish') break
  const asked = endpoint.requests.filter(({ path }) => path.startsWith('/v1/'))
  expect(asked.map(({ path, headers }) => [path, headers['x-gateway']])).toEqual([
    ['/v1/models', VALUE],
    ['/v1/chat/completions', VALUE],
  ])
  expect(asked[1]?.headers['content-type']).toBe('application/json')
})

/** @threat models.header-elsewhere */
it('no header reaches the address to which a redirect leads', async () => {
  const reached: IncomingHttpHeaders[] = []
  const elsewhere = createServer((request, response) => {
    reached.push(request.headers)
    response.end('{"data":[]}')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1/models`
  const gateway = createServer((_request, response) => {
    response.writeHead(307, { location }).end()
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  for (const server of [elsewhere, gateway])
    disposers.push(() => new Promise((resolve) => server.close(resolve)))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const error: unknown = await clients
    .listModels(endpointAt(url), NEVER_ABORTED)
    .catch((e: unknown) => e)
  expect(failureOf(error).failure?.code).toBe('redirected')
  expect(inspect(error, { depth: 20 })).not.toContain(VALUE)
  expect(reached).toEqual([])
  proves('model.headers.redirects')
})

/** @threat models.header-changes-request */
it.each([
  ['host', 'evil.example'],
  ['x-line', 'a\r\nX-Evil: 1'],
  ['x-nul', 'a\0b'],
  ['x-much', 'a'.repeat(5000)],
])('the header %s that only the disk could name is not sent', async (name, value) => {
  const endpoint = await startFakeModelEndpoint({})
  disposers.push(() => endpoint.close())
  const headers = [{ name, value, isSecret: false }]
  const error: unknown = await clients
    .listModels(endpointAt(endpoint.url, headers), NEVER_ABORTED)
    .catch((e: unknown) => e)
  expect(failureOf(error).failure?.code).toBe('bad-request')
  expect(endpoint.requests).toEqual([])
})
