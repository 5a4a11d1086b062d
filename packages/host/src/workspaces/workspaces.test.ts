import { abortWith, type FolderState } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAskQueue, type AskQueue } from '../ask-queue/ask-queue.ts'
import { answerAsk } from '../testing/chat-harness.ts'
import {
  createCountingIds,
  createEventRecorder,
  createInMemoryStores,
  createManualClock,
  createMemoryFolders,
  textDigest,
} from '../testing/index.ts'
import { createRootsProvider, type RootsProvider } from './roots-provider.ts'
import { WorkspaceService } from './workspace-service.ts'

const never = new AbortController().signal
const ok: Omit<FolderState, 'path'> = { status: 'ok' }

let stores: ReturnType<typeof createInMemoryStores>
let events: ReturnType<typeof createEventRecorder>
let folders: ReturnType<typeof createMemoryFolders>
let asks: AskQueue
let notified: string[]
let service: WorkspaceService
let roots: RootsProvider

beforeEach(() => {
  stores = createInMemoryStores()
  for (const [id, hue] of [
    ['files', 0],
    ['git', 3],
  ] as const)
    stores.servers.save({
      id,
      name: id,
      hue,
      transport: { kind: 'stdio', command: 'node', args: [], env: [] },
      protocol: 'auto',
      start: 'launch',
      requestTimeoutMs: 60_000,
      createdAt: 1,
    })
  folders = createMemoryFolders({
    '/code/a': { status: 'ok', git: { branch: 'main' } },
    '/code/b c#': ok,
    '/file': { status: 'not-a-folder' },
    '/locked': { status: 'unreadable' },
  })
  events = createEventRecorder()
  build()
})

/** As after a start: on what is stored. */
function build(): void {
  const clock = createManualClock()
  const deps = { stores, events, clock, ids: createCountingIds(), digest: textDigest }
  asks = createAskQueue(deps)
  notified = []
  service = new WorkspaceService({ ...deps, folders })
  service.onRootsChanged((id) => notified.push(id))
  roots = createRootsProvider({
    ...deps,
    asks,
    workspaces: service,
    conversations: { workspaceOf: () => null },
  })
}

/** A workspace with `/code/a` and `/code/b c#`. */
async function twoFolders(): Promise<string> {
  const { id } = await service.create('Work')
  await service.addFolders(id, ['/code/a', '/code/b c#'])
  return id
}

const uris = async (serverId: string): Promise<string[]> =>
  (await roots.listRoots({ serverId, causes: [], isExact: false }, never)).map(({ uri }) => uri)

const asking = { serverId: 'files', causes: [], isExact: false }

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('folders of a workspace', () => {
  it('are not added twice, under another spelling, or when they are none; each refusal is named', async () => {
    const { id } = await service.create('Work')
    const result = await service.addFolders(id, [
      '/code/a',
      '/code/./a/',
      'relative',
      '/gone',
      '/file',
      '/locked',
    ])
    expect(result.added).toEqual(['/code/a', '/locked'])
    expect(result.refused).toEqual([
      { path: '/code/./a/', reason: 'already-there' },
      { path: 'relative', reason: 'not-absolute' },
      { path: '/gone', reason: 'missing' },
      { path: '/file', reason: 'not-a-folder' },
    ])
    expect(result.workspace.folders.map(({ name }) => name)).toEqual(['a', 'locked'])
    expect(result.workspace.states).toEqual([
      { path: '/code/a', status: 'ok', git: { branch: 'main' } },
      { path: '/locked', status: 'unreadable' },
    ])
  })

  it('do not grow without a limit', async () => {
    const { id } = await service.create('Work')
    const many = Array.from({ length: 201 }, (_, at) => `/many/${at}`)
    for (const path of many) folders.found.set(path, ok)
    expect((await service.addFolders(id, many)).refused).toEqual([
      { path: '/many/200', reason: 'too-many' },
    ])
  })

  it('come back where they were, with the servers that saw them', async () => {
    const id = await twoFolders()
    const before = await service.share({ id, path: '/code/a' }, 'files', true)
    await service.removeFolder({ id, path: '/code/a' })
    expect(await service.restoreFolder({ id, path: '/code/a' })).toEqual(before)
    await expect(service.restoreFolder({ id, path: '/code/a' })).rejects.toMatchObject({
      code: 'workspace/folder-not-found',
    })
  })

  it('come back beside what was decided while they were looked at', async () => {
    const id = await twoFolders()
    const other = { id, path: '/code/b c#' }
    await service.share(other, 'files', true)
    await service.removeFolder({ id, path: '/code/a' })
    const restoring = service.restoreFolder({ id, path: '/code/a' })
    await service.share(other, 'files', false)
    expect((await restoring).folders.map(({ servers }) => servers)).toEqual([[], []])
    expect(await uris('files')).toEqual([])
  })

  /**
   * @threat consent.inherited-folders
   * @attacker configuration
   * @tries Takes the place of a server under its id, and asks for the folders that it was shown.
   * @stoppedBy What was decided about folders is bound to who the server was: another one sees none, and the person is
   * asked again.
   */
  it('are not seen any more by who took the place of a server that saw them', async () => {
    const id = await twoFolders()
    for (const path of ['/code/a', '/code/b c#']) await service.share({ id, path }, 'files', true)
    expect(await uris('files')).toHaveLength(2)
    await service.removeFolder({ id, path: '/code/a' })
    const files = stores.servers.list().find((server) => server.id === 'files')
    if (files?.transport.kind !== 'stdio') throw new Error('Another sample.')
    stores.servers.save({ ...files, transport: { ...files.transport, command: 'python' } })
    // The person is asked again, and no one waits for the late response.
    const shared = uris('files')
    await settled()
    const [ask] = asks.pending()
    expect(ask).toMatchObject({ kind: 'roots', serverId: 'files' })
    await service.restoreFolder({ id, path: '/code/a' })
    expect((await service.list())[0]?.folders.flatMap(({ servers }) => servers)).toEqual([])
    answerAsk({ asks }, ask?.id ?? '', { kind: 'roots', share: ['/code/b c#'] })
    expect(await shared).toEqual(['file:///code/b%20c%23'])
  })

  it('do not lose a rename that another call saves while folders are looked at', async () => {
    const { id } = await service.create('Work')
    const adding = service.addFolders(id, ['/code/a'])
    await service.rename(id, 'Renamed')
    expect((await adding).workspace).toMatchObject({ name: 'Renamed', folders: [{ name: 'a' }] })
    expect(events.recorded.at(-1)?.payload).toMatchObject({ name: 'Renamed', folders: [{}] })
  })

  it('are flagged, not dropped, when they are gone', async () => {
    await twoFolders()
    folders.found.delete('/code/a')
    const [view] = await service.list()
    expect(view?.folders).toHaveLength(2)
    expect(view?.states[0]).toEqual({ path: '/code/a', status: 'missing' })
  })
})

describe('a removed workspace', () => {
  it('is not listed, and comes back whole', async () => {
    const id = await twoFolders()
    service.remove(id)
    expect(await service.list()).toEqual([])
    expect(events.recorded.at(-1)).toEqual({ name: 'workspace.removed', payload: { id } })
    expect((await service.restore(id)).folders).toHaveLength(2)
    expect(await service.list()).toHaveLength(1)
    await expect(service.rename('none', 'x')).rejects.toMatchObject({
      code: 'workspace/not-found',
    })
  })
})

describe('servers whose roots change', () => {
  it('are notified of a share and of its end, others are not', async () => {
    const id = await twoFolders()
    expect(notified).toEqual([])
    await service.share({ id, path: '/code/a' }, 'files', true)
    expect(notified).toEqual(['files'])
    await service.share({ id, path: '/code/a' }, 'files', true)
    expect(notified).toEqual(['files'])
    await service.share({ id, path: '/code/a' }, 'files', false)
    expect(notified).toEqual(['files', 'files'])
    await expect(service.share({ id, path: '/code/a' }, 'nobody', true)).rejects.toMatchObject({
      code: 'server/not-found',
    })
  })

  it('are notified of folders and workspaces that go and come back, unless another shows the same', async () => {
    const id = await twoFolders()
    await service.share({ id, path: '/code/a' }, 'files', true)
    await service.share({ id, path: '/code/b c#' }, 'git', true)
    notified.length = 0
    await service.removeFolder({ id, path: '/code/a' })
    expect(notified).toEqual(['files'])
    await service.restoreFolder({ id, path: '/code/a' })
    service.remove(id)
    await service.restore(id)
    expect(notified).toEqual(['files', 'files', 'files', 'git', 'files', 'git'])

    const other = (await service.create('Other')).id
    await service.addFolders(other, ['/code/a'])
    await service.share({ id: other, path: '/code/a' }, 'files', true)
    notified.length = 0
    await service.removeFolder({ id: other, path: '/code/a' })
    expect(notified).toEqual([])
  })

  it('are notified of a folder that is found missing, and of its return', async () => {
    const id = await twoFolders()
    await service.share({ id, path: '/code/a' }, 'files', true)
    await service.list()
    notified.length = 0
    folders.found.delete('/code/a')
    await service.list()
    expect(notified).toEqual(['files'])
    expect(await uris('files')).toEqual([])
    folders.found.set('/code/a', ok)
    await service.list()
    expect(notified).toEqual(['files', 'files'])
    await service.list()
    expect(notified).toEqual(['files', 'files'])
  })

  it('are not notified of what was so at the last run', async () => {
    const id = await twoFolders()
    await service.share({ id, path: '/code/a' }, 'files', true)
    build()
    await service.list()
    expect(notified).toEqual([])
    expect(asks.pending()).toEqual([])
    expect(await uris('files')).toEqual(['file:///code/a'])
  })
})

describe('roots/list', () => {
  it('asks once, shows the folders of all workspaces, and keeps the answer in the table', async () => {
    const id = await twoFolders()
    const other = (await service.create('Other')).id
    folders.found.set('/论文', ok)
    await service.addFolders(other, ['/论文'])
    const shared = uris('files')
    const [ask] = asks.pending()
    expect(ask).toMatchObject({
      kind: 'roots',
      serverName: 'files',
      folders: [
        { workspaceId: id, workspaceName: 'Work', path: '/code/a', name: 'a' },
        { workspaceId: id, path: '/code/b c#' },
        { workspaceId: other, workspaceName: 'Other', path: '/论文' },
      ],
    })
    answerAsk({ asks }, ask?.id ?? '', { kind: 'roots', share: ['/code/b c#', '/论文'] })
    expect(await shared).toEqual(['file:///code/b%20c%23', 'file:///%E8%AE%BA%E6%96%87'])
    expect(notified).toEqual([])
    const [view] = await service.list()
    expect(view?.folders.map(({ servers }) => servers)).toEqual([[], ['files']])

    await service.share({ id, path: '/code/b c#' }, 'files', false)
    expect(await uris('files')).toEqual(['file:///%E8%AE%BA%E6%96%87'])
    build()
    expect(await uris('files')).toHaveLength(1)
    expect(asks.pending()).toEqual([])
  })

  it('gives no folder away after a no, and does not ask again', async () => {
    await twoFolders()
    const shared = uris('files')
    answerAsk({ asks }, asks.pending()[0]?.id ?? '', { kind: 'roots', share: [] })
    expect(await shared).toEqual([])
    expect(await uris('files')).toEqual([])
    expect(asks.pending()).toEqual([])
  })

  it('does not ask where the table decided already', async () => {
    const id = await twoFolders()
    await service.share({ id, path: '/code/a' }, 'git', true)
    await service.share({ id, path: '/code/a' }, 'git', false)
    expect(await uris('git')).toEqual([])
    expect(asks.pending()).toEqual([])
  })

  it('does not take an empty list of folders for a decision', async () => {
    expect(await uris('files')).toEqual([])
    expect(asks.pending()).toEqual([])
    await twoFolders()
    const shared = uris('files')
    expect(asks.pending()).toHaveLength(1)
    answerAsk({ asks }, asks.pending()[0]?.id ?? '', { kind: 'roots', share: ['/code/a'] })
    expect(await shared).toEqual(['file:///code/a'])
  })

  it('asks once for two requests at a time, and goes on asking while one of them waits', async () => {
    await twoFolders()
    const gone = new AbortController()
    const first = roots.listRoots(asking, gone.signal)
    const second = uris('files')
    expect(asks.pending()).toHaveLength(1)
    gone.abort()
    await expect(first).rejects.toMatchObject({ code: 'ask/withdrawn' })
    expect(asks.pending()).toHaveLength(1)
    answerAsk({ asks }, asks.pending()[0]?.id ?? '', { kind: 'roots', share: ['/code/a'] })
    expect(await second).toEqual(['file:///code/a'])
  })

  it('withdraws the ask when the server cancels, and asks anew the next time', async () => {
    await twoFolders()
    const gone = new AbortController()
    const first = roots.listRoots(asking, gone.signal)
    gone.abort()
    await expect(first).rejects.toMatchObject({ code: 'ask/withdrawn' })
    await settled()
    expect(asks.pending()).toEqual([])
    void uris('files')
    expect(asks.pending()).toHaveLength(1)
  })

  it('says why nobody waits for the answer any more', async () => {
    await twoFolders()
    const gone = new AbortController()
    const first = roots.listRoots(asking, gone.signal)
    const reasons: string[] = []
    asks.onWithdrawn((_ask, { reason }) => reasons.push(reason))
    abortWith(gone, 'connection-lost')
    await expect(first).rejects.toMatchObject({ code: 'ask/withdrawn' })
    await settled()
    expect(reasons).toEqual(['connection-lost'])
  })

  it('does not send the same folder twice, or one of a removed server’s', async () => {
    const id = await twoFolders()
    const other = (await service.create('Other')).id
    await service.addFolders(other, ['/code/a'])
    for (const place of [id, other])
      await service.share({ id: place, path: '/code/a' }, 'files', true)
    expect(await roots.listRoots(asking, never)).toEqual([{ uri: 'file:///code/a', name: 'a' }])
    stores.workspaces.forgetServer('files')
    expect(
      (await service.list()).flatMap((view) => view.folders.flatMap((f) => f.servers)),
    ).toEqual([])
    expect(stores.workspaces.askedAs('files')).toBeNull()
  })
})
