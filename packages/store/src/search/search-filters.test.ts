import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEARCH_MARK, type Entry, type ToolCall } from '@gatehouse/domain'
import type { SearchFilter } from '@gatehouse/domain/chats'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../file/database.ts'
import { formatThirtyOneRows } from '../fixtures/format-31.fixture.ts'
import { migrate } from '../file/migrate.ts'
import { migrations } from '../migrations/index.ts'
import { openStores, type OpenedStores } from '../open-stores.ts'
import {
  sampleAssistantMessage,
  sampleConversation,
  sampleToolCall,
  sampleTurn,
  sampleUserMessage,
} from '../sample-records.ts'

let folder: string
let file: string
let stores: OpenedStores
const open = () => openStores({ file, report: () => undefined })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-search-filters-'))
  file = join(folder, 'gatehouse.db')
  stores = open()
  stores.conversations.save(sampleConversation('c1'))
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

const turn = (id: string, modelId: string | null, chat = 'c1') =>
  stores.turns.saveTurn(
    sampleTurn(id, chat, { model: modelId === null ? null : { providerId: 'p1', modelId } }),
  )
const call = (id: string, serverName: string, toolName: string): ToolCall =>
  sampleToolCall(id, { status: 'done', endedAt: 3, serverId: serverName, serverName, toolName })
function found(query: string, filter: SearchFilter): string[] {
  const ids: string[] = []
  for (let before: number | undefined; ;) {
    const page = stores.search.search(query, 50, { filter, before })
    ids.push(...page.hits.map(({ entryId }) => entryId))
    if (page.next === null) return ids
    before = page.next
  }
}
const tools = () => stores.search.choices().tools.map(({ toolName }) => toolName)
const models = () => stores.search.choices().models.toSorted()

it('a model finds what was said and done in the turns that it answered, whole or in part', () => {
  turn('t1', 'large')
  stores.turns.saveEntry('t1', sampleUserMessage('u1', 'a word'))
  stores.turns.saveEntry('t1', sampleAssistantMessage('a1', 'the word'))
  turn('t2', null)
  stores.turns.saveEntry('t2', sampleUserMessage('u2', 'a word'))
  expect(found('word', { model: 'large' })).toEqual(['a1', 'u1'])
  expect(found('word', { model: 'small' })).toEqual([])
  const snapshot = {
    step: 1,
    providerId: 'p1',
    providerName: 'P',
    source: { kind: 'openai-compatible' as const, baseUrl: 'http://127.0.0.1', modelId: 'large' },
    parameters: { maxOutputTokens: 1 },
    system: 'a'.repeat(64),
    tools: 'b'.repeat(64),
  }
  stores.turns.saveRequestSnapshot('t1', snapshot, [])
  turn('t1', 'small')
  expect(found('word', { model: 'small' })).toEqual(['a1', 'u1'])
  expect(found('word', { model: 'large' })).toEqual(['a1', 'u1'])
  // One that never got as far as a request has answered nothing.
  turn('t2', 'never')
  turn('t2', 'small')
  expect(found('word', { model: 'never' })).toEqual([])
  expect(models()).toEqual(['large', 'small'])
})

it('a tool finds its calls alone, by the names of it and of its server', () => {
  turn('t1', 'm')
  stores.turns.saveEntry('t1', call('k1', 'files', 'read'))
  stores.turns.saveEntry('t1', call('k2', 'web', 'read'))
  stores.turns.saveEntry('t1', call('k3', 'files', 'read_all'))
  expect(found('read', { tool: { serverName: 'files', toolName: 'read' } })).toEqual(['k1'])
  expect(found('read', { tool: { serverName: 'web', toolName: 'read' } })).toEqual(['k2'])
  expect(found('read', { tool: { serverName: 'web', toolName: 'read_all' } })).toEqual([])
  expect(found('read', { serverId: 'files' })).toEqual(['k3', 'k1'])
})

it('days let in their first and their last millisecond, and nothing beside them', () => {
  turn('t1', 'm')
  const at = (id: string, createdAt: number) =>
    stores.turns.saveEntry('t1', { ...sampleUserMessage(id, 'word'), createdAt })
  const since = Date.UTC(2026, 2, 31, 22)
  const until = Date.UTC(2026, 3, 2, 22)
  at('early', since - 1)
  at('first', since)
  at('last', until - 1)
  at('late', until)
  expect(found('word', { since, until })).toEqual(['last', 'first'])
  expect(found('word', { since })).toEqual(['late', 'last', 'first'])
  expect(found('word', { until })).toEqual(['last', 'first', 'early'])
  expect(found('word', { since: until, until: since })).toEqual([])
})

describe('the choices', () => {
  it('are what the record has, without what is removed, and with what is brought back', () => {
    turn('t1', 'm')
    stores.turns.saveEntry('t1', call('k1', 'files', 'read'))
    stores.conversations.save(sampleConversation('c2'))
    turn('t2', 'other', 'c2')
    stores.turns.saveEntry('t2', call('k2', 'files', 'write'))
    expect([models(), tools().toSorted()]).toEqual([
      ['m', 'other'],
      ['read', 'write'],
    ])
    stores.conversations.remove('c2')
    expect([models(), tools()]).toEqual([['m'], ['read']])
    stores.conversations.restore('c2')
    expect(tools()).toHaveLength(2)
  })

  it('are given a page at a time, each after it looked at so many only, however many there are', () => {
    turn('t1', 'm')
    stores.conversations.save(sampleConversation('c2'))
    turn('t2', 'm', 'c2')
    for (let n = 0; n < 250; n += 1)
      stores.turns.saveEntry(n % 2 === 0 ? 't1' : 't2', call(`k${n}`, 'files', `tool-${n}`))
    // What is not given was looked at all the same.
    stores.conversations.remove('c2')
    const sizes: number[] = []
    const names = new Set<string>()
    for (let before: number | undefined; ;) {
      const page = stores.search.choices(before)
      sizes.push(page.models.length + page.tools.length)
      for (const { toolName } of page.tools) names.add(toolName)
      if (page.next === null) break
      before = page.next
    }
    expect(sizes).toEqual([50, 50, 26])
    expect(names.size).toBe(125)
  })

  it('are not kept of a tool or model that only a purged chat had', () => {
    turn('t1', 'm')
    stores.turns.saveEntry('t1', call('k1', 'files', 'read'))
    stores.conversations.save(sampleConversation('c2'))
    turn('t2', 'unforgettable-model', 'c2')
    stores.turns.saveEntry('t2', call('k2', 'unforgettable-server', 'unforgettable-tool'))
    stores.conversations.remove('c2')
    stores.conversations.purge()
    expect([models(), tools()]).toEqual([['m'], ['read']])
    while (stores.search.eraseMore()) expect(stores.search.isErasing()).toBe(true)
    stores.close()
    const database = openDatabase(file)
    const kept = database.prepare('SELECT key, json FROM search_values').rows()
    database.close()
    expect(kept.flat().join(' ')).not.toContain('unforgettable')
    stores = open()
    expect(found('read', { model: 'm' })).toEqual(['k1'])
  })
})

/**
 * @threat record.search-forged
 * @attacker model
 * @tries To have a text found as a call of some tool, or as of another model or time than it is, by writing what the
 * search index writes of those.
 * @stoppedBy What the index writes begins with a character that counts as a space in every text and in what is typed.
 * @remains A tool is found by its name and that of its server: two servers that were given the same name are one
 * choice.
 */
it('no text takes itself for a call of a tool, and nothing that is typed asks for one', () => {
  turn('t1', 'm')
  stores.turns.saveEntry('t1', call('k1', 'files', 'read'))
  const forged = ['kt', 't1', 't2', 't3', 'm1', 's2', 'd202311'].map((one) => SEARCH_MARK + one)
  stores.turns.saveEntry('t1', sampleUserMessage('u1', `read ${forged.join(' ')}`))
  expect(found('read', { tool: { serverName: 'files', toolName: 'read' } })).toEqual(['k1'])
  expect(found('read', { kind: 'tool-call' })).toEqual(['k1'])
  expect(found(`${SEARCH_MARK}kt`, {})).toEqual(['u1'])
  expect(found(`read ${SEARCH_MARK}`, {})).toEqual(['u1', 'k1'])
})

const MODELS = ['large', 'small', null] as const
const SERVERS = ['files', 'web']
const TOOLS = ['read', 'write']
const DAY = 86_400_000
const START = Date.UTC(2025, 11, 30)

it('finds what a naive search with the same filter finds', () => {
  const entry = fc.record({
    model: fc.constantFrom(...MODELS),
    kind: fc.constantFrom('user-message', 'assistant-message', 'tool-call'),
    server: fc.constantFrom(...SERVERS),
    tool: fc.constantFrom(...TOOLS),
    day: fc.integer({ min: 0, max: 90 }),
    text: fc.constantFrom('word', 'other', 'word other'),
  })
  const filter = fc.record(
    {
      model: fc.constantFrom('large', 'small', 'none'),
      tool: fc.record({
        serverName: fc.constantFrom(...SERVERS),
        toolName: fc.constantFrom(...TOOLS, 'none'),
      }),
      serverId: fc.constantFrom(...SERVERS),
      kind: fc.constantFrom('user-message', 'assistant-message', 'tool-call'),
      since: fc.integer({ min: -1, max: 91 }).map((day) => START + day * DAY),
      until: fc.integer({ min: -1, max: 91 }).map((day) => START + day * DAY),
    },
    { requiredKeys: [] },
  )
  type Saved = { id: string; of: typeof entry extends fc.Arbitrary<infer T> ? T : never }
  const saved: Saved[] = []
  let count = 0
  const save = (of: Saved['of']): void => {
    const id = `p${(count += 1)}`
    saved.unshift({ id, of })
    turn(`t-${id}`, of.model)
    const createdAt = START + of.day * DAY
    const written: Entry =
      of.kind === 'tool-call'
        ? { ...call(id, of.server, of.tool), createdAt, arguments: { of: of.text } }
        : of.kind === 'user-message'
          ? { ...sampleUserMessage(id, of.text), createdAt }
          : { ...sampleAssistantMessage(id, of.text), createdAt }
    stores.turns.saveEntry(`t-${id}`, written)
  }
  const fits = ({ of }: Saved, wanted: SearchFilter): boolean => {
    const at = START + of.day * DAY
    const isCall = of.kind === 'tool-call'
    return (
      of.text.includes('word') &&
      (wanted.model === undefined || of.model === wanted.model) &&
      (wanted.kind === undefined || of.kind === wanted.kind) &&
      (wanted.serverId === undefined || (isCall && of.server === wanted.serverId)) &&
      (wanted.tool === undefined ||
        (isCall && of.server === wanted.tool.serverName && of.tool === wanted.tool.toolName)) &&
      (wanted.since === undefined || at >= wanted.since) &&
      (wanted.until === undefined || at < wanted.until)
    )
  }
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), filter, (more, wanted) => {
      for (const one of more) save(one)
      const expected = saved.filter((one) => fits(one, wanted)).map(({ id }) => id)
      expect(found('word', wanted)).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

describe('a file of format 31', () => {
  beforeEach(() => {
    stores.close()
    rmSync(file)
    const old = openDatabase(file)
    migrate(
      old,
      migrations.filter(({ version }) => version <= 31),
    )
    old.execute(formatThirtyOneRows)
    old.close()
    stores = open()
  })

  it('is searched by its words at once, and by models, tools and days as it is taken in, over restarts', () => {
    expect(stores.search.isIndexing()).toBe(true)
    expect(found('bern', {})).toEqual(['k31', 'a31', 'u31'])
    expect(found('bern', { model: 'gpt-old' })).toEqual([])
    expect(stores.search.indexMore(1)).toBe(true)
    expect(found('bern', { model: 'gpt-old' })).toEqual(['k31'])
    stores.close()
    stores = open()
    while (stores.search.indexMore(1)) expect(stores.search.isIndexing()).toBe(true)
    expect(found('bern', { model: 'gpt-old' })).toEqual(['k31', 'a31', 'u31'])
    expect(found('bern', { model: 'gpt-first' })).toEqual(['k31', 'a31', 'u31'])
    expect(found('bern', { tool: { serverName: 'Maps', toolName: 'find_walk' } })).toEqual(['k31'])
    expect(found('bern', { until: 1_700_000_000_001 })).toEqual(['u31'])
    expect(stores.search.choices()).toEqual({
      next: null,
      models: expect.arrayContaining(['gpt-old', 'gpt-first']),
      tools: [{ serverName: 'Maps', toolName: 'find_walk', title: 'Find a walk' }],
    })
    expect(found('bern', {})).toHaveLength(3)
  })
})
