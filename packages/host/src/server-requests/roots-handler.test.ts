import { expect, it } from 'vitest'
import type { Root } from '@gatehouse/domain/server-requests'
import { createRootsHandler } from './roots-handler.ts'

it('notes how many roots a server was given, so that one without any can be offered some', async () => {
  const counts: number[] = []
  let given: Root[] = []
  const handler = createRootsHandler({ listRoots: () => Promise.resolve(given) })
  const server = {
    config: { id: 's', name: 'files', hue: 0 },
    identity: 'i',
    recordRoots: (count: number) => void counts.push(count),
    journal: { log: () => undefined, links: { find: () => undefined } },
  }
  const context = {} as Parameters<typeof handler.list>[1]
  const { signal } = new AbortController()
  expect(await handler.list({ server, causes: [] }, context, signal)).toEqual([])
  given = [{ uri: 'file:///code/app', name: 'app' }]
  expect(await handler.list({ server, causes: [] }, context, signal)).toEqual(given)
  expect(counts).toEqual([0, 1])
})
