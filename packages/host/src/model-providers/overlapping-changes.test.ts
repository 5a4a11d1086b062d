import type { ModelList } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import { createChatHarness, until, type ChatHarness } from '../testing/chat-harness.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
})

const draft = {
  kind: 'azure-openai',
  name: 'Azure',
  baseUrl: 'https://a.example/openai',
  key: 'sk-1',
} as const
const list = { models: [{ id: 'm' }] }
const refusal = { data: { failure: { code: 'no-model' } } }

/** Azure, asked for its models: it answers once it is released. */
async function refreshing() {
  const { host, models } = harness.build([])
  const provider = await host.providers.save(draft, list)
  let release = (): void => undefined
  let isAsked = false
  models.listModels = () => {
    isAsked = true
    return new Promise<ModelList>((resolve) => {
      release = () => resolve({ models: [] })
    })
  }
  const refreshed = host.providers.refresh(provider.id)
  refreshed.catch(() => undefined)
  await until(() => isAsked)
  return { host, provider, refreshed, release: () => release() }
}

it('Azure that was removed while it was refreshed does not come back', async () => {
  const { host, provider, refreshed, release } = await refreshing()
  await host.providers.remove(provider.id)
  release()
  await expect(refreshed).rejects.toMatchObject(refusal)
  expect(host.providers.list()).toEqual([])
})

it('a key and a context size of Azure that were set while it was refreshed stay', async () => {
  const { host, provider, refreshed, release } = await refreshing()
  const { id } = provider
  host.providers.override({ providerId: id, modelId: 'm' }, { contextWindow: 9000 })
  const changed = await host.providers.save({ ...draft, id, key: 'sk-2' }, list)
  release()
  await refreshed
  expect(host.providers.list()).toEqual([changed])
  await expect(host.providers.connect({ providerId: id, modelId: 'm' })).resolves.toBeDefined()
})

/** A change of the key that waits for the keychain until it is released. */
async function changing() {
  const { host } = harness.build([])
  const { id } = await host.providers.save(draft, list)
  const set = harness.vault.set
  let release: (() => void) | undefined
  harness.vault.set = async (ref, secret) => {
    if (ref.startsWith('provider/')) await new Promise<void>((resolve) => (release = resolve))
    return set(ref, secret)
  }
  const saved = host.providers.save({ ...draft, id, key: 'sk-2' }, list)
  return { host, id, saved, release: await until(() => release) }
}

it('a context size that was set while a change waited for the keychain stays', async () => {
  const { host, id, saved, release } = await changing()
  host.providers.override({ providerId: id, modelId: 'm' }, { contextWindow: 9000 })
  release()
  expect((await saved).overrides).toEqual([{ id: 'm', contextWindow: 9000 }])
  expect(host.providers.list()[0]?.overrides).toEqual([{ id: 'm', contextWindow: 9000 }])
})

it('a change that waits for the keychain does not bring back a provider that was removed', async () => {
  const { host, id, saved, release } = await changing()
  const removed = host.providers.remove(id)
  for (let round = 0; round < 300; round += 1) await Promise.resolve()
  release()
  await Promise.allSettled([saved, removed])
  expect(host.providers.list()).toEqual([])
  expect([...harness.vault.secrets.keys()].filter((ref) => ref.startsWith('provider/'))).toEqual([])
})
