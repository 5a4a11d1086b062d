import { serverDraftSchema, type ServerBehaviour } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createInMemoryStores, type ScriptedServer } from '../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'
import type { ServerRegistry } from './server-registry.ts'

let stores: ReturnType<typeof createInMemoryStores>
let server: ScriptedServer
let registry: ServerRegistry
let id: string

const draft = {
  name: 'files',
  transport: { kind: 'stdio', command: 'node', args: [], env: [] },
} as const
const behaviour: ServerBehaviour = {
  start: 'demand',
  requestTimeoutMs: 5000,
  startTimeoutMs: 240_000,
  totalTimeoutMs: 7000,
  toolTimeouts: [{ tool: 'build', requestTimeoutMs: 90_000, totalTimeoutMs: 300_000 }],
  logLevel: 'warning',
}

async function save(change: object): Promise<string> {
  const review = await registry.review(serverDraftSchema.parse({ ...draft, ...change }))
  const view = await registry.save(review.id, true)
  for (let round = 0; round < 60; round += 1) await Promise.resolve()
  return view.config.id
}

beforeEach(async () => {
  stores = createInMemoryStores()
  server = createScriptedServer({ notified: [] })
  registry = createTestRegistry(server, { stores })
  id = await save({})
})

describe('changing time limits and the log level', () => {
  it('takes effect at once, without a new start', () => {
    const [options] = server.opened
    expect(options?.callLimits?.('build')).toEqual({ silenceMs: 60_000, totalMs: 1_800_000 })
    const view = registry.adjust(id, behaviour)
    expect(view.connection.status).toBe('ready')
    expect(server.closed).toBe(0)
    expect(server.opened).toHaveLength(1)
    expect(options?.requestTimeoutMs).toBe(5000)
    expect(options?.callLimits?.('read')).toEqual({ silenceMs: 5000, totalMs: 7000 })
    expect(options?.callLimits?.('build')).toEqual({ silenceMs: 90_000, totalMs: 300_000 })
    expect(server.notified).toEqual(['warning'])
  })

  it('gives the next start the time that is set for it', async () => {
    expect(server.opened[0]?.startTimeoutMs).toBe(60_000)
    registry.adjust(id, behaviour)
    await registry.get(id).lifecycle.stop()
    registry.get(id).lifecycle.start()
    await expect.poll(() => server.opened[1]?.startTimeoutMs).toBe(240_000)
  })

  it('shows what a start has downloaded so far, and no more once it is up', () => {
    expect(registry.get(id).view().connection.status).toBe('ready')
    server.opened[0]?.listener.onDownload?.({ program: 'npx', lines: 1, isWorking: true })
    expect(registry.get(id).view().connection).not.toHaveProperty('download')
  })

  it('is kept, and forgotten when it is taken back', () => {
    registry.adjust(id, behaviour)
    expect(stores.servers.list()[0]).toMatchObject(behaviour)
    registry.adjust(id, { start: 'launch', requestTimeoutMs: 60_000 })
    expect(stores.servers.list()[0]).not.toHaveProperty('logLevel')
    expect(stores.servers.list()[0]).not.toHaveProperty('toolTimeouts')
    expect(stores.servers.list()[0]).not.toHaveProperty('startTimeoutMs')
  })

  it('declares interfaces by the setting of the server, kept through an edit, and otherwise by that of all', async () => {
    expect(server.opened[0]?.clientFeatures.apps).toBe(true)
    registry.setApps(id, { apps: 'text' })
    await save({ id, requestTimeoutMs: 5000, start: 'demand' })
    registry.adjust(id, behaviour)
    expect(stores.servers.list()[0]).toMatchObject({ apps: 'text' })
    await registry.restart(id)
    await expect.poll(() => server.opened.at(-1)?.clientFeatures.apps).toBe(false)
  })

  it('is not lost when the launch is edited and reviewed', async () => {
    registry.adjust(id, behaviour)
    await save({ id, requestTimeoutMs: 5000, start: 'demand' })
    expect(stores.servers.list()[0]).toMatchObject(behaviour)
  })

  it('does not send the level again when only a time limit changed', () => {
    registry.adjust(id, behaviour)
    registry.adjust(id, { ...behaviour, requestTimeoutMs: 9000 })
    expect(server.notified).toEqual(['warning'])
  })
})
