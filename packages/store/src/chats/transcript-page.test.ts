import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntryPosition, TranscriptPage, Turn } from '@gatehouse/domain'
import type { PageRequest } from '@gatehouse/host/ports'
import { createInMemoryStores } from '@gatehouse/host/testing'
import fc from 'fast-check'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleConversation, sampleTurn, sampleUserMessage } from '../sample-records.ts'

let folder: string
let stores: OpenedStores
const file = () => join(folder, 'gatehouse.db')
const open = () => openStores({ file: file(), report: () => undefined })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'))
  stores = open()
  stores.conversations.save(sampleConversation('c1'))
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

/** A straight chat of so many turns of two entries, `t0` first. */
function addTurns(count: number, text = 'words') {
  for (let n = 0; n < count; n += 1) {
    const parentId = n === 0 ? null : `t${n - 1}`
    stores.turns.saveTurn(sampleTurn(`t${n}`, 'c1', { parentId, depth: n }))
    for (const side of ['a', 'b'])
      stores.turns.saveEntry(`t${n}`, sampleUserMessage(`${side}${n}`, text))
  }
}

const placesOf = ({ turns }: TranscriptPage): EntryPosition[] =>
  turns.flatMap(({ id: turnId, entries }) =>
    entries.map(({ id: entryId }) => ({ turnId, entryId })),
  )

/** Every page from the end to the beginning, and from there to the end again, as one list of entries. */
function walk(read: (request: PageRequest) => TranscriptPage | null, entries: number) {
  const last = read({ anchor: 'end', side: 'before', entries })
  const back: EntryPosition[] = last ? placesOf(last) : []
  for (let page = last; page?.hasBefore;) {
    page = read({ anchor: placesOf(page)[0] ?? 'end', side: 'before', entries })
    back.unshift(...(page ? placesOf(page) : []))
  }
  const on: EntryPosition[] = back.slice(0, 1)
  for (let more = back.length > 1; more;) {
    const page = read({ anchor: on.at(-1) ?? 'end', side: 'after', entries })
    on.push(...(page ? placesOf(page) : []))
    more = page?.hasAfter ?? false
  }
  return { back, on }
}

describe('pages of a chat', () => {
  it('put together are the chat, from either side and of whatever length', () => {
    addTurns(5)
    const all = [0, 1, 2, 3, 4].flatMap((n) =>
      ['a', 'b'].map((side) => ({ turnId: `t${n}`, entryId: `${side}${n}` })),
    )
    for (const entries of [1, 2, 3, 10, 200])
      expect(walk((request) => stores.turns.page('c1', request), entries)).toEqual({
        back: all,
        on: all,
      })
  })

  it('say how much of a turn is on the page before and after', () => {
    addTurns(2)
    const page = stores.turns.page('c1', { anchor: 'end', side: 'before', entries: 3 })
    expect(page?.turns.map((turn) => [turn.entriesBefore, turn.entriesAfter])).toEqual([
      [1, 0],
      [0, 0],
    ])
    const anchor = { turnId: 't1', entryId: 'b1' }
    expect(stores.turns.page('c1', { anchor, side: 'before', entries: 1 })).toMatchObject({
      turns: [{ id: 't1', entriesBefore: 0, entriesAfter: 1 }],
      hasBefore: true,
      hasAfter: true,
    })
  })

  it('around an entry have it and as much on both sides', () => {
    addTurns(10)
    const anchor = { turnId: 't5', entryId: 'a5' }
    const page = stores.turns.page('c1', { anchor, side: 'around', entries: 4 })
    expect(page && placesOf(page).map(({ entryId }) => entryId)).toEqual(['a4', 'b4', 'a5', 'b5'])
    expect(page).toMatchObject({ hasBefore: true, hasAfter: true })
  })

  it('are not there for an entry that the chat does not show', () => {
    addTurns(2)
    stores.turns.saveTurn(sampleTurn('other', 'c1', { parentId: 't0', depth: 1 }))
    const hidden = { turnId: 't1', entryId: 'a1' }
    expect(stores.turns.page('c1', { anchor: hidden, side: 'after', entries: 5 })).toBeNull()
    const unknown = { turnId: 't0', entryId: 'nothing' }
    expect(stores.turns.page('c1', { anchor: unknown, side: 'after', entries: 5 })).toBeNull()
  })

  /**
   * @threat turns.many-values
   * @attacker server
   * @tries To make a chat slow to open with results of few characters and very many values.
   * @stoppedBy A chat is read a page of at most 1 MB at a time; structured content has at most 100,000 values.
   * @remains A page of nothing but small values takes some hundred milliseconds to draw.
   * @threat turns.large-results
   */
  it('a page has at most 1 MB, or one entry that is larger', () => {
    addTurns(3, 'w'.repeat(600_000))
    const one = (request: PageRequest) => stores.turns.page('c1', request)
    expect(one({ anchor: 'end', side: 'before', entries: 6 })).toMatchObject({
      turns: [{ id: 't2', entriesBefore: 1 }],
      hasBefore: true,
    })
    stores.turns.saveEntry('t2', sampleUserMessage('c2', 'w'.repeat(3_000_000)))
    expect(placesOf(one({ anchor: 'end', side: 'before', entries: 6 })!)).toHaveLength(1)
    expect(walk(one, 6).back).toHaveLength(7)
    expect(walk(one, 6).on).toHaveLength(7)
  })

  /** @threat turns.large-results */
  it('a page, and what the next request is estimated by, cost the same in a chat of 20 and of 100,000 messages', () => {
    stores.conversations.save(sampleConversation('c2'))
    // In one transaction: each call of the store waits for the disk.
    const fill = (chat: string, count: number) => {
      const turn = JSON.stringify(sampleTurn('ID', chat))
      const entry = JSON.stringify(sampleUserMessage('ID', 'What is it? '.repeat(40)))
      const other = new Libsql(file())
      other.exec(`
        WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})
        INSERT INTO turns (id, conversation_id, parent_id, depth, status, json)
        SELECT '${chat}-' || n, '${chat}', CASE n WHEN 0 THEN NULL ELSE '${chat}-' || (n - 1) END, n, 'done',
          replace('${turn}', 'ID', '${chat}-' || n) FROM numbers;
        INSERT INTO entries (turn_id, ordinal, id, json)
        SELECT turns.id, sides.ordinal, sides.name || turns.depth, replace('${entry}', 'ID', sides.name || turns.depth)
        FROM turns, (SELECT 1 AS ordinal, 'a' AS name UNION ALL SELECT 2, 'b') AS sides
        WHERE turns.conversation_id = '${chat}';
      `)
      other.close()
    }
    fill('c1', 10)
    fill('c2', 50_000)
    const best = (chat: string, anchor: PageRequest['anchor']) =>
      Math.min(
        ...Array.from({ length: 9 }, () => {
          const begin = process.cpuUsage()
          for (let n = 0; n < 20; n += 1)
            stores.turns.page(chat, { anchor, side: 'before', entries: 10 })
          const { user, system } = process.cpuUsage(begin)
          return user + system
        }),
      )
    // What grew with the chat would take thousands of times as long; the speed of a machine changes by half.
    const short = best('c1', 'end') * 4
    expect(best('c2', 'end')).toBeLessThan(short)
    expect(best('c2', { turnId: 'c2-5000', entryId: 'a5000' })).toBeLessThan(short)
    const estimating = (chat: string) =>
      Math.min(
        ...Array.from({ length: 9 }, () => {
          const begin = process.cpuUsage()
          for (let n = 0; n < 20; n += 1) {
            const { depth = 0 } =
              stores.turns.getWithoutEntries(stores.turns.lastTurnId(chat) ?? '') ?? {}
            stores.turns.sizes(chat, { from: Math.max(0, depth - 9), limit: 1000 })
          }
          const { user, system } = process.cpuUsage(begin)
          return user + system
        }),
      )
    expect(estimating('c2')).toBeLessThan(estimating('c1') * 4)
    expect(stores.turns.sizes('c2', { from: 49_995, limit: 1000 })).toHaveLength(5)
    expect(stores.turns.sizes('c2', { from: 0, limit: 3 })).toEqual(
      ['c2-0', 'c2-1', 'c2-2'].map((id) => stores.turns.size(id)),
    )
    expect(stores.turns.getWithoutEntries('c2-7')).toEqual({
      ...stores.turns.get('c2-7'),
      entries: [],
    })
  }, 120_000)
})

describe('versions of a turn', () => {
  it('that is left is found again as it was, down to where it was left', () => {
    addTurns(3)
    stores.turns.saveTurn(sampleTurn('edited', 'c1', { parentId: 't0', depth: 1 }))
    expect(stores.turns.lastTurnId('c1')).toBe('edited')
    expect(stores.turns.versions('edited')).toEqual({
      position: 2,
      count: 2,
      previousId: 't1',
      nextId: null,
    })
    stores.turns.show('t1')
    expect(stores.turns.lastTurnId('c1')).toBe('t2')
    const shown = (): boolean[] =>
      ['t0', 't1', 'edited', 'none'].map((id) => stores.turns.isShown(id))
    expect(shown()).toEqual([true, true, false, false])
    stores.turns.show('edited')
    stores.close()
    stores = open()
    expect(stores.turns.lastTurnId('c1')).toBe('edited')
    expect(stores.turns.versions('t2')).toBeNull()
    expect(shown()).toEqual([true, false, true, false])
    stores.turns.show('t2')
    expect(stores.turns.lastTurnId('c1')).toBe('t2')
  })

  it('of the first turn are versions of the whole chat', () => {
    addTurns(2)
    stores.turns.saveTurn(sampleTurn('again', 'c1'))
    expect(stores.turns.versions('t0')).toMatchObject({ position: 1, count: 2, nextId: 'again' })
    expect(stores.turns.lastTurnId('c1')).toBe('again')
  })
})

type Step =
  | { kind: 'add'; under: number; entries: number }
  | { kind: 'show'; turn: number }
  | { kind: 'reopen' }
  | { kind: 'remove-chat' }

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        under: fc.nat(),
        entries: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('show' as const), turn: fc.nat() }) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reopen' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'remove-chat' }) },
  ),
  { maxLength: 40 },
)

it('after any edits, retries, switches, removals and restarts everything is as a naive model has it', () => {
  let chat = 0
  /** Rows that are left of removed chats. */
  const left: unknown[] = []
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 7 }), (list, entries) => {
      const model = createInMemoryStores()
      let turns: Turn[] = []
      const begin = () => {
        chat += 1
        turns = []
        for (const one of [stores, model]) one.conversations.save(sampleConversation(`p${chat}`))
      }
      const both = (work: (turns: OpenedStores['turns']) => void) => {
        work(stores.turns)
        work(model.turns)
      }
      begin()
      for (const step of list) {
        if (step.kind === 'reopen') {
          stores.close()
          stores = open()
        } else if (step.kind === 'remove-chat') {
          stores.conversations.remove(`p${chat}`)
          stores.conversations.purge()
          left.push(stores.turns.lastTurnId(`p${chat}`))
          begin()
        } else if (step.kind === 'show') {
          const turn = turns[step.turn % Math.max(1, turns.length)]
          if (turn) both((tree) => tree.show(turn.id))
        } else {
          // One more place than there are turns: the beginning of the chat.
          const parent = turns[step.under % (turns.length + 1)]
          const turn = sampleTurn(`p${chat}-t${turns.length}`, `p${chat}`, {
            parentId: parent?.id ?? null,
            depth: parent ? parent.depth + 1 : 0,
          })
          turns = [...turns, turn]
          both((tree) => {
            tree.saveTurn(turn)
            for (let n = 0; n < step.entries; n += 1)
              tree.saveEntry(turn.id, sampleUserMessage(`${turn.id}-${n}`, 'words'))
          })
        }
        const read = (from: typeof model | OpenedStores) => ({
          tip: from.turns.lastTurnId(`p${chat}`),
          pages: walk((request) => from.turns.page(`p${chat}`, request), entries),
          last: from.turns.page(`p${chat}`, { anchor: 'end', side: 'before', entries }),
          versions: turns.map(({ id }) => from.turns.versions(id)),
        })
        expect(read(stores)).toEqual(read(model))
      }
    }),
    { numRuns: 60 },
  )
  expect(left.filter((tip) => tip !== null)).toEqual([])
}, 120_000)
