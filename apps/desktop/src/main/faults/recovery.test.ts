import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionState } from '@gatehouse/domain'
import {
  startFaultProxy,
  startFixtureHttpServer,
  type FaultProxy,
  type FixtureHttpServer,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compose, type Composition } from '../compose.ts'
import { quietDesktop, quietLog } from '../soak/server-cycles.ts'

let folder: string
let server: FixtureHttpServer
let proxy: FaultProxy
let app: Composition

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-faults-'))
  server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
  proxy = await startFaultProxy(server.url)
  app = await openApp()
})
afterEach(async () => {
  await app.close()
  await proxy.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function openApp(): Promise<Composition> {
  return compose({
    dataFolder: folder,
    events: { emit: () => undefined },
    desktop: quietDesktop,
    log: quietLog,
  })
}

async function addServer(): Promise<string> {
  const proposal = await app.handlers['server.propose']({
    name: 'remote',
    transport: { kind: 'http', url: proxy.url, headers: [] },
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 5000,
  })
  if (proposal.outcome !== 'saved') throw new Error('The server was not saved.')
  return proposal.server.config.id
}

async function state(): Promise<ConnectionState> {
  const [view] = await app.handlers['server.list']({})
  if (!view) throw new Error('There is no server.')
  return view.connection
}

async function inState<Status extends ConnectionState['status']>(status: Status, ms = 10_000) {
  const deadline = performance.now() + ms
  for (;;) {
    const now = await state()
    if (now.status === status) return now as Extract<ConnectionState, { status: Status }>
    if (performance.now() > deadline) throw new Error(`It is ${JSON.stringify(now)}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('a server at a URL that was down comes back by itself, and each bad spell is like the first', async () => {
  const id = await addServer()
  await app.handlers['server.start']({ id })
  await inState('ready')
  for (let spell = 0; spell < 2; spell += 1) {
    await proxy.down()
    await app.handlers['server.stop']({ id })
    await app.handlers['server.start']({ id })
    const { retryAt } = await inState('failed')
    expect(retryAt).toBeGreaterThan(Date.now() - 1000)
    await pause(1500)
    await proxy.up()
    await inState('ready')
  }
  proves('faults.recovery.back')
}, 40_000)

it('a server that is too busy at launch is asked again when it said, and not before', async () => {
  await addServer()
  await app.close()
  const stop = proxy.playAlways({ kind: 'refuse', status: 503, headers: { 'retry-after': '3' } })
  app = await openApp()
  await app.start()
  const failed = await inState('failed')
  expect(failed).toMatchObject({ failure: { code: 'http-status', status: 503 } })
  expect(failed.retryAt).toBeGreaterThanOrEqual(failed.at + 3000)
  stop()
  const asked = proxy.requests.length
  await pause(Math.max(0, failed.at + 2500 - Date.now()))
  expect(proxy.requests).toHaveLength(asked)
  await inState('ready')
  proves('faults.recovery.asked')
}, 20_000)

it('a person who tries again does not have to wait for that time', async () => {
  const id = await addServer()
  proxy.play({ kind: 'refuse', status: 429, headers: { 'retry-after': '3600' } })
  await app.handlers['server.start']({ id })
  const failed = await inState('failed')
  expect(failed.retryAt).toBeGreaterThan(Date.now() + 3_500_000)
  await app.handlers['server.start']({ id })
  await inState('ready')
}, 20_000)
