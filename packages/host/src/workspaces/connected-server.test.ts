import { beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../host.ts'
import { answerAsk, createChatHarness, until, type ChatHarness } from '../testing/chat-harness.ts'

const never = new AbortController().signal
let harness: ChatHarness
let host: Host
let serverId: string
let workspaceId: string

beforeEach(async () => {
  harness = createChatHarness()
  harness.folders.found.set('/code/a', { status: 'ok' })
  ;({ host } = await harness.ready([]))
  serverId = host.servers.list()[0]?.config.id ?? ''
  workspaceId = (await host.workspaces.create('Work')).id
  await host.workspaces.addFolders(workspaceId, ['/code/a'])
})

/** Asks as the connected server does. */
const listRoots = () => harness.server.opened.at(-1)?.onRequest.listRoots({ callIds: [] }, never)

const share = (shared: boolean) =>
  host.workspaces.share({ id: workspaceId, path: '/code/a' }, serverId, shared)

describe('a connected server', () => {
  it('is told that it may ask for folders, and reaches the person', async () => {
    expect(harness.server.opened.at(-1)?.clientFeatures.roots).toBe(true)
    const answer = listRoots()
    const ask = await until(() => host.asks.pending()[0])
    expect(ask).toMatchObject({ kind: 'roots', serverId, causes: [] })
    answerAsk(host, ask.id, { kind: 'roots', share: ['/code/a'] })
    expect(await answer).toEqual([{ uri: 'file:///code/a', name: 'a' }])
    expect(harness.server.rootsChanges).toBeUndefined()
  })

  it('hears at once what changed, and is not refused when it asks often', async () => {
    for (let round = 1; round <= 100; round += 1) {
      await share(round % 2 === 1)
      expect(harness.server.rootsChanges).toBe(round)
      expect(await listRoots()).toHaveLength(round % 2)
    }
  })

  it('does not wait for the person once the table was filled in', async () => {
    const answer = listRoots()
    const ask = await until(() => host.asks.pending()[0])
    await share(true)
    expect(await answer).toEqual([{ uri: 'file:///code/a', name: 'a' }])
    expect(host.asks.pending().map(({ id }) => id)).not.toContain(ask.id)
  })

  it('keeps its folders when it is removed, for whoever comes next', async () => {
    await share(true)
    await host.servers.remove(serverId)
    expect((await host.workspaces.list())[0]?.folders[0]?.servers).toEqual([])
    expect(harness.stores.workspaces.askedAs(serverId)).toBeNull()
  })
})

it('a server that is not running is not told, and a removed workspace is gone after a start', async () => {
  await host.servers.get(serverId).lifecycle.stop()
  await share(true)
  expect(harness.server.rootsChanges).toBeUndefined()
  host.workspaces.remove(workspaceId)
  await harness.build([]).host.start()
  await expect(host.workspaces.restore(workspaceId)).rejects.toMatchObject({
    code: 'workspace/not-found',
  })
})
