import { expect, it } from 'vitest'
import type { SearchHit } from '@gatehouse/domain'
import type { SearchOptions } from '../../ports/index.ts'
import { createInMemoryStores } from '../../testing/index.ts'
import { SearchService } from './search-service.ts'

/** A record of so many pages, the last of which alone has a hit. */
function searched(pages: number) {
  const stores = createInMemoryStores()
  const asked: (SearchOptions & { limit: number })[] = []
  const hit = { entryId: 'e' } as SearchHit
  stores.search.search = (_query, limit, options = {}) => {
    asked.push({ ...options, limit })
    const at = options.before ?? pages
    return at === 1 ? { hits: [hit], next: null } : { hits: [], next: at - 1 }
  }
  let waits = 0
  const timers = {
    after: (_ms: number, work: () => void) => {
      waits += 1
      setImmediate(work)
      return () => undefined
    },
  }
  const service = new SearchService({ stores, timers })
  return { service, asked, waits: () => waits }
}

it('goes on page by page, and lets main do other things between them', async () => {
  const { service, asked, waits } = searched(4)
  const { hits } = await service.search('word', { kind: 'tool-call' })
  expect(hits).toHaveLength(1)
  expect(asked.map(({ before }) => before)).toEqual([undefined, 3, 2, 1])
  expect(asked[3]).toMatchObject({ limit: 50, filter: { kind: 'tool-call' } })
  expect(waits()).toBe(3)
})

it('reads what a search can be narrowed to page by page, up to a limit, and lets main do other things between', async () => {
  const stores = createInMemoryStores()
  const asked: (number | undefined)[] = []
  stores.search.choices = (before) => {
    asked.push(before)
    const at = before ?? 30
    const tools = Array.from({ length: 100 }, (_, n) => ({
      serverName: 'files',
      toolName: `${at}-${n}`,
      title: '',
    }))
    return { models: [`m${at}`], tools, next: at === 1 ? null : at - 1 }
  }
  let waits = 0
  const after = (_ms: number, work: () => void) => {
    waits += 1
    setImmediate(work)
    return () => undefined
  }
  const { models, tools } = await new SearchService({ stores, timers: { after } }).choices()
  expect(asked).toHaveLength(30)
  expect(waits).toBe(29)
  expect([models.length, tools.length]).toEqual([30, 2000])
  expect([tools[0]?.toolName, tools.at(-1)?.toolName]).toEqual(['30-0', '11-99'])
})

it('ends a search when another of its kind begins, and leaves that of the other kind alone', async () => {
  const { service, asked } = searched(1000)
  const first = service.search('wor')
  const inChat = service.search('word', { conversationId: 'c' })
  const second = service.search('word')
  expect((await first).hits).toEqual([])
  expect(asked.length).toBeLessThan(10)
  expect((await inChat).hits).toHaveLength(1)
  expect((await second).hits).toHaveLength(1)
})

it('a search in a chat ends none in another one, which is in a window of its own', async () => {
  const { service } = searched(20)
  const first = service.search('word', { conversationId: 'c' })
  const second = service.search('word', { conversationId: 'd' })
  expect((await first).hits).toHaveLength(1)
  expect((await second).hits).toHaveLength(1)
})

/** Starts the service with this many steps of each kind to do. */
function started({ erasing, indexing }: { erasing: number; indexing: number }) {
  const stores = createInMemoryStores()
  const done: string[] = []
  const waiting: (() => void)[] = []
  let left = { erasing, indexing }
  Object.assign(stores.search, {
    isErasing: () => left.erasing > 0,
    isIndexing: () => left.indexing > 0,
    eraseMore() {
      done.push('erase')
      left = { ...left, erasing: Math.max(0, left.erasing - 1) }
      return left.erasing > 0
    },
    indexMore() {
      done.push('index')
      left = { ...left, indexing: Math.max(0, left.indexing - 1) }
      return left.indexing > 0
    },
  })
  const timers = {
    after: (_ms: number, work: () => void) => {
      waiting.push(work)
      return () => void waiting.splice(waiting.indexOf(work), 1)
    },
  }
  const service = new SearchService({ stores, timers })
  service.start()
  const pass = (): void => waiting.shift()?.()
  return { service, stores, done, waiting, pass }
}

it('erases what was removed for good step by step after a start, and only then takes in what is old', () => {
  const { done, waiting, pass } = started({ erasing: 3, indexing: 2 })
  expect(done).toEqual([])
  while (waiting.length > 0) pass()
  expect(done).toEqual(['erase', 'erase', 'erase', 'index', 'index'])
})

it('waits for nothing where there is nothing to do, and is stopped between two steps', () => {
  expect(started({ erasing: 0, indexing: 0 }).waiting).toEqual([])
  const { service, done, waiting, pass } = started({ erasing: 3, indexing: 0 })
  pass()
  service.close()
  expect(waiting).toEqual([])
  expect(done).toEqual(['erase'])
})

it('ends with what the disk refuses to erase, and takes in what is old all the same', () => {
  const { stores, done, waiting, pass } = started({ erasing: 1, indexing: 1 })
  stores.search.eraseMore = () => false
  while (waiting.length > 0) pass()
  expect(stores.search.isErasing()).toBe(true)
  expect(done).toEqual(['index'])
})
