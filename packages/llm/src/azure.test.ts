import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { createModelClients } from './model-clients.ts'
import { runStep, TEST_KEY } from './testing/run-step.ts'

const clients = createModelClients({ retry: { backoffMs: [] } })
const kind = 'azure-openai' as const
let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
})
afterEach(() => endpoint.close())

const target = (path: string, apiVersion?: string) => ({
  kind,
  baseUrl: `${endpoint.url}${path}`,
  apiVersion,
  key: TEST_KEY,
})

it.each(['', '/', '/openai', '/openai/v1', '/openai/v1/', '/openai/deployments/other'])(
  'an address that ends with "%s" is the resource’s, and the deployment is named in the request',
  async (path) => {
    endpoint.script('prod-gpt', [{ text: 'Hello.' }])
    const played = await runStep(clients, {
      endpoint: target(path),
      request: { modelId: 'prod-gpt' },
    })
    expect(played.failure).toBeUndefined()
    expect(played.text).toBe('Hello.')
    const [sent] = endpoint.requests
    expect(sent?.path).toBe('/openai/v1/chat/completions')
    expect(sent?.headers['api-key']).toBe(TEST_KEY)
    expect(sent?.headers['authorization']).toBeUndefined()
  },
)

it('a dated version has the deployment in the address, and the version with it', async () => {
  endpoint.script('prod-gpt', [{ text: 'Hello.' }])
  const played = await runStep(clients, {
    endpoint: target('', '2024-10-21'),
    request: { modelId: 'prod-gpt' },
  })
  expect(played.text).toBe('Hello.')
  expect(endpoint.requests[0]?.path).toBe('/openai/deployments/prod-gpt/chat/completions')
  expect(endpoint.requests[0]?.query).toBe('?api-version=2024-10-21')
})

it.each(['../../v1/other', 'a?key=b', 'a#b', '', '..', 'a/b', 'a b', 'x'.repeat(300)])(
  'a deployment named %j leads to no other address',
  async (modelId) => {
    const played = await runStep(clients, {
      endpoint: target('', '2024-10-21'),
      request: { modelId },
    })
    expect(played.failure?.code).toBe('model-not-found')
    expect(endpoint.requests).toEqual([])
  },
)

it.each([undefined, '2024-10-21'])(
  'the test of a key takes no model that can be deployed for one that is: %s',
  async (version) => {
    const signal = NEVER_ABORTED
    expect(await clients.listModels(target('', version), signal)).toEqual({ models: [] })
    expect(endpoint.requests[0]?.headers['api-key']).toBe(TEST_KEY)
    const wrong = { ...target('', version), key: 'wrong-key' }
    await expect(clients.listModels(wrong, signal)).rejects.toMatchObject({
      data: { failure: { code: 'key-refused' } },
    })
  },
)
