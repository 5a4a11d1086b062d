import { expect, it } from 'vitest'
import type { SearchHit } from '@gatehouse/domain'
import type { SearchOptions } from '../ports/index.ts'
import { createInMemoryStores } from '../testing/index.ts'
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
