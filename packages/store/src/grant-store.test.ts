import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { formatFifteenGrants } from './fixtures/format-15-grants.fixture.ts'
import { formatFourteenRows } from './fixtures/format-14.fixture.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores, type OpenedStores } from './open-stores.ts'
import type { StoreProblem } from './read-rows.ts'
import { sampleConversation, sampleGrant } from './sample-records.ts'

let folder: string
let file: string
let problems: StoreProblem[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-grants-'))
  file = join(folder, 'gatehouse.db')
  problems = []
})
afterEach(() => {
  expect(problems).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})

const open = (): OpenedStores => openStores({ file, report: (problem) => problems.push(problem) })
const chat = (conversationId: string) => ({ kind: 'chat' as const, conversationId })
const everywhere = { kind: 'always' } as const

it('a grant of format 14 holds in its chat, with the uses that were recorded', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 14),
  )
  old.execute(formatFourteenRows)
  old.close()
  const stores = open()
  const grant = {
    id: 'g13',
    scope: chat('c13'),
    serverId: 's1',
    toolName: 'read_file',
    definitionHash: 'what',
    identity: 'who',
    createdAt: 1_700_000_000_100,
  }
  expect(stores.grants.find('c13', 's1', 'read_file')).toEqual([grant])
  expect(stores.grants.list()).toEqual([{ ...grant, uses: 2, lastUsedAt: 1_700_000_003_000 }])
  expect(stores.turns.requestSnapshots('t13')).toMatchObject([{ step: 1, providerName: 'Local' }])
  expect(stores.turns.providerParts('t13').get('m13')?.parts).toHaveLength(2)
  stores.conversations.remove('c13')
  stores.conversations.purge()
  expect(stores.grants.list()).toEqual([])
  stores.close()
})

it('a grant of the chat comes before one that holds everywhere, and reaches no other chat', () => {
  const stores = open()
  for (const id of ['c1', 'c2']) stores.conversations.save(sampleConversation(id))
  stores.grants.save(sampleGrant('here'))
  stores.grants.save(sampleGrant('all', { scope: everywhere }))
  stores.grants.save(sampleGrant('work', { scope: { kind: 'workspace', workspaceId: 'w1' } }))
  const ids = (id: string) => stores.grants.find(id, 's1', 'read_file').map((one) => one.id)
  expect(ids('c1')).toEqual(['here', 'all'])
  expect(ids('c2')).toEqual(['all'])
  expect(stores.grants.find('c1', 's2', 'read_file')).toEqual([])
  expect(stores.grants.list().map(({ id }) => id)).toEqual(['work', 'all', 'here'])
  stores.conversations.remove('c1')
  stores.conversations.purge()
  expect(ids('c1')).toEqual(['all'])
  stores.grants.remove('all')
  expect(ids('c1')).toEqual([])
  stores.close()
  proves('grant.record.scopes')
})

it('a grant of a workspace counts in the chats that are in it now, and goes with it', () => {
  const stores = open()
  const site = { id: 'w1', name: 'Website', folders: [], createdAt: 1 }
  stores.workspaces.save(site)
  stores.conversations.save(sampleConversation('c1', { workspaceId: 'w1' }))
  stores.conversations.save(sampleConversation('c2', { workspaceId: 'w2' }))
  stores.conversations.save(sampleConversation('c3'))
  stores.grants.save(sampleGrant('all', { scope: everywhere }))
  stores.grants.save(sampleGrant('work', { scope: { kind: 'workspace', workspaceId: 'w1' } }))
  stores.grants.save(sampleGrant('here', { scope: chat('c1') }))
  const ids = (id: string) => stores.grants.find(id, 's1', 'read_file').map((one) => one.id)
  expect(ids('c1')).toEqual(['here', 'work', 'all'])
  for (const id of ['c2', 'c3', 'gone']) expect(ids(id)).toEqual(['all'])
  stores.conversations.save(sampleConversation('c1', { workspaceId: null }))
  expect(ids('c1')).toEqual(['here', 'all'])
  stores.conversations.save(sampleConversation('c1', { workspaceId: 'w1' }))
  stores.workspaces.remove('w1')
  expect(ids('c1')).toEqual(['here', 'all'])
  stores.workspaces.restore('w1')
  expect(ids('c1')).toEqual(['here', 'work', 'all'])
  stores.workspaces.remove('w1')
  stores.workspaces.purge()
  expect(stores.grants.has('work')).toBe(false)
  stores.close()
  proves('grant.workspace.kept')
})

it('chats of format 18 are in no workspace', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 18),
  )
  const { workspaceId: _, ...before } = sampleConversation('c1', { title: '以前' })
  old
    .prepare('INSERT INTO conversations (id, updated_at, json) VALUES (?, ?, ?)')
    .run('c1', before.updatedAt, JSON.stringify(before))
  old.close()
  const stores = open()
  expect(stores.conversations.list()).toEqual([{ ...before, workspaceId: null }])
  stores.close()
  proves('chat.workspace.migrated')
})

it('uses are counted for the grant, and a new one begins at none', () => {
  const stores = open()
  stores.grants.save(sampleGrant('g1', { scope: everywhere }))
  stores.grants.used('g1', 5)
  stores.grants.used('g1', 9)
  stores.grants.save(sampleGrant('g1', { scope: everywhere, unknownCall: 'k' }))
  expect(stores.grants.list()).toMatchObject([{ id: 'g1', uses: 2, lastUsedAt: 9 }])
  stores.grants.save(sampleGrant('g2', { scope: everywhere }))
  expect(stores.grants.list()).toMatchObject([{ id: 'g2', uses: 0, lastUsedAt: null }])
  stores.close()
})

it('grants of format 15 are as they were, and keep no definition until they are given anew', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 15),
  )
  old.execute(formatFifteenGrants)
  old.close()
  const stores = open()
  expect(stores.grants.list()).toMatchObject([
    { id: 'g3', scope: everywhere, uses: 0, lastUsedAt: null },
    { id: 'g2', scope: chat('c1'), unknownCall: 'k9' },
    {
      id: 'g1',
      from: { conversationId: 'c1', entryId: 'e3' },
      uses: 2,
      lastUsedAt: 1_700_000_003_000,
    },
  ])
  expect(stores.grants.definition('g1')).toBeNull()
  expect(stores.grants.has('g1')).toBe(true)
  expect(stores.grants.has('g9')).toBe(false)
  stores.close()
})

it('the definition that was allowed is kept with the grant, and goes with it', () => {
  const stores = open()
  const grant = sampleGrant('g1', { scope: everywhere })
  stores.grants.save(grant, '{"name":"读取 \\u0000"}')
  stores.grants.save({ ...grant, unknownCall: 'k' })
  expect(stores.grants.definition('g1')).toBe('{"name":"读取 \\u0000"}')
  stores.grants.save({ ...grant, id: 'g2' })
  expect(stores.grants.definition('g1')).toBeNull()
  expect(stores.grants.definition('g2')).toBeNull()
  stores.close()
})

it('several grants are saved together, or none of them', () => {
  const stores = open()
  const given = ['a', 'b'].map((toolName) => ({
    grant: sampleGrant(toolName, { scope: everywhere, toolName }),
    definition: `{"name":"${toolName}"}`,
  }))
  stores.grants.saveAll(given)
  expect(stores.grants.list().map(({ id }) => id)).toEqual(['b', 'a'])
  expect(stores.grants.definition('b')).toBe('{"name":"b"}')
  const clashing = [
    { grant: sampleGrant('c', { scope: everywhere, toolName: 'c' }), definition: '{}' },
    { grant: sampleGrant('a', { scope: everywhere, toolName: 'd' }), definition: '{}' },
  ]
  expect(() => stores.grants.saveAll(clashing)).toThrow(/conflicts with/)
  expect(stores.grants.has('c')).toBe(false)
  stores.close()
})

it('says for which tools of a server there are grants, latest first, whatever their names', () => {
  const stores = open()
  for (const [id, toolName] of [
    ['a', 'read'],
    ['b', 'nul \u0000 and \ud800'],
    ['c', 'write'],
  ] as const)
    stores.grants.save(sampleGrant(id, { scope: everywhere, toolName }))
  const { serverId } = sampleGrant('a')
  expect(stores.grants.tools(serverId, 2)).toEqual([
    { id: 'c', toolName: 'write' },
    { id: 'b', toolName: 'nul \u0000 and \ud800' },
  ])
  expect(stores.grants.tools('another', 9)).toEqual([])
  stores.close()
})

it('trust in a tool is found only as such, beside a permission for it, and grants of format 34 stay as they are', () => {
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 34),
  )
  const before = sampleGrant('all', { scope: everywhere })
  old
    .prepare(
      "INSERT INTO grants (id, scope, place, server_id, tool_name, json, uses, definition) VALUES ('all', 'always', '', 's1', ?, ?, 3, '{}')",
    )
    .run(JSON.stringify('read_file'), JSON.stringify(before))
  old.close()
  const stores = open()
  expect(stores.grants.list()).toMatchObject([{ ...before, uses: 3 }])
  expect(stores.grants.definition('all')).toBe('{}')
  const trust = sampleGrant('trust', { scope: { kind: 'by-mode' }, mark: 'read-only' })
  stores.grants.save(trust, '{"name":"read_file"}')
  expect(stores.grants.find('c1', 's1', 'read_file')).toEqual([before])
  expect(stores.grants.findTrust('s1', 'read_file')).toEqual(trust)
  expect(stores.grants.findTrust('s2', 'read_file')).toBeUndefined()
  stores.grants.removeForServer('s1')
  expect(stores.grants.findTrust('s1', 'read_file')).toBeUndefined()
  stores.conversations.save(sampleConversation('c1'))
  stores.grants.save(sampleGrant('here'))
  stores.conversations.remove('c1')
  stores.conversations.purge()
  expect(stores.grants.list()).toEqual([])
  stores.close()
})
