import { GatehouseError, serverDraftSchema, type ConnectionFailure } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createEventRecorder,
  createManualClock,
  createManualSystem,
  toolNamed,
  type ScriptedServer,
} from '../../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../../testing/registry-harness.ts'
import { watchHealth } from './health-watch.ts'
import type { ServerRegistry } from '../server-registry.ts'

const NEVER = new AbortController().signal

async function settle(): Promise<void> {
  for (let round = 0; round < 40; round += 1) await Promise.resolve()
}

/** A ping that never gets a response. */
const silence = (signal: AbortSignal): Promise<void> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })

let clock: ReturnType<typeof createManualClock>
let system: ReturnType<typeof createManualSystem>
let server: ScriptedServer
let pings: number

interface World {
  registry: ServerRegistry
  events: ReturnType<typeof createEventRecorder>
  close(): void
}

async function world(count = 1, transport: 'stdio' | 'http' = 'stdio'): Promise<World> {
  const events = createEventRecorder()
  const registry = createTestRegistry(server, { clock, events })
  const { close } = watchHealth({
    system,
    timers: clock,
    clock,
    servers: () => registry.all(),
    random: () => 0.5,
  })
  for (let index = 0; index < count; index += 1) {
    const draft = serverDraftSchema.parse({
      name: `files ${index}`,
      transport:
        transport === 'stdio'
          ? { kind: 'stdio', command: 'node', args: [], env: [] }
          : { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: [] },
    })
    await registry.save((await registry.review(draft)).id, true)
  }
  await settle()
  return { registry, events, close }
}

const stateOf = ({ registry }: World, index = 0) => registry.list()[index]?.connection

beforeEach(() => {
  clock = createManualClock()
  system = createManualSystem()
  pings = 0
  server = createScriptedServer({
    ping: () => {
      pings += 1
      return Promise.resolve()
    },
  })
})

/** @threat facts.of-itself */
it('a server that responds without a pause is not sent to the window as a whole each time', async () => {
  const app = await world()
  const reported = (name: string) => app.events.recorded.filter((one) => one.name === name).length
  const before = reported('server.changed')
  for (let ms = 0; ms < 1000; ms += 1) {
    server.opened[0]?.listener.onRoundTrip(ms)
    clock.advance(2)
  }
  expect(reported('server.changed')).toBe(before)
  expect(reported('server.responded')).toBeLessThanOrEqual(3)
  clock.advance(1000)
  expect(stateOf(app)).toMatchObject({ lastRoundTripMs: 999 })
  app.close()
})

describe('after sleep or on another network', () => {
  it('no connection stays green before its server responded', async () => {
    const app = await world()
    system.emit('woke')
    expect(stateOf(app)).toMatchObject({ status: 'ready', suspectSince: clock.now() })
    clock.advance(1000)
    await settle()
    expect(pings).toBe(1)
    expect(stateOf(app)).not.toHaveProperty('suspectSince')
    expect(stateOf(app)).toMatchObject({ lastRoundTripAt: clock.now() })
  })

  it('resume, unlock and the network together ask each server once', async () => {
    await world(3)
    system.emit('woke')
    system.emit('woke')
    system.emit('network-changed')
    clock.advance(1000)
    await settle()
    expect(pings).toBe(3)
  })

  it('twenty servers are not stormed at once, and none is forgotten', async () => {
    let running = 0
    let most = 0
    const resolvers: (() => void)[] = []
    server.ping = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => resolvers.push(resolve))
      running -= 1
      pings += 1
    }
    await world(20)
    system.emit('woke')
    clock.advance(1000)
    await settle()
    while (resolvers.length > 0) {
      for (const resolve of resolvers.splice(0)) resolve()
      await settle()
    }
    expect(most).toBe(8)
    expect(pings).toBe(20)
  })

  it('a connection that gives no sign of life is replaced', async () => {
    const app = await world()
    server.ping = silence
    system.emit('network-changed')
    clock.advance(1000)
    await settle()
    clock.advance(5000)
    await settle()
    expect(server.closed).toBe(1)
    expect(stateOf(app)).toMatchObject({ status: 'failed', failure: { code: 'no-response' } })
    clock.advance(1000)
    await settle()
    expect(stateOf(app)?.status).toBe('ready')
    expect(server.opened).toHaveLength(2)
  })

  it('a server that is busy with a call is not killed for being silent', async () => {
    const app = await world()
    let finish = (): void => undefined
    server.call = () =>
      new Promise((resolve) => (finish = () => resolve({ content: [], isError: false })))
    server.ping = silence
    const connection = await app.registry.all()[0]?.ready(NEVER)
    const call = connection?.callTool(
      { tool: toolNamed('read'), arguments: {}, onProgress: () => undefined },
      NEVER,
    )
    system.emit('woke')
    clock.advance(1000)
    await settle()
    clock.advance(5000)
    await settle()
    expect(server.closed).toBe(0)
    expect(stateOf(app)).toMatchObject({ status: 'ready' })
    expect(stateOf(app)).toHaveProperty('suspectSince')
    finish()
    await expect(call).resolves.toMatchObject({ isError: false })
  })

  it('a server that was unreachable is tried again, one with a wrong command is not', async () => {
    const app = await world(2)
    const [first, second] = server.opened.map(({ listener }) => listener)
    const unreachable: ConnectionFailure = { code: 'unreachable', message: 'x', lastLines: [] }
    first?.onDown(unreachable)
    second?.onDown({ ...unreachable, code: 'command-not-found' })
    await settle()
    await app.registry.all()[1]?.lifecycle.stop()
    system.emit('network-changed')
    clock.advance(1000)
    await settle()
    expect(stateOf(app, 0)?.status).toBe('ready')
    expect(stateOf(app, 1)?.status).toBe('stopped')
  })
})

describe('a silent connection', () => {
  it('is asked before a person looks at it, and not while nobody does', async () => {
    const app = await world()
    system.visible = false
    clock.advance(60_000)
    clock.advance(120_000)
    await settle()
    expect(pings).toBe(0)
    system.emit('shown')
    await settle()
    expect(pings).toBe(1)
    system.emit('shown')
    await settle()
    expect(pings).toBe(1)
    app.close()
    system.emit('woke')
    expect(stateOf(app)).not.toHaveProperty('suspectSince')
  })

  it('turns amber when the response is overdue, not only when it times out', async () => {
    const app = await world()
    server.ping = silence
    clock.advance(130_000)
    await settle()
    expect(stateOf(app)).not.toHaveProperty('suspectSince')
    clock.advance(1500)
    expect(stateOf(app)).toHaveProperty('suspectSince')
  })

  it('over HTTP is proven before the next call, which then goes to a new connection', async () => {
    const app = await world(1, 'http')
    server.ping = silence
    system.visible = false
    clock.advance(121_000)
    const connection = app.registry.all()[0]?.ready(NEVER)
    await settle()
    clock.advance(5000)
    await settle()
    await expect(connection).resolves.toBeDefined()
    expect(server.opened).toHaveLength(2)
    expect(server.closed).toBe(1)
  })
})

describe('starting many servers', () => {
  it('starts eight at a time, but lets a call through at once', async () => {
    const app = await world(12)
    await Promise.all(app.registry.all().map((one) => one.lifecycle.stop()))
    server.opened.length = 0
    let open = (): void => undefined
    server.opening = new Promise((resolve) => (open = resolve))
    app.registry.launch()
    await settle()
    expect(server.opened).toHaveLength(8)
    expect(stateOf(app, 11)).toMatchObject({ status: 'starting', step: 'queue' })
    void app.registry.all()[11]?.ready(NEVER)
    await settle()
    expect(server.opened.map(({ serverName }) => serverName)).toContain('files 11')
    open()
    await settle()
    expect(app.registry.list().every(({ connection }) => connection.status === 'ready')).toBe(true)
  })

  it('stops a server that waits for its turn without starting it', async () => {
    const app = await world(9)
    await Promise.all(app.registry.all().map((one) => one.lifecycle.stop()))
    server.opened.length = 0
    server.opening = new Promise(() => undefined)
    app.registry.launch()
    await settle()
    await app.registry.all()[8]?.lifecycle.stop()
    expect(stateOf(app, 8)?.status).toBe('stopped')
    expect(server.opened).toHaveLength(8)
  })
})

describe('a restart that fails', () => {
  it('is tried again while the cause may pass, more and more slowly', async () => {
    const app = await world()
    const failure: ConnectionFailure = { code: 'unreachable', message: 'gone', lastLines: [] }
    server.openError = new GatehouseError('connection/failed', 'x', { data: { failure } })
    server.listener?.onDown(failure)
    for (let round = 0; round < 10; round += 1) {
      await settle()
      clock.advance(30_000)
    }
    await settle()
    expect(server.opened.length).toBeGreaterThan(3)
    expect(server.opened.length).toBeLessThan(12)
    expect(stateOf(app)).toMatchObject({ status: 'failed' })
  })
})
