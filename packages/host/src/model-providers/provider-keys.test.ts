import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import { createChatHarness, type ChatHarness } from '../testing/chat-harness.ts'

const draft = { kind: 'openai-compatible', name: 'Remote' } as const
let harness: ChatHarness

beforeEach(() => {
  harness = createChatHarness()
})

async function withKey() {
  const { host } = harness.build([])
  const provider = await host.providers.save(
    { ...draft, baseUrl: 'https://a.example/v1', key: 'sk-1' },
    { models: [{ id: 'm' }] },
  )
  return { host, provider }
}

/**
 * @threat launch.provider-key
 * @attacker page
 * @tries changes the address of a model provider and keeps its stored key
 * @stoppedBy the key is bound to the origin of the address, when it is tested, saved and used
 */
it.each([
  'https://b.example/v1',
  'http://a.example/v1',
  'https://a.example:8443/v1',
  'https://a.example.b.example/v1',
  'https://a.example@b.example/v1',
])('a key does not follow to %s, neither to test it nor to save it', async (baseUrl) => {
  const { host, provider } = await withKey()
  const moved = { ...draft, id: provider.id, baseUrl, key: null }
  const refusal = { data: { failure: { code: 'key-elsewhere' } } }
  await expect(host.providers.test(moved)).rejects.toMatchObject(refusal)
  await expect(host.providers.save(moved, { models: [] })).rejects.toMatchObject(refusal)
  expect(host.providers.list()[0]?.baseUrl).toBe('https://a.example/v1')
})

it('a key stays with its origin, however that is spelled and whatever the path', async () => {
  const { host, provider } = await withKey()
  const moved = { ...draft, id: provider.id, baseUrl: 'HTTPS://A.example:443/v2', key: null }
  expect(await host.providers.save(moved, { models: [] })).toMatchObject({ hasKey: true })
})

/** @threat launch.provider-key */
it('a key is not sent to an origin that only the configuration on disk names', async () => {
  const { host, provider } = await withKey()
  harness.stores.providers.save({ ...provider, baseUrl: 'https://evil.example/v1' })
  await expect(
    host.providers.clientFor({ providerId: provider.id, modelId: 'm' }),
  ).rejects.toMatchObject({ data: { failure: { code: 'key-elsewhere' } } })
})

it.each([
  ['http://127.0.0.1:11434/v1', true],
  ['http://[::1]:1/v1', true],
  ['http://0x7f.1/v1', true],
  ['http://127.example.com/v1', false],
  ['http://2852039166/v1', false],
])('%s is on this machine: %s', async (baseUrl, local) => {
  const { host } = harness.build([])
  expect(await host.providers.save({ ...draft, baseUrl, key: null }, { models: [] })).toMatchObject(
    { local },
  )
})

it.each(['locked', 'unavailable'] as const)(
  'a key in a keychain that is %s is not called missing',
  async (kind) => {
    const { host, provider } = await withKey()
    const client = () => host.providers.clientFor({ providerId: provider.id, modelId: 'm' })
    const read = harness.vault.get
    harness.vault.get = () => Promise.resolve({ kind, reason: 'why', remedy: 'Unlock it.' })
    await expect(client()).rejects.toMatchObject({
      data: {
        failure: { code: `keychain-${kind}`, message: expect.stringContaining('Unlock it.') },
      },
    })
    harness.vault.get = read
    await expect(client()).resolves.toBeDefined()
    proves('vault.read-results.model')
  },
)
