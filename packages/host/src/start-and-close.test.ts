import { trackDisposables } from '@gatehouse/base'
import { describe, expect, it } from 'vitest'
import { createChatHarness } from './testing/chat-harness.ts'

const broken = () => {
  throw new Error('It is broken.')
}

describe('a start', () => {
  it('ends what was removed before it, and nothing that is removed or taken in meanwhile', async () => {
    const harness = createChatHarness()
    const former = harness.build([]).host
    const gone = former.conversations.create()
    former.conversations.remove(gone.id)
    const { workspaces } = former
    const folder = await workspaces.create('Old')
    workspaces.remove(folder.id)

    const { host } = harness.build([])
    // The ids of the harness begin anew with each host.
    const [, , , removed] = Array.from({ length: 4 }, () => host.conversations.create())
    if (!removed) throw new Error('There is no chat.')
    host.conversations.remove(removed.id)
    const place = await host.workspaces.create('New')
    host.workspaces.remove(place.id)
    harness.stores.conversations.saveHidden({ ...removed, id: 'being-imported' })
    await host.start({ holdServers: true })

    const { conversations, workspaces: places } = harness.stores
    expect(conversations.hidden()).toEqual([removed.id, 'being-imported'])
    expect(places.hidden()).toEqual([place.id])
    expect(host.conversations.restore(removed.id)).toMatchObject({ id: removed.id })
  })

  it('starts servers, search and retention though a step before them throws', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    harness.stores.conversations.purge = broken
    const started: string[] = []
    host.servers.launch = () => void started.push('servers')
    host.search.start = () => void started.push('search')
    host.auditRetention.start = () => void started.push('retention')
    await expect(host.start()).rejects.toThrow('It is broken.')
    expect(started).toEqual(['servers', 'search', 'retention'])
  })
})

describe('a close', () => {
  it.each(['quitting', 'search', 'imports', 'chats'])(
    'ends servers and stores though %s throws',
    async (part) => {
      const harness = createChatHarness()
      const ended: string[] = []
      harness.stores.close = () => void ended.push('stores')
      const { host } = harness.build([])
      if (part === 'quitting') host.asks.quitting = broken
      if (part === 'search') host.search.close = broken
      if (part === 'imports') host.imports.closeAll = broken
      if (part === 'chats') host.chats.close = broken
      host.servers.close = () => Promise.resolve(void ended.push('servers'))
      await host.close().catch(() => undefined)
      expect(ended).toEqual(['servers', 'stores'])
    },
  )

  it('leaves nothing alive, and a host that is not closed is named', async () => {
    const tracking = trackDisposables()
    const { host } = createChatHarness().build([])
    await host.start()
    await host.close()
    const forgotten = createChatHarness().build([]).host
    expect(tracking.stop()).toEqual(['host'])
    await forgotten.close()
  })

  it('leaves no timer, nor sets one later', async () => {
    const harness = createChatHarness()
    const { host } = await harness.ready([])
    await host.start()
    await host.servers.review({
      name: 'not decided',
      transport: { kind: 'stdio', command: 'node', args: [], env: [] },
      protocol: 'auto',
      start: 'launch',
      requestTimeoutMs: 60_000,
    })
    expect(harness.clock.waiting()).toBeGreaterThan(0)
    await host.close()
    expect(harness.clock.waiting()).toBe(0)
    void host.start().catch(() => undefined)
    await host.providers.discover()
    expect(harness.clock.waiting()).toBe(0)
  })
})
