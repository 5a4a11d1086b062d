import { serverDraftSchema, type ResolvedTransport } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChatHarness, until, type ChatHarness } from '../testing/chat-harness.ts'
import { createCountingIds, createMemoryVault } from '../testing/in-memory-ports.ts'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { SecretChanges } from './secret-changes.ts'

let harness: ChatHarness
let host: ReturnType<ChatHarness['build']>['host']
const full = () => {
  throw new Error('database or disk is full')
}

beforeEach(() => {
  harness = createChatHarness()
  ;({ host } = harness.build([]))
})

/** A server at an address, with two secret headers and a proxy that has a password. */
function remote(origin: string, secret: string | null, id?: string) {
  const typed = (name: string) => (secret === null ? null : `${secret}-${name}`)
  const headers = ['A', 'B'].map((name) => ({ name, value: typed(name), secret: true }))
  const proxy = { url: `${origin}:3128`, user: 'ada', password: typed('proxy') }
  return serverDraftSchema.parse({
    ...(id === undefined ? {} : { id }),
    name: 'remote',
    transport: { kind: 'http', url: `${origin}/mcp`, headers },
    network: { proxy },
    start: 'demand',
  })
}

async function add(): Promise<string> {
  harness.consent.decision = 'allow'
  const proposal = await host.serverChangeConsent.propose(remote('https://old.example', 'old'))
  if (proposal.outcome !== 'saved') throw new Error('It was not saved.')
  return proposal.server.config.id
}

const change = (id: string) =>
  host.serverChangeConsent.propose(remote('https://new.example', 'NEW', id))
const secrets = () => [...harness.vault.secrets.values()].toSorted()
const OLD = ['old-A', 'old-B', 'old-proxy']
const NEW = ['NEW-A', 'NEW-B', 'NEW-proxy']

/** Returns the secrets that the server gets from an app that starts now. */
async function sentAfterRestart(id: string) {
  const next = harness.build([]).host
  await next.start({ holdServers: true })
  harness.server.opened.length = 0
  next.servers.get(id).lifecycle.start()
  await until(() => harness.server.opened.length > 0)
  const [opened] = harness.server.opened
  return opened as typeof opened & { transport: Extract<ResolvedTransport, { kind: 'http' }> }
}

async function expectOld(id: string): Promise<void> {
  const { transport, network } = await sentAfterRestart(id)
  expect(transport).toMatchObject({
    url: 'https://old.example/mcp',
    headers: { A: 'old-A', B: 'old-B' },
  })
  expect(network).toMatchObject({ proxy: { password: 'old-proxy' } })
  expect(secrets()).toEqual(OLD)
}

describe('a change of a server with other secrets', () => {
  it('sends the new ones, and forgets the old ones', async () => {
    const id = await add()
    await change(id)
    expect(secrets()).toEqual(NEW)
    const { transport, network } = await sentAfterRestart(id)
    expect(transport).toMatchObject({ url: 'https://new.example/mcp', headers: { A: 'NEW-A' } })
    expect(network).toMatchObject({ proxy: { password: 'NEW-proxy' } })
  })

  it('keeps those that were not typed again', async () => {
    const id = await add()
    await host.serverChangeConsent.propose({
      ...remote('https://old.example', null, id),
      name: 'renamed',
    })
    await expectOld(id)
  })

  /** @threat launch.half-saved-secret */
  it('sends no new secret to the old address when the record cannot be saved', async () => {
    const id = await add()
    const { save } = harness.stores.servers
    harness.stores.servers.save = full
    await expect(change(id)).rejects.toThrow('full')
    harness.stores.servers.save = save
    await expectOld(id)
  })

  /** @threat launch.half-saved-secret */
  it.each([1, 2, 3, 4])('changes nothing when the keychain fails at entry %i', async (fails) => {
    const id = await add()
    const set = harness.vault.set.bind(harness.vault)
    let entries = 0
    harness.vault.set = (ref, secret) => {
      entries += 1
      return entries === fails ? Promise.reject(new Error('locked')) : set(ref, secret)
    }
    await expect(change(id)).rejects.toThrow('locked')
    harness.vault.set = set
    await expectOld(id)
  })

  /**
   * @threat launch.half-saved-secret
   * @attacker server
   * @tries gets the secret that was typed for another server in its place, because the change fails half way: it does
   * not stop and the app is killed, the disk is full, the keychain is locked
   * @stoppedBy every secret that is typed has a reference of its own, which only the new record names; what no record
   * names in the end is forgotten, after a kill once the keychain is used again
   */
  it('sends no new secret to the old program when the app is killed while that is stopped', async () => {
    const id = await add()
    let kill: (() => void) | undefined
    const { lifecycle } = host.servers.get(id)
    const stop = lifecycle.stop.bind(lifecycle)
    lifecycle.stop = () =>
      new Promise((_, reject) => {
        lifecycle.stop = stop
        kill = () => reject(new Error('The app was killed.'))
      })
    const changing = change(id)
    await until(() => kill)
    expect(secrets()).toEqual(expect.arrayContaining([...OLD, ...NEW]))
    await expectOld(id)
    kill?.()
    await expect(changing).rejects.toThrow('The app was killed.')
  })

  it('forgets the old ones at the next start when the app is killed right after it was saved', async () => {
    const id = await add()
    harness.vault.delete = () => new Promise(() => undefined)
    const { save } = harness.stores.servers
    let isSaved = false
    harness.stores.servers.save = (config) => {
      save(config)
      isSaved = true
    }
    void change(id)
    await until(() => isSaved)
    harness.vault.delete = (ref) => Promise.resolve(void harness.vault.secrets.delete(ref))
    const { transport } = await sentAfterRestart(id)
    expect(transport).toMatchObject({ url: 'https://new.example/mcp', headers: { A: 'NEW-A' } })
    expect(secrets()).toEqual(NEW)
  })

  it('is through though the keychain does not forget the old ones, which the next start tries', async () => {
    const id = await add()
    const forget = harness.vault.delete.bind(harness.vault)
    harness.vault.delete = () => Promise.reject(new Error('locked'))
    expect(await change(id)).toMatchObject({ outcome: 'saved' })
    harness.vault.delete = forget
    await sentAfterRestart(id)
    expect(secrets()).toEqual(NEW)
  })

  it('waits for the change before it, whose secrets it keeps', async () => {
    const id = await add()
    const kept = { ...remote('https://old.example', null, id), name: 'renamed' }
    const review = await host.servers.review(kept)
    const first = change(id)
    await until(() => harness.consent.asked.length === 2)
    const second = host.servers.save(review.id, false)
    second.catch(() => undefined)
    await first
    // Of the old address, nothing is left to keep.
    await expect(second).rejects.toMatchObject({ code: 'server/secret-elsewhere' })
    expect(secrets()).toEqual(NEW)
  })
})

describe('a change of a provider with another key', () => {
  const list = { models: [{ id: 'm' }] }
  const provider = (origin: string, key: string | null, id?: string) => ({
    ...(id === undefined ? {} : { id }),
    kind: 'openai-compatible' as const,
    name: 'P',
    baseUrl: `${origin}/v1`,
    key,
  })

  /** @threat launch.half-saved-secret */
  it('leaves the old key with the old address when the record cannot be saved', async () => {
    const { id } = await host.providers.save(provider('https://old.example', 'sk-old'), list)
    const { save } = harness.stores.providers
    harness.stores.providers.save = full
    const changed = provider('https://new.example', 'sk-NEW', id)
    await expect(host.providers.save(changed, list)).rejects.toThrow('full')
    harness.stores.providers.save = save
    expect(secrets()).toEqual(['sk-old'])
    expect(host.providers.list()).toMatchObject([{ baseUrl: 'https://old.example/v1' }])
    await harness.build([]).host.providers.clientFor({ providerId: id, modelId: 'm' })
  })

  it('has the new key only, and forgets it with the provider', async () => {
    const { id } = await host.providers.save(provider('https://old.example', 'sk-old'), list)
    await host.providers.save(provider('https://new.example', 'sk-NEW', id), list)
    expect(secrets()).toEqual(['sk-NEW'])
    await host.providers.save(provider('https://new.example', null, id), list)
    expect(secrets()).toEqual(['sk-NEW'])
    await host.providers.remove(id)
    expect(secrets()).toEqual([])
  })

  it('goes on with a key that an earlier version kept', async () => {
    const { id } = await host.providers.save(provider('https://old.example', null), list)
    const [kept] = host.providers.list()
    if (!kept) throw new Error('not there')
    harness.stores.providers.save({ ...kept, hasKey: true })
    harness.vault.secrets.set(`provider/${id}/key`, 'sk-old')
    await host.providers.save(provider('https://old.example', null, id), list)
    expect(secrets()).toEqual(['sk-old'])
    await host.providers.save(provider('https://old.example', 'sk-NEW', id), list)
    expect(secrets()).toEqual(['sk-NEW'])
  })
})

describe('two profiles with one keychain', () => {
  const vault = createMemoryVault()
  const changesOf = (profile: string) =>
    new SecretChanges({ vault, profile, stores: createInMemoryStores(), ids: createCountingIds() })

  it('leaves a secret to the app that is about to name it, while another one starts', async () => {
    const newSecrets = new Map([['provider/p/key/1', 'sk-typed']])
    const kept = await changesOf('one').change({ newSecrets, replacedRefs: [] }, async () => {
      await changesOf('two').tidy()
      return vault.get('provider/p/key/1')
    })
    expect(kept).toEqual({ kind: 'there', secret: 'sk-typed' })
  })
})
