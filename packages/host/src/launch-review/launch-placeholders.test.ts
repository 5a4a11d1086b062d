import { serverDraftSchema, type ServerDraft } from '@gatehouse/domain'
import type { PlaceholderSource } from '@gatehouse/domain/launch'
import { beforeEach, expect, it } from 'vitest'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'
import { createInMemoryStores, createMemoryVault, type ScriptedServer } from '../testing/index.ts'
import { currentPlaceholders } from './launch-placeholders.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'

let server: ScriptedServer
let registry: ServerRegistry
let workspace: PlaceholderSource['workspace']

const site = { name: 'Site', folder: '/work/site', folders: 1 }
const shop = { name: 'Shop', folder: '/work/--shop $& "x"', folders: 2 }

beforeEach(() => {
  server = createScriptedServer()
  workspace = site
  registry = createTestRegistry(server, {
    vault: createMemoryVault(),
    placeholders: () => ({ userHome: '/home/me', workspace }),
  })
})

const draft = (id?: string, args = ['--root=${workspaceFolder}']): ServerDraft =>
  serverDraftSchema.parse({
    ...(id === undefined ? {} : { id }),
    name: 'files',
    transport: {
      kind: 'stdio',
      command: 'files',
      args,
      env: [
        { name: 'HOME_OF', value: '${userHome}', secret: false },
        { name: 'TOKEN', value: '${userHome}', secret: true },
      ],
      cwd: '${workspaceFolder}',
    },
  })

async function save(what: ServerDraft): Promise<string> {
  const { id } = await registry.review(what)
  return (await registry.save(id, true)).config.id
}

async function settle(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await Promise.resolve()
}

const started = () => server.opened.map(({ transport }) => transport)
const keptToken = (what: ServerDraft): ServerDraft => {
  const { transport } = what
  if (transport.kind === 'stdio') transport.env[1] = { name: 'TOKEN', value: null, secret: true }
  return what
}

it('starts with what the review showed in place of placeholders, and keeps the placeholders', async () => {
  const review = await registry.review(draft())
  expect(review.placeholders).toEqual([
    { name: 'workspaceFolder', value: '/work/site', workspace: { name: 'Site', folders: 1 } },
    { name: 'userHome', value: '/home/me' },
  ])
  const { config } = await registry.save(review.id, true)
  await settle()
  expect(config.transport).toMatchObject({ args: ['--root=${workspaceFolder}'] })
  expect(started()).toEqual([
    expect.objectContaining({
      args: ['--root=/work/site'],
      cwd: '/work/site',
      env: { HOME_OF: '/home/me', TOKEN: '${userHome}' },
    }),
  ])
  const { placeholders = [] } = registry.get(config.id).view()
  expect(placeholders.map(({ running }) => running)).toEqual(['/work/site', '/home/me'])
})

/** @threat launch.other-folder */
it('does not start with another folder before it was read, and goes back to the first without asking', async () => {
  const id = await save(draft())
  await settle()
  workspace = shop
  await registry.restart(id)
  await settle()
  expect(registry.get(id).view().connection).toMatchObject({
    status: 'failed',
    failure: {
      code: 'launch-changed',
      placeholders: [{ name: 'workspaceFolder', value: shop.folder }],
    },
  })
  expect(started()).toHaveLength(1)

  await save(keptToken(draft(id)))
  await settle()
  expect(started().at(-1)).toMatchObject({ args: [`--root=${shop.folder}`], cwd: shop.folder })
  workspace = site
  await registry.restart(id)
  await settle()
  expect(started().at(-1)).toMatchObject({ args: ['--root=/work/site'] })
})

it('keeps the folder that was shown when the workspace changes during the review', async () => {
  const { id: review } = await registry.review(draft())
  workspace = shop
  const { config } = await registry.save(review, true)
  await settle()
  expect(config.seenPlaceholders).toContainEqual({ name: 'workspaceFolder', value: '/work/site' })
  expect(started()).toEqual([])
})

/** @threat launch.other-folder */
it('asks again for a folder that was seen in another place of the launch', async () => {
  const id = await save(draft())
  workspace = shop
  await save(draft(id, ['--write', '${workspaceFolder}']))
  workspace = site
  await registry.restart(id)
  await settle()
  expect(registry.get(id).view().connection).toMatchObject({ failure: { code: 'launch-changed' } })
})

it('does not start while no workspace has a folder', async () => {
  workspace = null
  const id = await save(draft())
  await settle()
  expect(registry.get(id).view().connection).toMatchObject({
    status: 'failed',
    failure: { code: 'no-workspace-folder' },
  })
  expect(started()).toEqual([])
})

it('takes the first folder of the workspace that was used last, else of the first that has one', () => {
  const stores = createInMemoryStores()
  const folder = (path: string) => ({ path, name: path, servers: [] })
  const add = (id: string, ...paths: string[]) =>
    stores.workspaces.save({ id, name: id, folders: paths.map(folder), createdAt: 0 })
  let usedLast: string | null = null
  const current = currentPlaceholders({
    stores,
    folders: { home: '/home/me' },
    conversations: { workspaceUsedLast: () => usedLast },
  })
  expect(current().workspace).toBeNull()
  add('empty')
  add('site', '/site')
  add('shop', '/shop', '/shop/b')
  expect(current().workspace).toEqual({ name: 'site', folder: '/site', folders: 1 })
  usedLast = 'shop'
  expect(current().workspace).toEqual({ name: 'shop', folder: '/shop', folders: 2 })
  usedLast = 'empty'
  expect(current().workspace?.name).toBe('site')
})
