import { serverDraftSchema, type Prompt } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../testing/chat-harness.ts'
import { createInMemoryStores, toolNamed, type ScriptedServer } from '../../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../../testing/registry-harness.ts'
import { createListCache } from './list-cache.ts'

const draft = serverDraftSchema.parse({
  name: 'files',
  transport: { kind: 'stdio', command: 'node', args: [], env: [] },
})

function refuse(): never {
  throw new Error('The disk is full.')
}

let stores: ReturnType<typeof createInMemoryStores>
let server: ScriptedServer

beforeEach(() => {
  stores = createInMemoryStores()
  server = createScriptedServer()
})

/** A server that runs and has just changed its tools, which the disk refuses to keep. */
async function running() {
  stores.servers.cacheTools = refuse
  const registry = createTestRegistry(server, { stores })
  const { config } = await registry.save((await registry.review(draft)).id, true)
  const state = () => registry.list()[0]?.connection.status
  await until(() => state() === 'ready')
  server.listener?.onToolsChanged([toolNamed('other')])
  return { registry, id: config.id, state }
}

describe('a server whose tools the disk refuses to keep', () => {
  it('is removed as a whole', async () => {
    const { registry, id } = await running()
    await registry.remove(id)
    expect(registry.list()).toEqual([])
    expect(stores.servers.list()).toEqual([])
    expect(stores.audited.at(-1)?.kind).toBe('server-removed')
  })

  it('stops, and starts again', async () => {
    const { registry, id, state } = await running()
    await registry.restart(id)
    await until(() => state() === 'ready')
    expect(server.opened).toHaveLength(2)
    await registry.close()
    expect(state()).toBe('stopped')
  })
})

it('a list that the disk refuses to keep is read all the same, once', async () => {
  const prompts: Prompt[] = [{ name: 'review' }]
  let loads = 0
  const list = createListCache({
    load: () => Promise.resolve(((loads += 1), prompts)),
    onLoaded: refuse,
    now: () => 0,
  })
  expect(await list.read()).toBe(prompts)
  expect(await list.read()).toBe(prompts)
  expect(loads).toBe(1)
})
