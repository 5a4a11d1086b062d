import type { Conversation, WorkspaceView } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../host.ts'
import {
  allowOnce,
  answerAsk,
  answerNext,
  calls,
  createChatHarness,
  turnOver,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import { stepOf } from '../testing/index.ts'

const never = new AbortController().signal
let harness: ChatHarness
let host: Host
let chat: Conversation
let serverId: string
let workspaceId: string

beforeEach(async () => {
  harness = createChatHarness()
  harness.folders.found.set('/code/a', { status: 'ok' })
  const steps = ['c1', 'c2', 'c3', 'c4'].flatMap((id) => [
    stepOf(calls(id, 'files__read')),
    stepOf(),
  ])
  ;({ host, chat } = await harness.ready(steps))
  serverId = host.servers.list()[0]?.config.id ?? ''
  workspaceId = (await host.workspaces.create('Work')).id
  await host.workspaces.addFolders(workspaceId, ['/code/a'])
})

/** Asks as the connected server does. */
const listRoots = () => harness.server.opened.at(-1)?.onRequest.listRoots({ callIds: [] }, never)

const share = (shared: boolean) =>
  host.workspaces.share({ id: workspaceId, path: '/code/a' }, serverId, shared)

describe('a connected server', () => {
  it('learns that it may ask for folders, and reaches the person', async () => {
    expect(harness.server.opened.at(-1)?.clientFeatures.roots).toBe(true)
    const roots = listRoots()
    const ask = await until(() => host.asks.pending()[0])
    expect(ask).toMatchObject({ kind: 'roots', serverId, causes: [] })
    answerAsk(host, ask.id, { kind: 'roots', share: ['/code/a'] })
    expect(await roots).toEqual([{ uri: 'file:///code/a', name: 'a' }])
    expect(harness.server.rootsChanges).toBeUndefined()
  })

  it('is notified at once of what changed, and is not refused when it asks often', async () => {
    for (let round = 1; round <= 100; round += 1) {
      await share(round % 2 === 1)
      expect(harness.server.rootsChanges).toBe(round)
      expect(await listRoots()).toHaveLength(round % 2)
    }
  })

  it('does not wait for the person once the table was filled in', async () => {
    const roots = listRoots()
    const ask = await until(() => host.asks.pending()[0])
    await share(true)
    expect(await roots).toEqual([{ uri: 'file:///code/a', name: 'a' }])
    expect(host.asks.pending().map(({ id }) => id)).not.toContain(ask.id)
  })

  it('keeps its folders when it is removed, for whoever comes next', async () => {
    await share(true)
    await host.servers.remove(serverId)
    expect((await host.workspaces.list())[0]?.folders[0]?.servers).toEqual([])
    expect(harness.stores.workspaces.askedAs(serverId)).toBeNull()
  })
})

it('a server that is not running is not notified, and a removed workspace is gone after a start', async () => {
  await host.servers.get(serverId).lifecycle.stop()
  await share(true)
  expect(harness.server.rootsChanges).toBeUndefined()
  host.workspaces.remove(workspaceId)
  await harness.build([]).host.start()
  await expect(host.workspaces.restore(workspaceId)).rejects.toMatchObject({
    code: 'workspace/not-found',
  })
})

it('a folder that goes is shown and reported as it happens, and so is its return', async () => {
  await share(true)
  const changes = () =>
    harness.events.recorded.flatMap(({ name, payload }) =>
      name === 'workspace.changed' ? [payload as WorkspaceView] : [],
    )
  const shown = () => changes().at(-1)?.states[0]?.status
  const before = harness.server.rootsChanges ?? 0
  harness.folders.change('/code/a')
  await until(() => shown() === 'missing')
  expect(harness.server.rootsChanges).toBe(before + 1)
  expect(await listRoots()).toEqual([])
  harness.folders.change('/code/a', { status: 'ok' })
  await until(() => shown() === 'ok')
  expect(harness.server.rootsChanges).toBe(before + 2)
  expect(await listRoots()).toHaveLength(1)
  proves('roots.watched.notified')
  await host.workspaces.removeFolder({ id: workspaceId, path: '/code/a' })
  const events = changes().length
  harness.folders.change('/code/a')
  await Promise.resolve()
  expect(changes()).toHaveLength(events)
})

describe('during a call of a chat', () => {
  /** Asks while the call runs, as a round of it or as a request of its own. */
  async function askedDuring(chatWorkspace: string | null, isExact: boolean) {
    await host.chatWorkspaces.move(chat.id, chatWorkspace)
    let roots: unknown
    harness.server.call = async ({ callId = '' }) => {
      const { onRequest } = harness.server.opened.at(-1) ?? {}
      roots = await onRequest?.listRoots({ callIds: [callId], isExact }, never)
      return { content: [], isError: false }
    }
    host.chats.send(chat.id, 'Read')
    await answerNext(host, allowOnce)
    await turnOver(host, chat)
    return (roots as { uri: string }[]).map(({ uri }) => uri)
  }

  it('the server receives the folders of the workspace of the chat, where the request belongs to the call', async () => {
    harness.folders.found.set('/code/b', { status: 'ok' })
    const other = (await host.workspaces.create('Other')).id
    await host.workspaces.addFolders(other, ['/code/b'])
    await share(true)
    await host.workspaces.share({ id: other, path: '/code/b' }, serverId, true)
    const both = ['file:///code/a', 'file:///code/b']
    expect(await askedDuring(other, true)).toEqual(['file:///code/b'])
    expect(await askedDuring(workspaceId, true)).toEqual(['file:///code/a'])
    proves('roots.by-chat.exact')
    expect(await askedDuring(other, false)).toEqual(both)
    expect(await askedDuring(null, true)).toEqual(both)
    proves('roots.by-chat.unknown')
  })
})
