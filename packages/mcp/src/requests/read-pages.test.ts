import { expect, it } from 'vitest'
import { readPages } from './read-pages.ts'

/** @threat streams.remembered */
it('ends a list at a cursor that is no token, so that a server cannot fill the memory with them', async () => {
  const asked: (string | undefined)[] = []
  const read = (longest: number) => async (cursor: string | undefined) => {
    asked.push(cursor)
    return { entries: [asked.length], nextCursor: `${asked.length}`.padEnd(longest, 'x') }
  }
  const bounds = { maxPages: 3, maxEntries: 100 }
  expect(await readPages(read(16_384), bounds)).toMatchObject({ entries: [1, 2, 3] })
  asked.length = 0
  expect(await readPages(read(16_385), bounds)).toEqual({
    entries: [1],
    incomplete:
      'The server gave a cursor of more than 16,384 characters; the first 1 entries are used.',
  })
  expect(asked).toEqual([undefined])
})
