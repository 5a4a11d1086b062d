import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchStore } from '@gatehouse/host/ports'
import { proves } from '@gatehouse/testkit/proves'
import fc from 'fast-check'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../file/database.ts'
import { createWordEraser } from './erase-words.ts'
import { formatThirtyTwoRows } from '../fixtures/format-32.fixture.ts'
import { migrate } from '../file/migrate.ts'
import { migrations } from '../migrations/index.ts'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { createSearchValues } from './search-values.ts'
import {
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
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-erase-'))
  file = join(folder, 'gatehouse.db')
  stores = open()
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

function begin(chat: string, modelId = 'm'): void {
  stores.conversations.save(sampleConversation(chat))
  stores.turns.saveTurn(sampleTurn(`t-${chat}`, chat, { model: { providerId: 'p1', modelId } }))
}
const saveMessage = (chat: string, id: string, text: string) =>
  stores.turns.saveEntry(`t-${chat}`, sampleUserMessage(id, text))
function endForGood(chat: string): void {
  stores.conversations.remove(chat)
  stores.conversations.purge()
}
function found(query: string): string[] {
  const ids: string[] = []
  for (let before: number | undefined; ;) {
    const page = stores.search.search(query, 1000, { before })
    ids.push(...page.hits.map(({ entryId }) => entryId))
    if (page.next === null) return ids
    before = page.next
  }
}
/** True if the database or its log has the word, in any case. */
const isOnDisk = (word: string, at = file) =>
  [at, `${at}-wal`].some(
    (path) => existsSync(path) && readFileSync(path, 'latin1').toLowerCase().includes(word),
  )
/** So many words that are not those of another `seed`. */
const words = (seed: number, count: number) =>
  Array.from(
    { length: count },
    (_, n) => `w${((seed * 7919 + n * 104_729) % 999_983).toString(36)}`,
  )
function namesOnDisk(): number {
  const database = openDatabase(file)
  const names = database.prepare("SELECT 1 FROM search_values WHERE key LIKE '%unforgettable%'")
  const { length } = names.rows()
  database.close()
  return length
}
function eraseAll(search: Pick<SearchStore, 'isErasing' | 'eraseMore'> = stores.search): number {
  let steps = 1
  while (search.eraseMore()) steps += 1
  expect(search.isErasing()).toBe(false)
  return steps
}

/** Two chats, of which the smaller one is removed for good: SQLite merges by itself what is mostly gone. */
function removeOneOfTwo(): void {
  begin('kept')
  for (let n = 0; n < 500; n += 1) saveMessage('kept', `k${n}`, words(n, 60).join(' '))
  begin('gone', 'other')
  const other = new Libsql(file)
  // So that what comes next is named by numbers that are nowhere else.
  other.exec("INSERT INTO search_values (id, kind, key, json) VALUES (987654321, 'tool', '', '')")
  other.close()
  for (let n = 0; n < 20; n += 1) saveMessage('gone', `g${n}`, `unforgettable${n} in the end`)
  stores.turns.saveEntry('t-gone', sampleToolCall('call', { status: 'done', endedAt: 3 }))
  endForGood('gone')
}

describe('what was removed for good', () => {
  /**
   * @threat record.removed-chat
   * @attacker program
   * @tries To read messages of a deleted chat in the database.
   * @stoppedBy The next start removes it for good and overwrites its rows, then its words in the index of the search,
   * in small steps that continue after a quit or a kill, then the log.
   * @remains until the next start a deleted chat can be brought back, and is there; copies of the database that were
   * made before an update stay as they were; the disk or its snapshots may keep what was overwritten
   */
  it('of two chats leaves none of its words in the file or its log, nor what it was narrowed by', () => {
    removeOneOfTwo()
    expect(isOnDisk('forgettable')).toBe(true)
    expect(isOnDisk('98765432')).toBe(true)
    expect(stores.search.isErasing()).toBe(true)
    expect(eraseAll()).toBeGreaterThan(5)
    expect(isOnDisk('forgettable')).toBe(false)
    expect(isOnDisk('98765432')).toBe(false)
    expect(found(words(7, 1)[0] ?? '')).toContain('k7')
    proves('record.erased.words')
  })

  /** @threat record.removed-chat */
  it('is erased after a kill or a quit between any two steps', () => {
    removeOneOfTwo()
    let kills = 0
    for (let isLeft = true; isLeft; kills += 1) {
      // As a kill leaves them: the log was not written back.
      const copy = join(folder, `killed-${kills}.db`)
      for (const end of ['', '-wal'])
        if (existsSync(file + end)) copyFileSync(file + end, copy + end)
      const killed = openStores({ file: copy })
      eraseAll(killed.search)
      expect(isOnDisk('forgettable', copy)).toBe(false)
      killed.close()
      stores.close()
      stores = open()
      isLeft = stores.search.eraseMore()
    }
    expect(kills).toBeGreaterThan(5)
    expect(isOnDisk('forgettable')).toBe(false)
    proves('record.erased.killed')
  })

  /** @threat record.removed-chat */
  it('is erased too when it was removed while others are, or when much is written meanwhile', () => {
    removeOneOfTwo()
    begin('later')
    for (let n = 0; n < 20; n += 1) saveMessage('later', `l${n}`, `unmistakable${n}`)
    for (let n = 0; stores.search.eraseMore(); n += 1) {
      if (n === 3) endForGood('later')
      if (n < 60) saveMessage('kept', `n${n}`, words(1000 + n, 400).join(' '))
      expect(n).toBeLessThan(200)
    }
    expect(stores.search.isErasing()).toBe(false)
    expect(isOnDisk('forgettable')).toBe(false)
    expect(isOnDisk('mistakable')).toBe(false)
    expect(found('unmistakable')).toEqual([])
  })

  it('is erased out of an index of one segment, to which one is added in the middle', () => {
    begin('later')
    for (let n = 0; n < 20; n += 1) saveMessage('later', `l${n}`, `unmistakable${n}`)
    removeOneOfTwo()
    eraseAll()
    endForGood('later')
    expect(isOnDisk('mistakable')).toBe(true)
    // FTS5 merges no single segment while there is another one, and no few ones.
    for (let n = 0; stores.search.eraseMore(); n += 1) {
      if (n === 2) saveMessage('kept', 'new', 'appended')
      expect(n).toBeLessThan(500)
    }
    expect(stores.search.isErasing()).toBe(false)
    expect(isOnDisk('mistakable')).toBe(false)
    expect(found('appended')).toEqual(['new'])
  })

  /** @threat chatfiles.huge-file */
  it('takes its names along step by step, however many a chat has, and after a kill too', () => {
    begin('gone')
    const named = Array.from({ length: 350 }, (_, n) =>
      sampleToolCall(`c${n}`, { status: 'done', endedAt: 3, toolName: `unforgettable-${n}` }),
    )
    stores.turns.addImported(
      named.map((entry) => ({ kind: 'entry', turnId: 't-gone', entry }) as const),
    )
    begin('kept')
    stores.turns.saveEntry('t-kept', sampleToolCall('k', { status: 'done', endedAt: 3 }))
    endForGood('gone')
    expect(namesOnDisk()).toBe(350)
    // Killed after each step.
    for (const left of [250, 150, 50]) {
      expect(stores.search.eraseMore()).toBe(true)
      expect(namesOnDisk()).toBeGreaterThanOrEqual(left)
      stores.close()
      stores = open()
    }
    eraseAll()
    expect(namesOnDisk()).toBe(0)
    expect(isOnDisk('forgettable')).toBe(false)
    expect(stores.search.choices().tools).toHaveLength(1)
  })

  it('is nothing to do where nothing was removed, and for what is only hidden', () => {
    begin('kept')
    saveMessage('kept', 'e1', 'word')
    stores.conversations.remove('kept')
    expect(stores.search.isErasing()).toBe(false)
    expect(stores.search.eraseMore()).toBe(false)
  })
})

it('no search is wrong while words are erased page by page, whatever is written and removed meanwhile', () => {
  begin('base')
  const messages = new Map<string, { chat: string; text: string }>()
  let last = 0
  const add = (chat: string, text: string) => {
    const id = `e${(last += 1)}`
    messages.set(id, { chat, text })
    saveMessage(chat, id, text)
  }
  for (let n = 0; n < 120; n += 1) add('base', words(n, 50).join(' '))
  const database = openDatabase(file)
  // Of each connection, as `openStores` sets it.
  database.pragma('secure_delete = ON')
  const eraser = createWordEraser(database, {
    pages: 1,
    values: createSearchValues(database, () => null),
  })
  const chats = ['c0', 'c1', 'c2']
  for (const chat of chats) begin(chat)
  const check = (word: string) =>
    expect(found(word)).toEqual(
      [...messages]
        .filter(([, { text }]) => text.split(' ').some((one) => one.startsWith(word)))
        .map(([id]) => id)
        .toReversed(),
    )
  const act = fc.oneof(
    fc.record({
      word: fc.constantFrom('apple', 'apricot', 'pear'),
      chat: fc.constantFrom(...chats, 'base'),
    }),
    fc.record({ end: fc.constantFrom(...chats) }),
    fc.record({ model: fc.constantFrom('m1', 'm2'), chat: fc.constantFrom(...chats, 'base') }),
    fc.record({ steps: fc.integer({ min: 1, max: 9 }) }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      for (const one of acts) {
        if ('word' in one) add(one.chat, `${one.word} ${one.chat}secret`)
        else if ('model' in one) begin(one.chat, one.model)
        else if ('steps' in one) for (let n = 0; n < one.steps; n += 1) eraser.eraseMore()
        else {
          endForGood(one.end)
          for (const [id, { chat }] of messages) if (chat === one.end) messages.delete(id)
          begin(one.end)
        }
        for (const word of ['apple', 'ap', 'pear', `${chats[0]}secret`, ...words(7, 1)]) check(word)
      }
    }),
    { numRuns: 60 },
  )
  for (const chat of chats) endForGood(chat)
  eraseAll(eraser)
  database.close()
  for (const chat of chats) expect(isOnDisk(`${chat}secret`)).toBe(false)
  proves('record.erased.meanwhile')
}, 60_000)

describe('a file of format 32', () => {
  function openOld(rows: string): void {
    stores.close()
    rmSync(file)
    const old = openDatabase(file)
    migrate(
      old,
      migrations.filter(({ version }) => version <= 32),
    )
    old.execute(formatThirtyTwoRows)
    old.execute(rows)
    old.close()
    stores = open()
  }

  /** @threat record.removed-chat */
  it('from which a chat was removed still has its words, and loses them', () => {
    openOld(`
      WITH RECURSIVE n (seq) AS (SELECT 3 UNION ALL SELECT seq + 1 FROM n WHERE seq < 60)
        INSERT INTO entry_words (rowid, words) SELECT seq, 'walk' FROM n;
      PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;
      DELETE FROM conversations WHERE id = 'd32'`)
    expect(isOnDisk('diagnosis')).toBe(true)
    expect(found('walk')).toEqual(['u32'])
    eraseAll()
    expect(isOnDisk('diagnosis')).toBe(false)
    expect(found('walk')).toEqual(['u32'])
  })

  it('from which nothing was removed has nothing to erase', () => {
    openOld('')
    expect(stores.search.isErasing()).toBe(false)
    expect(found('diagnosis')).toEqual(['v32'])
  })
})
