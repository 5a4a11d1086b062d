import { GatehouseError, serverDraftSchema, type ConnectionInfo } from '@gatehouse/domain'
import { beforeEach, expect, test } from 'vitest'
import {
  createInMemoryStores,
  createMemoryVault,
  type ScriptedServer,
} from '../../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../../testing/registry-harness.ts'
import type { ServerRegistry } from '../server-registry.ts'

const info = (more: Partial<ConnectionInfo> = {}): ConnectionInfo => ({
  era: 'legacy',
  protocolVersion: '2025-11-25',
  transport: 'stdio',
  serverVersion: '1.0.0',
  capabilities: {},
  connectMs: 1,
  ...more,
})

const never = new AbortController().signal
let stores: ReturnType<typeof createInMemoryStores>
let vault: ReturnType<typeof createMemoryVault>
let server: ScriptedServer
let registry: ServerRegistry

beforeEach(() => {
  stores = createInMemoryStores()
  vault = createMemoryVault()
  server = createScriptedServer({ tools: [], info: info() })
  registry = createTestRegistry(server, { stores, vault })
})

async function save(change: object = {}, id?: string): Promise<string> {
  const draft = serverDraftSchema.parse({
    ...(id === undefined ? {} : { id }),
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: ['a.js'], env: [] },
    ...change,
  })
  const review = await registry.review(draft)
  return (await registry.save(review.id, false)).config.id
}

/** One start and stop; what the connection layer was told. */
async function run(id: string) {
  await registry.get(id).ready(never)
  await registry.get(id).lifecycle.stop()
  return server.opened.at(-1)
}

test('what a server speaks is not found out again at every start', async () => {
  const id = await save()
  expect((await run(id))?.negotiated).toBeUndefined()
  expect((await run(id))?.negotiated).toMatchObject({
    era: 'legacy',
    protocolVersion: '2025-11-25',
    transport: 'stdio',
    serverVersion: '1.0.0',
  })
})

test('a server that became another one is not taken for the one it was', async () => {
  const id = await save()
  await run(id)
  const args = ['b.js']
  await save({ transport: { kind: 'stdio', command: 'node', args, env: [] } }, id)
  expect((await run(id))?.negotiated).toBeUndefined()
  await save({ transport: { kind: 'http', url: 'https://a.example/mcp', headers: [] } }, id)
  expect((await run(id))?.negotiated).toBeUndefined()
})

test('a new name or secret does not make the host ask again', async () => {
  const transport = (value: string) => {
    const env = [{ name: 'KEY', value, secret: true }]
    return { transport: { kind: 'stdio', command: 'node', args: ['a.js'], env } }
  }
  const id = await save(transport('x'))
  await run(id)
  await save({ name: 'other', ...transport('y') }, id)
  expect((await run(id))?.negotiated).toBeDefined()
})

test('an updated server does not stay in its old era', async () => {
  const id = await save()
  await run(id)
  server.info = info({ serverVersion: '2.0.0' })
  expect((await run(id))?.negotiated).toBeDefined()
  expect((await run(id))?.negotiated).toBeUndefined()
  expect((await run(id))?.negotiated).toMatchObject({ serverVersion: '2.0.0' })
})

test('a failed start is not tried in the same way again', async () => {
  const id = await save()
  await run(id)
  server.openError = new GatehouseError('connection/failed', 'no')
  await expect(registry.get(id).ready(never)).rejects.toThrow(/no/)
  delete server.openError
  expect((await run(id))?.negotiated).toBeUndefined()
})

test('a pin of the person overrules what was found out before', async () => {
  const id = await save()
  await run(id)
  await save({ protocol: { pin: '2025-06-18' } }, id)
  expect((await run(id))?.negotiated).toBeUndefined()
})

test('the password of a proxy is kept, and not in the configuration', async () => {
  const proxy = { url: 'http://proxy.example:3128', user: 'ann', password: 's3cret' }
  const id = await save({ network: { proxy, caFile: '/ca.pem' } })
  const [config] = stores.servers.list()
  expect(JSON.stringify(config)).not.toContain('s3cret')
  expect(config?.network?.caFile).toBe('/ca.pem')
  expect((await run(id))?.network).toEqual({ proxy, caFile: '/ca.pem' })
  await save({ network: { proxy: { ...proxy, password: null }, caFile: '' } }, id)
  expect((await run(id))?.network).toEqual({ proxy })
  expect([...vault.secrets.values()]).toEqual(['s3cret'])
  await save({ network: { proxy: 'none' } }, id)
  expect((await run(id))?.network).toEqual({ proxy: 'none' })
  expect(vault.secrets.size).toBe(0)
  await save({ network: { proxy: 'system' } }, id)
  expect((await run(id))?.network).toBeUndefined()
})

test('a proxy whose password is gone is not used without it', async () => {
  const proxy = { url: 'http://proxy.example:3128', user: 'ann', password: 's3cret' }
  const id = await save({ network: { proxy } })
  vault.secrets.clear()
  await expect(registry.get(id).ready(never)).rejects.toThrow(/proxy password/)
})
