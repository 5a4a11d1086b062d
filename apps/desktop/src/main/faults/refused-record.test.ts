import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverDraftSchema, type AuditRecord, type ServerDraftInput } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import {
  createEventRecorder,
  createMemoryVault,
  createScriptedModels,
  toolNamed,
} from '@gatehouse/host/testing'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScriptedHost } from './scripted-host.ts'

const allChats = {
  scope: { kind: 'always' as const },
  name: '',
  signal: new AbortController().signal,
  check: () => undefined,
}
const FULL = 'The disk is full.'
const tools = ['read', 'look'].map((name) =>
  toolNamed(name, { annotations: { readOnlyHint: true, openWorldHint: false } }),
)

let folder: string
let stores: OpenedStores
let vault: ReturnType<typeof createMemoryVault>
let events: ReturnType<typeof createEventRecorder>
let host: Host
/** True while the disk refuses the last write: the commit of a change. */
let refusesCommits: boolean

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-refused-'))
  refusesCommits = false
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  const { transaction } = stores
  stores.transaction = (work) =>
    transaction(() => {
      const result = work()
      if (refusesCommits) throw new Error(FULL)
      return result
    })
  vault = createMemoryVault()
  events = createEventRecorder()
  const call = () => Promise.reject(new Error('None.'))
  const server = { tools, call, opened: [], closed: 0 }
  const models = createScriptedModels([])
  host = createScriptedHost({ stores, vault, events, server, models })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})

const refuseOnce = (): ReturnType<typeof vi.spyOn> =>
  vi.spyOn(stores.audit, 'append').mockImplementationOnce(() => {
    throw new Error(FULL)
  })

const draft = (command: string, change: Partial<ServerDraftInput> = {}) =>
  serverDraftSchema.parse({
    name: 'files',
    transport: {
      kind: 'stdio',
      command,
      args: [],
      env: [{ name: 'TOKEN', value: `secret of ${command}`, secret: true }],
    },
    ...change,
  })

const save = async (command: string, change?: Partial<ServerDraftInput>) =>
  host.servers.save((await host.servers.review(draft(command, change))).id, false)

/** The id of a server that was added, with the tools of its last start. */
async function added(): Promise<string> {
  const { config } = await save('node')
  host.servers.get(config.id).lifecycle.start()
  await vi.waitFor(() => expect(stores.servers.cachedTools(config.id)).toHaveLength(tools.length))
  return config.id
}

const kinds = (): AuditRecord['kind'][] => stores.audit.list(100).map(({ kind }) => kind)
const secrets = (): string[] => [...vault.secrets.values()]

describe('of a server, a record that the disk refuses', () => {
  it('leaves its configuration, its secrets and its tools as they were', async () => {
    const id = await added()
    const before = stores.servers.list()
    refuseOnce()
    await expect(save('deno', { id })).rejects.toThrow(FULL)
    expect(stores.servers.list()).toEqual(before)
    expect(host.servers.list().map(({ config }) => config)).toEqual(before)
    expect(secrets()).toEqual(['secret of node'])
    expect(stores.servers.cachedTools(id)).toHaveLength(tools.length)
    expect(kinds()).toEqual(['server-added'])
    await save('deno', { id })
    expect(secrets()).toEqual(['secret of deno'])
  })

  it('leaves none that was to be added', async () => {
    refuseOnce()
    await expect(save('node')).rejects.toThrow(FULL)
    expect([stores.servers.list(), host.servers.list(), secrets()]).toEqual([[], [], []])
  })

  it('leaves how it behaves as it was', async () => {
    const id = await added()
    const before = stores.servers.list()
    refuseOnce()
    const adjust = () =>
      host.servers.adjust(id, { start: 'demand', requestTimeoutMs: 5000, logLevel: 'debug' })
    expect(adjust).toThrow(FULL)
    expect(stores.servers.list()).toEqual(before)
    expect(host.servers.get(id).config).toEqual(before[0])
  })

  it('leaves one that was to be removed, to be removed again', async () => {
    const id = await added()
    await host.readOnlyGrants.allow(id, allChats)
    refuseOnce()
    await expect(host.servers.remove(id)).rejects.toThrow(FULL)
    expect(stores.servers.list()).toHaveLength(1)
    expect(stores.grants.list()).toHaveLength(tools.length)
    expect(host.servers.list()).toMatchObject([{ config: { id } }])
    await host.servers.remove(id)
    expect([stores.servers.list(), stores.grants.list(), host.servers.list()]).toEqual([[], [], []])
    expect(events.recorded.filter(({ name }) => name === 'server.removed')).toHaveLength(1)
    expect(kinds()[0]).toBe('server-removed')
  })
})

describe('of permissions, a write that the disk refuses', () => {
  it('leaves the former ones, and no record of others', async () => {
    const id = await added()
    await host.readOnlyGrants.allow(id, allChats)
    const before = [stores.grants.list(), kinds()]
    vi.spyOn(stores.grants, 'saveAll').mockImplementationOnce(() => {
      throw new Error(FULL)
    })
    await expect(host.readOnlyGrants.allow(id, allChats)).rejects.toThrow(FULL)
    expect([stores.grants.list(), kinds()]).toEqual(before)
  })

  it('leaves those that were to be revoked', async () => {
    const id = await added()
    await host.readOnlyGrants.allow(id, allChats)
    const before = stores.grants.list()
    refuseOnce()
    expect(() => host.grants.revokeAll(id)).toThrow(FULL)
    expect(stores.grants.list()).toEqual(before)
    refuseOnce()
    expect(() => host.grants.revoke(before[0]?.id ?? '')).toThrow(FULL)
    expect(stores.grants.list()).toEqual(before)
  })

  it('leaves a chat where it is, and no record of what it was to gain', async () => {
    const id = await added()
    const { id: site } = await host.workspaces.create('Website')
    await host.readOnlyGrants.allow(id, allChats)
    const [grant] = stores.grants.list()
    if (!grant) throw new Error('There is no permission.')
    stores.grants.save({ ...grant, id: 'of-site', scope: { kind: 'workspace', workspaceId: site } })
    const chat = host.conversations.create()
    await host.chatWorkspaces.move(chat.id, null)
    const state = () => [host.conversations.get(chat.id), kinds(), events.recorded.length]
    const before = state()
    vi.spyOn(stores.conversations, 'save').mockImplementationOnce(() => {
      throw new Error(FULL)
    })
    await expect(host.chatWorkspaces.move(chat.id, site)).rejects.toThrow(FULL)
    expect(state()).toEqual(before)
    refusesCommits = true
    await expect(host.chatWorkspaces.move(chat.id, site)).rejects.toThrow(FULL)
    refusesCommits = false
    expect(state()).toEqual(before)
    await host.chatWorkspaces.move(chat.id, site)
    expect(host.conversations.workspaceOf(chat.id)).toBe(site)
    expect(kinds()[0]).toBe('permission-given')
  })
})
