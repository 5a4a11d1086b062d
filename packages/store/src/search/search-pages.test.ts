import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEARCH_MARK } from '@gatehouse/domain'
import type { SearchFilter } from '@gatehouse/domain/chats'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleConversation, sampleTurn, sampleUserMessage } from '../sample-records.ts'

const COUNT = 100_000
const LATEST = 2_000_000_000_000
const NOW = LATEST + 1

let folder: string
let stores: OpenedStores

/**
 * A message of every millisecond with the same word: the last in an old chat between others, the rest in another.
 * Of two hundred in the middle the file that they came out of says an earlier time.
 */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-search-pages-'))
  const file = join(folder, 'gatehouse.db')
  stores = openStores({ file, report: () => undefined })
  for (const id of ['old', 'long', 'empty', 'file']) {
    stores.conversations.save(sampleConversation(id))
    const from = id === 'file' ? { imported: 'chats.jsonl' } : {}
    if (id !== 'empty') stores.turns.saveTurn({ ...sampleTurn(`t-${id}`, id), ...from })
  }
  const text = `word ${'and more of the same '.repeat(40)}`
  const entry = JSON.stringify({ ...sampleUserMessage('ID', text), createdAt: 0 })
  const database = new Libsql(file)
  database.exec(`
    CREATE TEMP TABLE said AS
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${COUNT})
      SELECT n, CASE WHEN n <= 20 THEN 't-old' WHEN n BETWEEN ${COUNT - 400} AND ${COUNT - 201} THEN 't-file'
        ELSE 't-long' END AS turn FROM numbers;
    INSERT INTO entries (seq, turn_id, ordinal, id, json)
      SELECT n, turn, n, 'e' || n, replace(replace('${entry}', 'ID', 'e' || n), '"createdAt":0',
        '"createdAt":' || CASE turn WHEN 't-file' THEN 1 ELSE ${LATEST} - (${COUNT} - n) * 1000000 END) FROM said;
    INSERT INTO entry_times (entry_seq, at) SELECT seq, json_extract(json, '$.createdAt') FROM entries;
    INSERT INTO entry_words (rowid, words) SELECT entry_seq, '${SEARCH_MARK}ku ${SEARCH_MARK}d' ||
      CASE WHEN at = 1 THEN '200001' ELSE strftime('%Y%m', at / 1000, 'unixepoch') END || ' word' FROM entry_times;
  `)
  database.close()
}, 120_000)
afterAll(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

/** Page by page to the end: what is found, how many pages it took, and milliseconds of the slowest. */
function pages(filter: SearchFilter, limit = 50) {
  const found: string[] = []
  let slowest = 0
  let count = 0
  for (let before: number | undefined; ;) {
    const begin = process.cpuUsage()
    const page = stores.search.search('word', limit - found.length, { filter, before })
    const { user, system } = process.cpuUsage(begin)
    slowest = Math.max(slowest, (user + system) / 1000)
    count += 1
    found.push(...page.hits.map(({ entryId }) => entryId))
    if (page.next === null || found.length === limit) return { found, count, slowest }
    before = page.next
  }
}

describe('a search with a filter among 100,000 entries', () => {
  it('does not look at those of another kind, tool, model or time', () => {
    const { tool, model } = { tool: { serverName: 'Files', toolName: 'read' }, model: 'm' }
    for (const filter of [{ kind: 'tool-call' as const }, { tool }, { model }, { until: 1 }])
      expect(pages(filter)).toMatchObject({ found: [], count: 1 })
    expect(pages({ kind: 'tool-call' }).slowest).toBeLessThan(20)
  })

  it('looks at a bounded number of them at a time', () => {
    const { found, count, slowest } = pages({ tag: 'none' })
    expect(found).toEqual([])
    expect(count).toBeGreaterThanOrEqual(COUNT / 500)
    expect(slowest).toBeLessThan(100)
  })

  it('ends at what is older than the time that is asked for', () => {
    // One is written every 1000 seconds.
    const { found, count } = pages({ since: NOW - 500_000_000 }, 600)
    expect(found).toHaveLength(300)
    expect(found.at(-1)).toBe(`e${COUNT - 499}`)
    expect(count).toBeLessThan(10)
  })

  it('of days long ago does not look at what was said since, also what came out of a file', () => {
    const from = LATEST - 60_000 * 1_000_000
    const { found, count, slowest } = pages({ since: from, until: from + 20_000_000 })
    expect(found).toEqual(Array.from({ length: 20 }, (_, n) => `e${40_019 - n}`))
    // The month of these days has some 2,700.
    expect(count).toBeLessThan(10)
    expect(slowest).toBeLessThan(50)
    expect(pages({ until: 2 }, 500).found).toHaveLength(200)
  })

  it('of an old chat does not look at those of later chats, and of an empty one at none', () => {
    const old = pages({ conversationId: 'old' })
    expect(old.found).toHaveLength(20)
    expect(old.count).toBe(1)
    expect(pages({ conversationId: 'empty' })).toMatchObject({ found: [], count: 1 })
    expect(pages({ conversationId: 'empty' }).slowest).toBeLessThan(20)
  })

  it('goes on after a page without losing or repeating one', () => {
    const { found } = pages({ conversationId: 'file' }, 500)
    expect(found).toHaveLength(200)
    expect(new Set(found).size).toBe(200)
    const unfiltered = pages({}, 2500).found
    expect(unfiltered).toEqual(Array.from({ length: 2500 }, (_, n) => `e${COUNT - n}`))
  })
})
