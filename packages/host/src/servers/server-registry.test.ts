import {
  GatehouseError,
  type ConnectionFailure,
  serverDraftSchema,
  type ServerDraft,
  type ServerDraftInput,
} from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createEventRecorder,
  createInMemoryStores,
  createManualClock,
  createMemoryVault,
  createNoAuthorizations,
  type ScriptedServer,
} from '../testing/index.ts'
import type { Authorizations, EventSink } from '../ports/index.ts'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'
import type { ServerRegistry } from './server-registry.ts'

let stores: ReturnType<typeof createInMemoryStores>
let server: ScriptedServer
let clock: ReturnType<typeof createManualClock>
let vault: ReturnType<typeof createMemoryVault>

const build = (events: EventSink = createEventRecorder()): ServerRegistry =>
  createTestRegistry(server, { stores, vault, clock, events })

const draft = (change: Partial<ServerDraftInput> = {}): ServerDraft =>
  serverDraftSchema.parse({
    name: 'files',
    transport: {
      kind: 'stdio',
      command: 'node',
      args: ['server.js'],
      env: [{ name: 'TOKEN', value: 's3cret', secret: true }],
    },
    ...change,
  })

async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve()
}

const down: ConnectionFailure = { code: 'exited', message: 'files ended.', lastLines: ['boom'] }

beforeEach(() => {
  stores = createInMemoryStores()
  clock = createManualClock()
  vault = createMemoryVault()
  server = createScriptedServer()
})

describe('adding a server', () => {
  it('runs nothing before the reviewed launch is saved, and nothing else than that', async () => {
    const registry = build()
    const review = await registry.review(draft())
    expect(server.opened).toEqual([])
    expect(registry.list()).toEqual([])
    await registry.save(review.id, true)
    await settle()
    expect(server.opened[0]?.transport).toMatchObject({
      command: 'node',
      args: ['server.js'],
      env: { TOKEN: 's3cret' },
    })
    await expect(registry.save(review.id, true)).rejects.toMatchObject({
      code: 'server/review-expired',
    })
  })

  it('keeps secrets in the vault only, and forgets them with the server', async () => {
    const registry = build()
    const view = await registry.save((await registry.review(draft())).id, false)
    expect(JSON.stringify([stores.servers.list(), registry.list()])).not.toContain('s3cret')
    expect([...vault.secrets.values()]).toEqual(['s3cret'])
    await registry.remove(view.config.id)
    expect(vault.secrets.size).toBe(0)
    expect(stores.servers.list()).toEqual([])
  })

  it('keeps a stored secret when an edit does not touch it', async () => {
    const registry = build()
    const view = await registry.save((await registry.review(draft())).id, false)
    const edit = draft({
      id: view.config.id,
      transport: {
        kind: 'stdio',
        command: 'node',
        args: ['server.js'],
        env: [{ name: 'TOKEN', value: null, secret: true }],
      },
      name: 'renamed',
    })
    await registry.save((await registry.review(edit)).id, true)
    await settle()
    expect(server.opened[0]?.transport).toMatchObject({
      command: 'node',
      env: { TOKEN: 's3cret' },
    })
  })

  it('refuses a second server of the same name', async () => {
    const registry = build()
    await registry.save((await registry.review(draft())).id, false)
    await expect(registry.review(draft({ name: 'FILES' }))).rejects.toMatchObject({
      code: 'server/name-taken',
    })
  })

  it('gives each new server a hue of its own', async () => {
    const registry = build()
    for (const name of ['a', 'b', 'c'])
      await registry.save((await registry.review(draft({ name }))).id, false)
    expect(new Set(registry.list().map((view) => view.config.hue)).size).toBe(3)
  })
})

describe('a running server', () => {
  async function running(): Promise<ServerRegistry> {
    const registry = build()
    await registry.save((await registry.review(draft())).id, true)
    await settle()
    return registry
  }
  const state = (registry: ServerRegistry) => registry.list()[0]?.connection

  it('is started again after it ended by itself, at last every five minutes', async () => {
    const registry = await running()
    for (let end = 1; end <= 5; end += 1) {
      server.listener?.onDown(down)
      await settle()
      expect(state(registry)).toMatchObject({ status: 'failed' })
      clock.advance(30_000)
      await settle()
      expect(state(registry)?.status).toBe('ready')
    }
    for (const minutes of [1, 2]) {
      server.listener?.onDown(down)
      await settle()
      clock.advance(minutes * 60_000)
      await settle()
    }
    server.listener?.onDown(down)
    await settle()
    clock.advance(200_000)
    await settle()
    expect(state(registry)).toMatchObject({ status: 'failed', failure: { lastLines: ['boom'] } })
    clock.advance(100_000)
    await settle()
    expect(state(registry)?.status).toBe('ready')
  })

  it('is not brought back by a retry after the person stopped it', async () => {
    const registry = await running()
    server.listener?.onDown(down)
    await registry.get(registry.list()[0]?.config.id ?? '').lifecycle.stop()
    clock.advance(60_000)
    await settle()
    expect(state(registry)).toEqual({ status: 'stopped' })
    expect(server.opened).toHaveLength(1)
  })

  it('says the cause in words to a call that needs it, and can be started again', async () => {
    const registry = build()
    server.openError = new GatehouseError('connection/failed', 'x', {
      data: { failure: { ...down, message: 'files could not start.' } },
    })
    const view = await registry.save((await registry.review(draft())).id, true)
    await settle()
    expect(state(registry)).toMatchObject({ status: 'failed', attempt: 1 })
    const managed = registry.get(view.config.id)
    await expect(managed.ready(new AbortController().signal)).rejects.toMatchObject({
      code: 'server/not-running',
      message: 'files could not start.',
    })
    delete server.openError
    managed.lifecycle.start()
    await settle()
    expect(state(registry)?.status).toBe('ready')
  })

  it('names a secret that is gone instead of starting without it', async () => {
    const registry = build()
    const saved = await registry.save((await registry.review(draft())).id, false)
    vault.secrets.clear()
    registry.get(saved.config.id).lifecycle.start()
    await settle()
    expect(state(registry)).toMatchObject({
      status: 'failed',
      failure: { code: 'secret-missing', detail: 'TOKEN' },
    })
    expect(server.opened).toEqual([])
  })

  it.each(['locked', 'unavailable'] as const)(
    'says that the keychain is %s instead of asking for the secret again, and starts once it is not',
    async (kind) => {
      const registry = build()
      const saved = await registry.save((await registry.review(draft())).id, false)
      const read = vault.get
      vault.get = () => Promise.resolve({ kind, reason: 'why', remedy: 'Unlock it.' })
      registry.get(saved.config.id).lifecycle.start()
      await settle()
      expect(state(registry)).toMatchObject({
        status: 'failed',
        failure: {
          code: `keychain-${kind}`,
          detail: 'TOKEN',
          message: expect.stringContaining('Unlock it.'),
        },
      })
      expect(server.opened).toEqual([])
      vault.get = read
      registry.get(saved.config.id).lifecycle.start()
      await settle()
      expect(state(registry)?.status).toBe('ready')
      proves('vault.read-results.server')
    },
  )

  it('starts with what the last of two changes that overlap leaves', async () => {
    const registry = await running()
    const { lifecycle } = registry.get(registry.list()[0]?.config.id ?? '')
    const [save, forget] = [lifecycle.hold(), lifecycle.hold()]
    await lifecycle.stop()
    lifecycle.ensureStarted('now')
    forget()
    forget()
    await settle()
    expect(server.opened).toHaveLength(1)
    save()
    await settle()
    expect(server.opened).toHaveLength(2)
    expect(state(registry)?.status).toBe('ready')
  })

  it('leaves no connection open, in whichever moment of its start it is stopped', async () => {
    for (let moment = 0; moment < 40; moment += 1) {
      server = createScriptedServer()
      stores = createInMemoryStores()
      const registry = build()
      const { config } = await registry.save((await registry.review(draft())).id, false)
      registry.get(config.id).lifecycle.start()
      for (let round = 0; round < moment; round += 1) await Promise.resolve()
      await registry.get(config.id).lifecycle.stop()
      await settle()
      expect({ moment, closed: server.closed }).toEqual({ moment, closed: server.opened.length })
    }
  })

  it('closes the connection once when it is stopped', async () => {
    const registry = await running()
    await registry.close()
    expect(server.closed).toBe(1)
    expect(state(registry)).toEqual({ status: 'stopped' })
  })
})

/** @threat drawing.resource-updates */
it('sends the window no change of a resource that nobody watches', async () => {
  const events = createEventRecorder()
  const registry = build(events)
  await registry.save((await registry.review(draft())).id, true)
  await settle()
  for (let index = 0; index < 100; index += 1) server.listener?.onResourceUpdated(`x:${index}`)
  server.listener?.onListChanged('prompts')
  const names = events.recorded.map(({ name }) => name)
  expect(names).toContain('server.list-changed')
  expect(names).not.toContain('server.resource-updated')
})

describe('the sign-in of a client that is changed', () => {
  type Client = NonNullable<ServerDraftInput['oauthClient']>
  type Left = Parameters<Authorizations['signOut']>[0]
  const provider = { issuer: 'https://idp.example', id: 'at-home' }
  const client: Client = {
    grant: 'enterprise',
    issuer: 'https://login.example',
    id: 'machine',
    credential: { kind: 'secret', value: 'typed' },
    provider,
  }
  const far = (change: Partial<ServerDraftInput> = {}) =>
    draft({
      transport: { kind: 'http', url: 'https://far.example/mcp', headers: [] },
      oauthClient: client,
      ...change,
    })

  async function changed(
    change: Partial<ServerDraftInput>,
    signOut: (late: Promise<void> | undefined) => Promise<void> = () => Promise.resolve(),
  ) {
    const steps: string[] = []
    const left: Left[] = []
    const authorizations: Authorizations = {
      ...createNoAuthorizations(),
      signOut(one, late) {
        steps.push(`signed out of ${stores.servers.list()[0]?.oauthClient?.provider?.id}`)
        left.push(one)
        return signOut(late)
      },
      forget: () => Promise.resolve(void steps.push('forgotten')),
    }
    const registry = createTestRegistry(server, { stores, vault, clock, authorizations })
    const { config } = await registry.save((await registry.review(far())).id, false)
    const saving = registry.save(
      (await registry.review(far({ id: config.id, ...change }))).id,
      false,
    )
    return { saving, steps, left }
  }

  it.each<[string, Partial<ServerDraftInput>]>([
    ['provider', { oauthClient: { ...client, provider: { ...provider, id: 'other' } } }],
    ['file', { oauthClient: { ...client, statementFile: '/run/token' } }],
    ['client', { oauthClient: { ...client, id: 'other' } }],
    ['client, for none', { oauthClient: undefined }],
    ['address, for a program', { transport: draft().transport, oauthClient: undefined }],
  ])('is revoked as it was, and then forgotten (another %s)', async (_what, change) => {
    const { saving, steps, left } = await changed(change)
    await saving
    expect(steps).toEqual(['signed out of at-home', 'forgotten'])
    expect(left).toMatchObject([
      {
        url: 'https://far.example/mcp',
        client: { id: 'machine', provider, credential: { secret: 'typed' } },
      },
    ])
    expect(left[0]?.client).not.toHaveProperty('assertion')
  })

  it('stays where nothing of the client is changed', async () => {
    const kept = { ...client, credential: { kind: 'secret' as const, value: null } }
    const { saving, steps } = await changed({ name: 'renamed', oauthClient: kept })
    await saving
    expect(steps).toEqual([])
  })

  it('is forgotten though its issuer does not respond', async () => {
    const never = new Promise<void>(() => undefined)
    const { saving, steps } = await changed({ oauthClient: undefined }, (late = never) => late)
    await settle()
    await settle()
    expect(steps).toEqual(['signed out of at-home'])
    clock.advance(3000)
    await saving
    expect(steps).toEqual(['signed out of at-home', 'forgotten'])
  })

  it('is forgotten though it cannot be read', async () => {
    const { saving, steps } = await changed({ oauthClient: undefined }, () =>
      Promise.reject(new GatehouseError('sign-in/locked', 'It is locked.')),
    )
    await saving
    expect(steps).toContain('forgotten')
  })
})
