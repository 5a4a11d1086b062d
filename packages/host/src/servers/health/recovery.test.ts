import { GatehouseError, serverDraftSchema, type ConnectionFailure } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import { createManualClock, toolNamed, type ScriptedServer } from '../../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../../testing/registry-harness.ts'
import type { ManagedServer } from '../managed-server.ts'
import type { ServerRegistry } from '../server-registry.ts'

const never = new AbortController().signal
const gone: ConnectionFailure = { code: 'unreachable', message: 'files is gone.', lastLines: [] }
const busy: ConnectionFailure = {
  code: 'http-status',
  status: 503,
  message: 'files is busy.',
  retryAfterMs: 120_000,
  lastLines: [],
}

let clock: ReturnType<typeof createManualClock>
let server: ScriptedServer
let registry: ServerRegistry

async function settle(): Promise<void> {
  for (let round = 0; round < 60; round += 1) await Promise.resolve()
}

async function added(start = true): Promise<ManagedServer> {
  const draft = serverDraftSchema.parse({
    name: 'files',
    transport: { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: [] },
  })
  const { config } = await registry.save((await registry.review(draft)).id, start)
  await settle()
  return registry.get(config.id)
}

function fail(failure: ConnectionFailure): void {
  server.openError = new GatehouseError('connection/failed', 'x', { data: { failure } })
}

const stateOf = (managed: ManagedServer) => managed.view().connection

beforeEach(() => {
  clock = createManualClock()
  server = createScriptedServer()
  registry = createTestRegistry(server, { clock })
})

describe('a server that ran and cannot be reached', () => {
  it('is tried again for as long as it takes, and models keep its tools meanwhile', async () => {
    const managed = await added()
    fail(gone)
    server.listener?.onDown(gone)
    for (let minutes = 0; minutes < 120; minutes += 1) {
      await settle()
      expect(stateOf(managed)).toMatchObject({ status: 'failed', retryAt: expect.any(Number) })
      expect(managed.isOffered()).toBe(true)
      clock.advance(60_000)
    }
    // Ever more slowly: within two hours there are few tries.
    expect(server.opened.length).toBeGreaterThan(20)
    expect(server.opened.length).toBeLessThan(50)
    delete server.openError
    clock.advance(300_000)
    await settle()
    expect(stateOf(managed).status).toBe('ready')
    proves('faults.recovery.slowly')
  })

  it('is tried again at once when a person or a call wants it, and goes on being tried', async () => {
    const managed = await added()
    fail(gone)
    server.listener?.onDown(gone)
    await settle()
    for (let round = 0; round < 8; round += 1) {
      clock.advance(300_000)
      await settle()
    }
    const before = server.opened.length
    await expect(managed.ready(never)).rejects.toMatchObject({ code: 'server/not-running' })
    expect(server.opened).toHaveLength(before + 1)
    expect(stateOf(managed)).toHaveProperty('retryAt')
    managed.lifecycle.start()
    await settle()
    expect(stateOf(managed)).toMatchObject({ status: 'failed', attempt: 1 })
    // The person's try counts as the first.
    const state = stateOf(managed)
    const retryAt = state.status === 'failed' ? state.retryAt : undefined
    expect(retryAt).toBeLessThanOrEqual(clock.now() + 1000)
    proves('faults.recovery.fresh')
  })

  /** @threat faults.pressed */
  it('is left alone by calls for as long as it asked', async () => {
    const managed = await added()
    fail(busy)
    server.listener?.onDown(busy)
    await settle()
    const before = server.opened.length
    clock.advance(20_000)
    await expect(managed.ready(never)).rejects.toMatchObject({
      code: 'server/not-running',
      message: 'files is busy. It asked to be left alone for 100 s more.',
    })
    await managed.health.probe()
    expect(server.opened).toHaveLength(before)
    delete server.openError
    clock.advance(100_001)
    await settle()
    expect(stateOf(managed).status).toBe('ready')
  })

  it.each([403, 503])('is left alone for a day at most, with HTTP %i', async (status) => {
    const managed = await added()
    fail({ ...busy, status, retryAfterMs: 999_999_999_000 })
    server.listener?.onDown({ ...busy, status, retryAfterMs: 999_999_999_000 })
    await settle()
    await expect(managed.ready(never)).rejects.toThrow('left alone for 86400 s more')
    delete server.openError
    clock.advance(86_400_001)
    await expect(managed.ready(never)).resolves.toBeDefined()
  })

  it('is not tried by itself when it never worked, unless its server set a time', async () => {
    fail(gone)
    const managed = await added()
    expect(stateOf(managed)).toMatchObject({ status: 'failed' })
    expect(stateOf(managed)).not.toHaveProperty('retryAt')
    fail(busy)
    managed.lifecycle.start()
    await settle()
    expect(stateOf(managed)).toMatchObject({ retryAt: clock.now() + 120_000 })
    expect(managed.isOffered()).toBe(false)
  })
})

describe('while a server is being stopped', () => {
  /**
   * @threat faults.wedged
   * @attacker model
   * @tries To leave a server stuck in stopping with a live process, by calling it just then.
   * @stoppedBy A start during a stop begins after it.
   */
  it('a call waits for that and for the start after it, and the server is not stuck', async () => {
    const managed = await added()
    const stopped = managed.lifecycle.stop()
    expect(stateOf(managed).status).toBe('stopping')
    const ready = managed.ready(never)
    await stopped
    await expect(ready).resolves.toBeDefined()
    expect(stateOf(managed).status).toBe('ready')
    await managed.lifecycle.stop()
    expect(stateOf(managed)).toEqual({ status: 'stopped' })
    expect(server.closed).toBe(server.opened.length)
    proves('faults.stopping.waits')
  })

  it('a start that was asked for is taken back by another stop', async () => {
    const managed = await added()
    const first = managed.lifecycle.stop()
    const ready = managed.ready(never)
    const second = managed.lifecycle.stop()
    await Promise.all([first, second])
    await expect(ready).rejects.toMatchObject({ code: 'server/not-running' })
    expect(stateOf(managed)).toEqual({ status: 'stopped' })
    expect(server.closed).toBe(server.opened.length)
  })

  /**
   * @threat faults.another-while-changed
   * @attacker program
   * @tries To have a call start the server as it was, while the person changes what it is.
   * @stoppedBy A start that comes while a server is changed begins with the new configuration.
   */
  it('a call that comes while it is changed gets the changed one', async () => {
    const managed = await added()
    const draft = serverDraftSchema.parse({
      id: managed.config.id,
      name: 'files',
      transport: { kind: 'http', url: 'http://127.0.0.1:2/mcp', headers: [] },
    })
    const saving = registry.save((await registry.review(draft)).id, false)
    for (let round = 0; round < 4; round += 1) await Promise.resolve()
    const ready = managed.ready(never)
    await saving
    await ready
    expect(server.opened.at(-1)?.transport).toMatchObject({ url: 'http://127.0.0.1:2/mcp' })
    expect(server.opened.length - server.closed).toBe(1)
    proves('faults.stopping.changed')
  })
})

describe('a server that was removed', () => {
  /**
   * @threat faults.removed
   * @attacker page
   * @tries To start a server that was removed, by allowing a card that is left of it.
   * @stoppedBy Its cards are withdrawn with it, and it refuses every start.
   */
  it('starts no more, whoever asks for it', async () => {
    const managed = await added()
    const removing = registry.remove(managed.config.id)
    await expect(managed.ready(never)).rejects.toMatchObject({ code: 'server/not-found' })
    managed.lifecycle.start()
    await removing
    managed.lifecycle.start()
    await expect(managed.ready(never)).rejects.toMatchObject({ code: 'server/not-found' })
    await managed.health.probe()
    clock.advance(600_000)
    await settle()
    expect(server.opened).toHaveLength(1)
    expect(server.closed).toBe(1)
    proves('faults.removed.never')
  })
})

describe('tools that are for the views of an app only', () => {
  it('are not counted', async () => {
    server.tools = [
      toolNamed('read'),
      toolNamed('refresh', { _meta: { ui: { visibility: ['app'] } } }),
    ]
    const managed = await added()
    const both = managed.view()
    server.tools = [toolNamed('read')]
    await managed.lifecycle.stop()
    managed.lifecycle.start()
    await settle()
    expect(both).toMatchObject({ toolCount: 1, toolTokens: managed.view().toolTokens })
    expect(managed.view().toolCount).toBe(1)
    proves('faults.app-tools.counted')
  })
})
