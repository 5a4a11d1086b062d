import { serverDraftSchema } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createInMemoryStores,
  createMemoryVault,
  createScriptedConnections,
  type ScriptedServer,
} from '../testing/index.ts'
import type { ConnectionFactory } from '../ports/index.ts'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'

const draft = (id?: string) =>
  serverDraftSchema.parse({
    ...(id === undefined ? {} : { id }),
    name: 'files',
    transport: {
      kind: 'stdio',
      command: id === undefined ? 'node' : 'deno',
      args: [],
      env: [{ name: 'TOKEN', value: `secret of ${id ?? 'a new server'}`, secret: true }],
    },
  })

let stores: ReturnType<typeof createInMemoryStores>
let vault: ReturnType<typeof createMemoryVault>
let server: ScriptedServer
/** Holds the closing of a connection back. */
let held: Promise<void>
let go: () => void

beforeEach(() => {
  stores = createInMemoryStores()
  vault = createMemoryVault()
  server = createScriptedServer()
  held = Promise.resolve()
})

function hold(): void {
  held = new Promise((resolve) => {
    go = resolve
  })
}

/** A registry with one server that runs, whose connection closes once `held` allows it. */
async function running() {
  const scripted = createScriptedConnections(server)
  const connections: ConnectionFactory = {
    ...scripted,
    async open(...given) {
      const connection = await scripted.open(...given)
      const close = () => held.then(() => connection.close())
      return { ...connection, close }
    },
  }
  const registry = createTestRegistry(server, { stores, vault, connections })
  const { config } = await registry.save((await registry.review(draft())).id, true)
  await settle()
  expect(registry.list()[0]?.connection.status).toBe('ready')
  return { registry, id: config.id }
}

async function settle(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await Promise.resolve()
}

describe('a server that is removed while a change of it is saved', () => {
  /** @threat boundary.stale-changes */
  it('does not come back when its program ends', async () => {
    const { registry, id } = await running()
    hold()
    const saving = registry.save((await registry.review(draft(id))).id, false)
    saving.catch(() => undefined)
    await settle()
    const removing = registry.remove(id)
    go()
    await expect(saving).rejects.toMatchObject({ code: 'server/not-found' })
    await removing
    expect(registry.list()).toEqual([])
    expect(stores.servers.list()).toEqual([])
    expect([...vault.secrets.keys()]).toEqual([])
    expect(stores.audited.map(({ kind }) => kind)).toEqual(['server-added', 'server-removed'])
  })

  it('does not come back when the keychain has taken the new secret', async () => {
    const { registry, id } = await running()
    const { set } = vault
    hold()
    vault.set = (ref, secret) => {
      const isTyped = secret.startsWith('secret of')
      return (isTyped ? held : Promise.resolve()).then(() => set(ref, secret))
    }
    const saving = registry.save((await registry.review(draft(id))).id, false)
    saving.catch(() => undefined)
    await settle()
    held = Promise.resolve()
    await registry.remove(id)
    go()
    await expect(saving).rejects.toMatchObject({ code: 'server/not-found' })
    expect(registry.list()).toEqual([])
    expect(stores.servers.list()).toEqual([])
    expect([...vault.secrets.keys()]).toEqual([])
    expect(stores.audited.map(({ kind }) => kind)).toEqual(['server-added', 'server-removed'])
  })
})

describe('limits that are set while a change of the server is saved', () => {
  it('are those that it has then, and on disk', async () => {
    const { registry, id } = await running()
    const limits = { start: 'launch', requestTimeoutMs: 60_000, logLevel: 'debug' } as const
    registry.adjust(id, {
      ...limits,
      totalTimeoutMs: 90_000,
      toolTimeouts: [{ tool: 'read', requestTimeoutMs: 1000 }],
    })
    hold()
    const saving = registry.save((await registry.review(draft(id))).id, false)
    await settle()
    registry.adjust(id, { ...limits, toolTimeouts: [{ tool: 'read', requestTimeoutMs: 2000 }] })
    go()
    const { config } = await saving
    for (const kept of [config, ...stores.servers.list()]) {
      expect(kept).toMatchObject({
        logLevel: 'debug',
        toolTimeouts: [{ tool: 'read', requestTimeoutMs: 2000 }],
      })
      expect(kept).not.toHaveProperty('totalTimeoutMs')
    }
  })
})
