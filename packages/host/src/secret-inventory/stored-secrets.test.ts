import { serverDraftSchema, type SecretGroup, type ServerDraft } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SecretPresence } from '../ports/index.ts'
import { createChatHarness, until, type ChatHarness } from '../testing/chat-harness.ts'

let harness: ChatHarness
let host: ReturnType<ChatHarness['build']>['host']

beforeEach(() => {
  harness = createChatHarness()
  ;({ host } = harness.build([]))
  harness.consent.decision = 'allow'
})

const program = (name: string, secret: string | null, id?: string): ServerDraft =>
  serverDraftSchema.parse({
    ...(id === undefined ? {} : { id }),
    name,
    transport: {
      kind: 'stdio',
      command: 'node',
      args: ['s.js'],
      env: [
        { name: 'GITHUB_TOKEN', value: secret, secret: true },
        { name: 'MODE', value: 'fast', secret: false },
      ],
    },
    start: 'demand',
  })

const address = (secret: string): ServerDraft =>
  serverDraftSchema.parse({
    name: 'far',
    transport: {
      kind: 'http',
      url: 'https://far.example/mcp?who=me',
      headers: [{ name: 'Authorization', value: secret, secret: true }],
    },
    network: { proxy: { url: 'http://proxy.example:3128', user: 'ada', password: 'sk-proxy' } },
    oauthClient: {
      grant: 'sign-in',
      issuer: 'https://auth.example',
      id: 'me',
      credential: { kind: 'secret', value: 'sk-client' },
      scopes: [],
    },
    start: 'demand',
  })

async function add(draft: ServerDraft): Promise<string> {
  const proposal = await host.serverChangeConsent.propose(draft)
  if (proposal.outcome !== 'saved') throw new Error('It was not saved.')
  return proposal.server.config.id
}

const addProvider = (key: string) =>
  host.providers.save(
    { kind: 'openai-compatible', name: 'P', baseUrl: 'https://models.example/v1', key },
    { models: [{ id: 'm' }] },
  )

const short = (groups: SecretGroup[]) =>
  groups.map(({ owner, secrets }) => [
    owner.name,
    ...secrets.map(({ subject, state }) => `${subject.kind} ${state}`),
  ])

/** Expects the list to equal the keychain's content. */
async function expectListed(): Promise<void> {
  const groups = await host.secrets.list()
  const there = groups
    .flatMap(({ secrets }) => secrets)
    .filter(({ state }) => state === 'kept' || state === 'left-over' || state === 'unused')
  expect(there.map(({ ref }) => ref).toSorted()).toEqual(
    [...harness.vault.secrets.keys()].toSorted(),
  )
}

async function refs(): Promise<string[]> {
  return (await host.secrets.list()).flatMap(({ secrets }) => secrets.map(({ ref }) => ref))
}

/** Restarts the app with the same disk and keychain. */
async function restart(): Promise<void> {
  ;({ host } = harness.build([]))
  await host.start({ holdServers: true })
}

describe('the list of secrets', () => {
  it('names each, for whom and since when, and never a value', async () => {
    await add(program('near', 'sk-near'))
    await add(address('sk-far'))
    await addProvider('sk-model')
    const groups = await host.secrets.list()
    expect(groups.map(({ owner }) => owner.name)).toEqual(['near', 'far', 'P'])
    expect(
      groups.flatMap(({ secrets }) =>
        secrets.map(({ subject, receiver, state, since }) => ({
          ...subject,
          receiver,
          state,
          since,
        })),
      ),
    ).toMatchObject([
      { kind: 'variable', name: 'GITHUB_TOKEN', receiver: 'node', state: 'kept' },
      { kind: 'header', name: 'Authorization', receiver: 'https://far.example', state: 'kept' },
      { kind: 'proxy-password', user: 'ada', receiver: 'http://proxy.example:3128', state: 'kept' },
      { kind: 'client-secret', receiver: 'https://auth.example', state: 'kept' },
      { kind: 'api-key', receiver: 'https://models.example', state: 'kept' },
    ])
    expect(groups.flatMap(({ secrets }) => secrets).every(({ since }) => since !== null)).toBe(true)
    const reported = JSON.stringify([groups, [...harness.vault.inventory.values()]])
    for (const value of harness.vault.secrets.values()) expect(reported).not.toContain(value)
    proves('vault.list.named')
  })

  it('reports what the keychain has lost', async () => {
    await add(program('near', 'sk-near'))
    harness.vault.secrets.clear()
    expect(short(await host.secrets.list())).toEqual([['near', 'variable missing']])
    proves('vault.list.missing')
  })

  it('reports that the keychain cannot be read, rather than that something is lost', async () => {
    await add(program('near', 'sk-near'))
    harness.vault.presenceOf = (asked) => Promise.resolve(asked.map((): SecretPresence => 'locked'))
    expect(short(await host.secrets.list())).toEqual([['near', 'variable locked']])
    await expect(host.secrets.forget(await refs())).rejects.toMatchObject({
      code: 'secret/keychain-locked',
    })
    expect([...harness.vault.secrets.values()]).toEqual(['sk-near'])
  })

  it('shows what is left over of a server whose record is lost, and forgets it', async () => {
    const id = await add(program('near', 'sk-near'))
    harness.stores.servers.remove(id)
    await restart()
    const [group] = await host.secrets.list()
    expect(group?.owner).toMatchObject({ name: 'near', isGone: true })
    expect(short(await host.secrets.list())).toEqual([['near', 'variable left-over']])
    await expectListed()
    await host.secrets.forget(await refs())
    expect(harness.vault.secrets.size).toBe(0)
    expect(await host.secrets.list()).toEqual([])
    proves('vault.list.left-over')
  })

  /**
   * @threat launch.foreign-entries
   * @attacker program
   * @tries writes into the note of what Gatehouse keeps in the keychain, so that entries of another profile or of
   * Gatehouse itself are listed and deleted
   * @stoppedBy only references below a server or provider of the note are taken from it, and only what is listed is
   * deleted
   * @remains A program that may write to the keychain of the person can delete entries there by itself.
   */
  it('knows nothing of the secrets of another profile, and reads a damaged note in part', async () => {
    await add(program('near', 'sk-near'))
    harness.vault.secrets.set('server/other/env/TOKEN/1', 'sk-other')
    const [[place, text] = ['', '']] = harness.vault.inventory
    const stray = { kind: 'server', id: 'x', name: 'x', hue: 0, refs: ['unfinished-changes/a'] }
    harness.vault.inventory.set(place, `[7,${JSON.stringify(stray)},${text.slice(1)}`)
    await restart()
    expect(short(await host.secrets.list())).toEqual([['near', 'variable kept']])
    await host.secrets.forget(['server/other/env/TOKEN/1', 'unfinished-changes/a'])
    expect([...harness.vault.secrets.values()]).toEqual(['sk-near', 'sk-other'])
  })

  it('is what the keychain has, whatever is done with a server', async () => {
    const id = await add(program('near', 'sk-one'))
    await expectListed()
    await add(program('renamed', null, id))
    await expectListed()
    await add({ ...program('renamed', 'sk-two', id) })
    expect([...harness.vault.secrets.values()]).toEqual(['sk-two'])
    await expectListed()
    await addProvider('sk-model')
    await expectListed()
    await host.servers.remove(id)
    await expectListed()
    expect([...harness.vault.secrets.values()]).toEqual(['sk-model'])
  })
})

describe('forgetting', () => {
  it('takes out just what was named; the server then says what it needs', async () => {
    const id = await add(program('near', 'sk-near'))
    await addProvider('sk-model')
    const [near = ''] = await refs()
    await host.secrets.forget([near])
    expect([...harness.vault.secrets.values()]).toEqual(['sk-model'])
    expect(short(await host.secrets.list())).toEqual([
      ['near', 'variable forgotten'],
      ['P', 'api-key kept'],
    ])
    host.servers.get(id).lifecycle.start()
    await until(() => host.servers.get(id).view().connection.status === 'failed')
    expect(host.servers.get(id).view().connection).toMatchObject({
      failure: { code: 'secret-missing' },
    })
    proves('vault.forget.exactly')
    proves('vault.forget.asked-again')
  })

  it('leaves nothing half forgotten when the app is killed in between', async () => {
    await add(program('one', 'sk-one'))
    await add(program('two', 'sk-two'))
    await addProvider('sk-model')
    const chosen = (await refs()).slice(0, 2)
    const forget = harness.vault.delete.bind(harness.vault)
    let deleted = 0
    harness.vault.delete = (ref) => {
      if (!chosen.includes(ref)) return forget(ref)
      deleted += 1
      return deleted === 1 ? forget(ref) : new Promise(() => undefined)
    }
    void host.secrets.forget(chosen)
    await until(() => deleted === 2)
    expect([...harness.vault.secrets.values()]).toContain('sk-two')
    harness.vault.delete = forget
    await restart()
    // The first use of the keychain ends what was begun.
    await host.secrets.list()
    await until(() => harness.vault.secrets.size === 1)
    expect([...harness.vault.secrets.values()]).toEqual(['sk-model'])
    await expectListed()
    proves('vault.forget.killed')
  })

  it('signs out of a server whose sign-in is forgotten', async () => {
    const id = await add(address('sk-far'))
    harness.vault.secrets.set(`server/${id}/sign-in`, '{}')
    const { forget } = harness.authorizations
    harness.authorizations.forget = async (one) => {
      await forget(one)
      harness.vault.secrets.delete(`server/${one}/sign-in`)
    }
    expect(short(await host.secrets.list())[0]).toContain('sign-in unused')
    await host.secrets.forget([`server/${id}/sign-in`])
    expect(harness.authorizations.forgotten).toContain(id)
    expect(harness.vault.secrets.has(`server/${id}/sign-in`)).toBe(false)
    expect(short(await host.secrets.list())[0]).not.toContain('sign-in')
  })
})
