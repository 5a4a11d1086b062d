import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings, type Settings, type Workspace } from '@gatehouse/domain'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenedStores, openStores, type StoreProblem } from './index.ts'
import {
  sampleAssistantMessage,
  sampleAuditRecord,
  sampleConversation,
  sampleGrant,
  sampleProvider,
  sampleServer,
  sampleTool,
  sampleToolCall,
  sampleTurn,
  sampleUserMessage,
  shownTurns,
} from './sample-records.ts'

let folder: string
let file: string
let stores: OpenedStores
let problems: StoreProblem[]

const open = (): OpenedStores => openStores({ file, report: (problem) => problems.push(problem) })

/** Everything that is asked afterwards comes from the disk. */
const reopen = (): void => {
  stores.close()
  stores = open()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'))
  file = join(folder, 'profile', 'gatehouse.db')
  problems = []
  stores = open()
})

afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

describe('servers', () => {
  it('does not lose a field, a secret reference or the order of adding', () => {
    const http = sampleServer('s2', {
      transport: {
        kind: 'http',
        url: 'https://example.test/mcp',
        headers: [{ name: 'Authorization', value: { kind: 'secret', ref: 'server/s2/h' } }],
      },
      protocol: 'auto',
    })
    stores.servers.save(sampleServer('s1'))
    stores.servers.save(http)
    stores.servers.save(sampleServer('s1', { name: 'Renamed' }))
    reopen()
    expect(stores.servers.list()).toEqual([sampleServer('s1', { name: 'Renamed' }), http])
  })

  it('does not show the lists of another server, account or of one that was removed', () => {
    const prompts = [{ name: 'greet' }]
    const none = { prompts: null, resources: null, templates: null }
    stores.servers.save(sampleServer('s1'))
    stores.servers.save(sampleServer('s2'))
    stores.servers.cacheList('s1', 'prompts', [{ name: 'old' }])
    stores.servers.cacheList('s1', 'prompts', prompts)
    stores.servers.cacheList('s1', 'resources', [])
    reopen()
    expect(stores.servers.cachedLists('s1')).toEqual({ ...none, prompts, resources: [] })
    expect(stores.servers.cachedLists('s2')).toEqual(none)
    stores.servers.forgetLists('s1')
    expect(stores.servers.cachedLists('s1')).toEqual(none)
    stores.servers.cacheList('s1', 'prompts', prompts)
    stores.servers.remove('s1')
    stores.servers.save(sampleServer('s1'))
    expect(stores.servers.cachedLists('s1')).toEqual(none)
  })

  it('does not keep the cached tools of a removed server, nor lose those of a renamed one', () => {
    const tools = [sampleTool('a'), sampleTool('b')]
    stores.servers.save(sampleServer('s1'))
    expect(stores.servers.cachedTools('s1')).toBeNull()
    stores.servers.cacheTools('s1', [sampleTool('old')])
    stores.servers.cacheTools('s1', tools)
    stores.servers.save(sampleServer('s1', { name: 'Renamed' }))
    reopen()
    expect(stores.servers.cachedTools('s1')).toEqual(tools)
    stores.servers.remove('s1')
    stores.servers.save(sampleServer('s1'))
    expect(stores.servers.cachedTools('s1')).toBeNull()
  })
})

describe('providers', () => {
  it('does not lose a field and forgets a removed one', () => {
    stores.providers.save(sampleProvider('p1'))
    stores.providers.save(sampleProvider('p2', { kind: 'anthropic', models: [] }))
    stores.providers.save(sampleProvider('p1', { hasKey: false }))
    reopen()
    expect(stores.providers.list()).toEqual([
      sampleProvider('p1', { hasKey: false }),
      sampleProvider('p2', { kind: 'anthropic', models: [] }),
    ])
    stores.providers.remove('p1')
    expect(stores.providers.list().map(({ id }) => id)).toEqual(['p2'])
  })
})

describe('conversations', () => {
  it('of which one cannot be read, the others with waiting messages are found', () => {
    const queue = [{ id: 'q1', text: 'next', attachments: [], createdAt: 1 }]
    stores.conversations.save(sampleConversation('whole', { queue }))
    stores.conversations.save(sampleConversation('damaged', { queue }))
    const other = new Libsql(file)
    other.exec("UPDATE conversations SET json = '{damaged' WHERE id = 'damaged'")
    other.close()
    expect(stores.conversations.withQueue().map(({ id }) => id)).toEqual(['whole'])
  })

  it('does not list them in the order of creation, nor lose the draft', () => {
    stores.conversations.save(sampleConversation('old', { updatedAt: 10 }))
    stores.conversations.save(sampleConversation('new', { updatedAt: 20 }))
    stores.conversations.save(sampleConversation('old', { updatedAt: 30, model: null }))
    reopen()
    expect(stores.conversations.list()).toEqual([
      sampleConversation('old', { updatedAt: 30, model: null }),
      sampleConversation('new', { updatedAt: 20 }),
    ])
    expect(stores.conversations.get('new')).toEqual(sampleConversation('new', { updatedAt: 20 }))
    expect(stores.conversations.get('none')).toBeNull()
  })

  it('does not show a removed chat again when it is saved late, and restores it whole', () => {
    stores.conversations.save(sampleConversation('c1'))
    stores.turns.saveTurn(sampleTurn('t1', 'c1'))
    stores.turns.saveEntry('t1', sampleUserMessage('e1', 'hello'))
    stores.conversations.remove('c1')
    stores.conversations.save(sampleConversation('c1', { title: 'Late' }))
    reopen()
    expect(stores.conversations.list()).toEqual([])
    expect(stores.conversations.get('c1')).toBeNull()
    expect(stores.conversations.restore('c1')?.title).toBe('Late')
    expect(shownTurns(stores, 'c1')[0]?.entries).toHaveLength(1)
    expect(stores.conversations.restore('none')).toBeNull()
  })

  it('does not leave the words of a purged chat in any file', () => {
    stores.conversations.save(sampleConversation('c1'))
    stores.conversations.save(sampleConversation('c2'))
    stores.turns.saveTurn(sampleTurn('t1', 'c1'))
    stores.turns.saveEntry('t1', sampleUserMessage('e1', 'unforgettable-words '.repeat(400)))
    stores.grants.save(sampleGrant('g1'))
    stores.conversations.remove('c1')
    expect(onDisk()).toContain('unforgettable-words')
    stores.conversations.purge()
    expect(onDisk()).not.toContain('unforgettable-words')
    expect(stores.conversations.restore('c1')).toBeNull()
    expect(shownTurns(stores, 'c1')).toEqual([])
    expect(stores.conversations.list().map(({ id }) => id)).toEqual(['c2'])
  })
})

describe('workspaces', () => {
  const workspace = (id: string, servers: string[] = []): Workspace => ({
    id,
    name: `工作 ${id}`,
    folders: [{ path: '/home/ada/a "b"\u0000', name: 'a', servers }],
    createdAt: 1_700_000_000_000,
  })

  it('does not lose a folder or the order of adding, and restores a removed one whole', () => {
    stores.workspaces.save(workspace('w2', ['s1']))
    stores.workspaces.save(workspace('w1'))
    stores.workspaces.save({ ...workspace('w2', ['s1']), name: 'Renamed' })
    stores.workspaces.remove('w2')
    reopen()
    expect(stores.workspaces.list()).toEqual([workspace('w1')])
    expect(stores.workspaces.restore('w2')).toEqual({
      ...workspace('w2', ['s1']),
      name: 'Renamed',
    })
    expect(stores.workspaces.list().map(({ id }) => id)).toEqual(['w2', 'w1'])
    expect(stores.workspaces.restore('none')).toBeNull()
    stores.workspaces.remove('w2')
    stores.workspaces.purge()
    expect(stores.workspaces.restore('w2')).toBeNull()
  })

  it('does not ask a server again after a restart, and forgets a removed one everywhere', () => {
    stores.workspaces.save(workspace('w1', ['s1', 's2']))
    stores.workspaces.save(workspace('w2', ['s1']))
    stores.workspaces.remove('w2')
    stores.workspaces.markAsked('s1', 'i1')
    stores.workspaces.markAsked('s1', 'i1')
    reopen()
    expect(stores.workspaces.askedAs('s1')).toBe('i1')
    expect(stores.workspaces.askedAs('s2')).toBeNull()
    stores.workspaces.forgetServer('s1')
    reopen()
    expect(stores.workspaces.askedAs('s1')).toBeNull()
    expect(stores.workspaces.list()).toEqual([workspace('w1', ['s2'])])
    expect(stores.workspaces.restore('w2')).toEqual(workspace('w2'))
  })
})

describe('turns', () => {
  it('does not reorder entries when one is saved again, nor mix them up between turns', () => {
    stores.conversations.save(sampleConversation('c1'))
    // Identifiers in an order that is not that of saving.
    const first = [
      sampleUserMessage('z', 'run it'),
      sampleToolCall('m', { status: 'waiting' }),
      sampleAssistantMessage('a', 'partial'),
    ]
    const after = { parentId: 't9', depth: 1 }
    stores.turns.saveTurn(sampleTurn('t9', 'c1'))
    stores.turns.saveTurn(sampleTurn('t1', 'c1', after))
    for (const entry of first) stores.turns.saveEntry('t9', entry)
    stores.turns.saveEntry('t1', sampleUserMessage('z', 'same identifier, other turn'))
    stores.turns.saveEntry('t9', sampleToolCall('m', { status: 'done' }))
    stores.turns.saveEntry('t9', sampleAssistantMessage('a', 'whole'))
    stores.turns.saveTurn(sampleTurn('t9', 'c1', { step: 2 }))
    reopen()
    expect(shownTurns(stores, 'c1')).toEqual([
      sampleTurn('t9', 'c1', {
        step: 2,
        entries: [
          sampleUserMessage('z', 'run it'),
          sampleToolCall('m', { status: 'done' }),
          sampleAssistantMessage('a', 'whole'),
        ],
      }),
      sampleTurn('t1', 'c1', {
        ...after,
        entries: [sampleUserMessage('z', 'same identifier, other turn')],
      }),
    ])
  })

  it('does not write what the model is preparing to the disk', () => {
    stores.conversations.save(sampleConversation('c1'))
    const preparing = { toolTitle: 'only-in-memory', characters: 12 }
    stores.turns.saveTurn(sampleTurn('t1', 'c1', { status: 'running', preparing }))
    expect(shownTurns(stores, 'c1')[0]?.preparing).toBeNull()
    expect(onDisk()).not.toContain('only-in-memory')
  })

  it('does not miss a running turn of any chat, and forgets it once it has ended', () => {
    stores.conversations.save(sampleConversation('c1'))
    stores.conversations.save(sampleConversation('c2'))
    stores.turns.saveTurn(sampleTurn('t1', 'c1'))
    stores.turns.saveTurn(sampleTurn('t2', 'c2', { status: 'running', endedAt: null }))
    stores.turns.saveTurn(sampleTurn('t3', 'c1', { status: 'running', endedAt: null }))
    stores.turns.saveEntry('t3', sampleAssistantMessage('e1', 'partial text'))
    reopen()
    expect(stores.turns.running().map(({ id }) => id)).toEqual(['t2', 't3'])
    expect(stores.turns.running()[1]?.entries).toEqual([
      sampleAssistantMessage('e1', 'partial text'),
    ])
    stores.turns.saveTurn(sampleTurn('t2', 'c2', { status: 'interrupted' }))
    expect(stores.turns.running().map(({ id }) => id)).toEqual(['t3'])
  })

  it('refuses an entry of no turn in words instead of losing it silently', () => {
    expect(() => stores.turns.saveEntry('none', sampleUserMessage('e1', 'x'))).toThrow(
      expect.objectContaining({ name: 'GatehouseError', code: 'store/constraint' }),
    )
  })
})

describe('grants', () => {
  it('does not confuse tools whose names differ only in what SQLite would cut off', () => {
    stores.conversations.save(sampleConversation('c1'))
    stores.grants.save(sampleGrant('g1', { toolName: 'rm\u0000a' }))
    stores.grants.save(sampleGrant('g2', { toolName: 'rm\u0000b' }))
    stores.grants.save(sampleGrant('g3', { toolName: 'rm\ud800' }))
    reopen()
    expect(stores.grants.find('c1', 's1', 'rm\u0000a')[0]?.id).toBe('g1')
    expect(stores.grants.find('c1', 's1', 'rm\ud800')[0]?.id).toBe('g3')
    expect(stores.grants.find('c1', 's1', 'rm\ud801')).toEqual([])
    expect(stores.grants.find('c1', 's1', 'rm')).toEqual([])
  })

  it('does not let an older grant win, nor outlive its server', () => {
    stores.conversations.save(sampleConversation('c1'))
    stores.grants.save(sampleGrant('g1'))
    stores.grants.save(sampleGrant('g2', { definitionHash: 'b'.repeat(64) }))
    stores.grants.save(sampleGrant('g3', { serverId: 's2' }))
    expect(stores.grants.find('c1', 's1', 'read_file')[0]?.definitionHash).toBe('b'.repeat(64))
    stores.grants.removeForServer('s1')
    expect(stores.grants.find('c1', 's1', 'read_file')).toEqual([])
    expect(stores.grants.find('c1', 's2', 'read_file')[0]?.id).toBe('g3')
  })
})

describe('audit', () => {
  it('does not list the oldest first, nor more than asked for', () => {
    const records = ['a1', 'a2', 'a3'].map((id) => sampleAuditRecord(id))
    for (const record of records) stores.audit.append(record)
    reopen()
    expect(stores.audit.list(2)).toEqual([records[2], records[1]])
    expect(stores.audit.list(100)).toHaveLength(3)
    expect(stores.audit.list(0)).toEqual([])
  })

  it('gives the same in parts, and the rest of the app its turn between them', async () => {
    for (let n = 0; n < 110; n += 1) stores.audit.append(sampleAuditRecord(`a${n}`))
    for (const limit of [0, 1, 25, 26, 100, 110, 1000])
      expect(await stores.audit.latest(limit)).toEqual(stores.audit.list(limit))
    let turns = 0
    const turn = (): void => {
      turns += 1
      timer = setImmediate(turn)
    }
    let timer = setImmediate(turn)
    await stores.audit.latest(1000)
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(3)
  })
})

describe('settings', () => {
  it('gives defaults on a fresh file and keeps what was saved', () => {
    expect(stores.settings.load()).toEqual(defaultSettings)
    const changed: Settings = { ...defaultSettings, theme: 'dark', dismissedCards: ['model'] }
    stores.settings.save(changed)
    reopen()
    expect(stores.settings.load()).toEqual(changed)
  })
})

describe('a record that cannot be read any more', () => {
  it('does not take the rest of the chat with it, and is reported once without its contents', () => {
    stores.conversations.save(sampleConversation('c1'))
    stores.conversations.save(sampleConversation('c2'))
    stores.turns.saveTurn(sampleTurn('t1', 'c1'))
    for (const id of ['e1', 'e2', 'e3', 'e4']) {
      stores.turns.saveEntry('t1', sampleUserMessage(id, `private-${id}`))
    }
    stores.settings.save({ ...defaultSettings, theme: 'dark' })
    alter(`UPDATE entries SET json = '{"kind":"private-' WHERE id = 'e1'`)
    alter(`UPDATE entries SET json = json_set(json, '$.kind', 'private-kind') WHERE id = 'e2'`)
    alter(`UPDATE entries SET json = '${'['.repeat(50_000)}${']'.repeat(50_000)}' WHERE id = 'e3'`)
    alter(`UPDATE conversations SET json = 'null' WHERE id = 'c2'`)
    alter(`UPDATE settings SET json = '{"theme":"private-theme"}'`)
    expect(shownTurns(stores, 'c1')[0]?.entries.map(({ id }) => id)).toEqual(['e4'])
    expect(shownTurns(stores, 'c1')).toHaveLength(1)
    expect(stores.conversations.list().map(({ id }) => id)).toEqual(['c1'])
    expect(stores.settings.load()).toEqual(defaultSettings)
    expect(problems.map(({ table, id }) => `${table}/${id}`).sort()).toEqual([
      'conversations/c2',
      'entries/e1',
      'entries/e2',
      'entries/e3',
      'settings/1',
    ])
    expect(JSON.stringify(problems)).not.toContain('private')
  })
})

describe('after close', () => {
  it('refuses in words instead of writing to a closed file', () => {
    stores.close()
    stores.close()
    expect(() => stores.settings.save(defaultSettings)).toThrow(
      expect.objectContaining({ code: 'store/closed' }),
    )
    expect(readFileSync(`${file}-wal`)).toHaveLength(0)
  })
})

function onDisk(): string {
  return readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1')
}

function alter(sql: string): void {
  const other = new Libsql(file)
  other.exec(sql)
  other.close()
}
