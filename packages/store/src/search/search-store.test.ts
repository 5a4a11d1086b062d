import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchHit } from '@gatehouse/domain'
import type { SearchFilter } from '@gatehouse/domain/chats'
import fc from 'fast-check'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../file/database.ts'
import { formatNineRows } from '../fixtures/format-9.fixture.ts'
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
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-search-'))
  file = join(folder, 'gatehouse.db')
  stores = open()
  for (const id of ['c1', 'c2']) {
    stores.conversations.save(sampleConversation(id))
    stores.turns.saveTurn(sampleTurn(`t-${id}`, id))
  }
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

const addMessage = (id: string, text: string, chat = 'c1') =>
  stores.turns.saveEntry(`t-${chat}`, sampleUserMessage(id, text))
/** Page by page to the end. */
function search(query: string, limit = 50, filter?: SearchFilter): SearchHit[] {
  const hits: SearchHit[] = []
  for (let before: number | undefined; ;) {
    const page = stores.search.search(query, limit - hits.length, { filter, before })
    hits.push(...page.hits)
    if (page.next === null || hits.length === limit) return hits
    before = page.next
  }
}
const found = (query: string) => search(query).map(({ entryId }) => entryId)
const marked = (query: string) =>
  search(query).map(({ snippet: { text, marks } }) =>
    marks.map(([start, end]) => text.slice(start, end)),
  )

describe('messages and calls are found', () => {
  it('by all of the words, by their beginnings, whatever their case and accents', () => {
    addMessage('e1', 'The nightly build is slow')
    addMessage('e2', 'A build of the Café page')
    expect(found('build')).toEqual(['e2', 'e1'])
    expect(found('NIGHT build')).toEqual(['e1'])
    expect(found('cafe')).toEqual(['e2'])
    expect(marked('cafe')).toEqual([['Café']])
    expect(found('uild')).toEqual([])
    expect(found('build nothing')).toEqual([])
  })

  it('of one chat in the versions alone that it shows', () => {
    addMessage('e1', 'a slow build')
    stores.turns.saveTurn(sampleTurn('t-other', 'c1'))
    stores.turns.saveEntry('t-other', sampleUserMessage('e2', 'a quick build'))
    const shown = () => search('build', 50, { conversationId: 'c1' }).map(({ entryId }) => entryId)
    expect(found('build')).toEqual(['e2', 'e1'])
    expect(shown()).toEqual(['e2'])
    stores.turns.show('t-c1')
    expect(shown()).toEqual(['e1'])
  })

  it('of one chat, kind, server or time alone', () => {
    addMessage('e1', 'a slow build')
    addMessage('e2', 'a build elsewhere', 'c2')
    addMessage('e3', 'a quick build')
    stores.turns.saveEntry('t-c1', sampleAssistantMessage('m', 'The build is done.'))
    const call = (id: string, serverId: string) =>
      sampleToolCall(id, { status: 'done', endedAt: 3, serverId, toolName: 'build' })
    stores.turns.saveEntry('t-c1', call('k1', 'server-a'))
    stores.turns.saveEntry('t-c1', call('k2', 'server-b'))
    const within = (filter: SearchFilter) =>
      search('build', 50, filter).map(({ entryId }) => entryId)
    expect(within({})).toEqual(['k2', 'k1', 'm', 'e3', 'e2', 'e1'])
    expect(within({ conversationId: 'c1' })).toEqual(['k2', 'k1', 'm', 'e3', 'e1'])
    expect(within({ conversationId: 'c2' })).toEqual(['e2'])
    expect(within({ conversationId: 'none' })).toEqual([])
    expect(within({ kind: 'user-message', conversationId: 'c1' })).toEqual(['e3', 'e1'])
    expect(within({ kind: 'assistant-message' })).toEqual(['m'])
    expect(within({ serverId: 'server-b' })).toEqual(['k2'])
    expect(within({ since: 1_900_000_000_000 })).toEqual([])
    expect(within({ since: 1 })).toHaveLength(6)
  })

  it('by two characters of Chinese or Japanese, in the order they were typed', () => {
    addMessage('e1', '今天的夜间构建很慢，因为缓存没有命中')
    addMessage('e2', '会议纪要整理')
    addMessage('e3', '東京タワーの写真')
    expect(found('构建')).toEqual(['e1'])
    expect(found('建构')).toEqual([])
    expect(found('缓存 会议')).toEqual([])
    expect(found('纪要')).toEqual(['e2'])
    expect(found('タワー')).toEqual(['e3'])
    expect(marked('构建')).toEqual([['构建']])
  })

  it('in answers, and in the names, arguments and results of tools', () => {
    stores.turns.saveEntry('t-c1', sampleAssistantMessage('m', 'It is the *cache*.'))
    const call = sampleToolCall('k', {
      status: 'done',
      endedAt: 3,
      toolName: 'read_weather',
      arguments: { city: 'Reykjavik' },
      result: { isError: false, content: [{ type: 'text', text: 'Hailstorm' }] },
    })
    stores.turns.saveEntry('t-c1', call)
    expect(found('cache')).toEqual(['m'])
    for (const word of ['weather', 'reykjavik', 'hail']) expect(found(word)).toEqual(['k'])
    expect(search('hail', 5)[0]).toMatchObject({
      kind: 'tool-call',
      conversationId: 'c1',
      turnId: 't-c1',
      title: 'Chat c1',
    })
  })

  it('once it is whole, as it ended', () => {
    stores.turns.saveEntry('t-c1', {
      kind: 'assistant-message',
      id: 'm',
      step: 1,
      text: '',
      reasoning: '',
      status: 'streaming',
      createdAt: 1,
    })
    stores.turns.appendText('t-c1', 'm', { text: 'first words', reasoning: '' })
    expect(found('words')).toEqual([])
    stores.turns.saveEntry('t-c1', sampleAssistantMessage('m', 'other words'))
    expect(found('words')).toEqual(['m'])
    expect(found('first')).toEqual([])
  })

  it('latest first, and no more than was asked for', () => {
    for (let n = 0; n < 9; n += 1) addMessage(`e${n}`, `note ${n}`, n % 2 ? 'c1' : 'c2')
    expect(search('note', 3).map(({ entryId }) => entryId)).toEqual(['e8', 'e7', 'e6'])
  })
})

describe('what is gone', () => {
  it('is found no more, and comes back with its chat', () => {
    addMessage('e1', 'findable')
    stores.conversations.remove('c1')
    expect(found('findable')).toEqual([])
    stores.conversations.restore('c1')
    expect(found('findable')).toEqual(['e1'])
  })

  it('leaves none of its words in the file once it is removed for good', () => {
    for (let n = 0; n < 40; n += 1) addMessage(`e${n}`, `unforgettable${n} `.repeat(9))
    stores.conversations.remove('c1')
    stores.conversations.purge()
    stores.close()
    expect(readFileSync(file, 'latin1').toLowerCase()).not.toContain('unforgettable')
    stores = open()
  })
})

it('nothing that is typed is taken for anything but words', () => {
  addMessage('e1', 'AND OR NOT NEAR words: -x "quoted" * ^ ( ) {a} 100% \u0000 end')
  for (const query of [
    '"',
    '""',
    '"quoted',
    'words:',
    'NEAR(',
    'a AND',
    'NOT x',
    '*',
    '^end',
    '{a} :',
    "'; DROP TABLE entries; --",
    '\u0000',
    '💥',
    '\ud800',
  ])
    expect(() => stores.search.search(query, 5)).not.toThrow()
  expect(found('quoted"')).toEqual(['e1'])
  expect(found('near OR')).toEqual(['e1'])
  expect(found('  ')).toEqual([])
})

it('finds what a naive search finds, in any mixture of scripts', () => {
  const words = [
    'build',
    'built',
    'Caché',
    'caches',
    '构',
    '建',
    '构建',
    '缓存',
    'タワー',
    'a1',
    '..',
  ]
  const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '))
  const query = fc.array(fc.constantFrom('buil', 'CACHE', '构建', '建', '存', 'a', 'ca', '!'), {
    minLength: 1,
    maxLength: 3,
  })
  let entry = 0
  const bodies = new Map<string, string>()
  fc.assert(
    fc.property(text, query, (body, terms) => {
      entry += 1
      bodies.set(`p${entry}`, body)
      addMessage(`p${entry}`, body)
      const real = terms.filter((term) => term !== '!')
      const plain = (word: string) => word.toLowerCase().replace('é', 'e')
      const matches = (one: string, term: string) =>
        /^[a-z]/i.test(term)
          ? one.split(' ').some((word) => plain(word).startsWith(plain(term)))
          : // Spaces and points between characters are not part of their row.
            one.replace(/[ .]/g, '').includes(term)
      const expected = [...bodies]
        .filter(([, one]) => real.length > 0 && real.every((term) => matches(one, term)))
        .map(([id]) => id)
        .toReversed()
        .slice(0, 50)
      expect(found(terms.join(' '))).toEqual(expected)
    }),
    { numRuns: 80 },
  )
})

describe('beginnings of words', () => {
  const numbers = Array.from({ length: 40 }, (_, n) => n)

  it('that many words have, and that few have, find every one of them', () => {
    for (const n of numbers)
      addMessage(`e${n}`, `report${n} ${n % 20 === 0 ? 'reports' : 'reporting'}`)
    expect(found('report')).toHaveLength(40)
    expect(found('reports report1')).toEqual([])
    expect(found('REPORTS')).toEqual(['e20', 'e0'])
    expect(found('reports report2')).toEqual(['e20'])
    expect(found('report3 reportin')).toEqual(
      [39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 3].map((n) => `e${n}`),
    )
  })

  it('cost no more when they are in every message than when they are in few', () => {
    const entry = JSON.stringify(sampleUserMessage('ID', 'TEXT'))
    const other = new Libsql(file)
    other.exec(`
      CREATE TEMP TABLE said AS
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 40000)
        SELECT n, CASE WHEN n < 5 THEN 'rare' ELSE 'often' || replace(hex(zeroblob(20)), '00', ' common words') END
          AS words FROM numbers;
      INSERT INTO entries (seq, turn_id, ordinal, id, json)
        SELECT n, 't-c1', n, 'e' || n, replace(replace('${entry}', 'ID', 'e' || n), 'TEXT', words) FROM said;
      INSERT INTO entry_words (rowid, words) SELECT n, words FROM said;
    `)
    other.close()
    const cost = (query: string) =>
      Math.min(
        ...Array.from({ length: 7 }, () => {
          const begin = process.cpuUsage()
          for (let n = 0; n < 10; n += 1)
            expect(stores.search.search(query, 1).hits).toHaveLength(1)
          const { user, system } = process.cpuUsage(begin)
          return user + system
        }),
      )
    const rare = cost('rare')
    for (const query of ['common', 'often words', 'c', 'co', 'com'])
      expect(cost(query)).toBeLessThan(rare * 4)
  }, 60_000)
})

/** In place of the file one of an earlier format, with the same chats. */
function copyAsFormat(format: number): void {
  const present = join(folder, 'present.db')
  renameSync(file, present)
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= format),
  )
  old.close()
  const copy = new Libsql(file)
  copy.exec(`ATTACH '${present}' AS present`)
  for (const table of ['conversations', 'turns', 'entries']) {
    const columns = copy.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all()
    const names = columns.join(', ')
    copy.exec(`INSERT INTO ${table} (${names}) SELECT ${names} FROM present.${table}`)
  }
  copy.close()
}

describe('a file of an earlier format', () => {
  it('whose index had no beginnings is made searchable anew', () => {
    for (let n = 0; n < 9; n += 1) addMessage(`e${n}`, `note ${n}`)
    stores.close()
    copyAsFormat(23)
    stores = open()
    expect(stores.search.isIndexing()).toBe(true)
    expect(stores.search.indexMore(3)).toBe(true)
    expect(found('note')).toEqual(['e8', 'e7', 'e6'])
    addMessage('e9', 'note 9')
    while (stores.search.indexMore(3)) expect(stores.search.isIndexing()).toBe(true)
    expect(found('no')).toHaveLength(10)
  })

  it('is made searchable little by little, the latest first, over restarts', () => {
    stores.close()
    rmSync(file)
    const old = new Libsql(file)
    for (const { version, sql } of migrations.filter((step) => step.version <= 9))
      old.exec(`${sql}; PRAGMA user_version = ${version};`)
    old.exec(formatNineRows)
    old.close()
    stores = open()
    expect(stores.search.isIndexing()).toBe(true)
    expect(stores.search.indexMore(3)).toBe(true)
    expect(found('hi')).toEqual(['m-c2', 'm-c1'])
    stores.close()
    stores = open()
    while (stores.search.indexMore(4)) expect(stores.search.isIndexing()).toBe(true)
    expect(stores.search.isIndexing()).toBe(false)
    expect(found('hello')).toHaveLength(9)
  })

  it('with entries of megabytes is searched without parsing them', () => {
    const big = sampleToolCall('big', {
      status: 'done',
      endedAt: 3,
      toolName: 'fetch_all',
      result: {
        isError: false,
        content: [
          { type: 'text', text: 'needle at the start' },
          { type: 'text', text: 'x'.repeat(2_000_000) },
        ],
      },
    })
    stores.turns.saveEntry('t-c1', big)
    expect(found('fetch')).toEqual(['big'])
    expect(marked('needle')).toEqual([['needle']])
  })
})

it('an empty file has nothing to take in', () => {
  expect(stores.search.isIndexing()).toBe(false)
  expect(stores.search.indexMore(10)).toBe(false)
})
