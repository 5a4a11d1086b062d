import { expect, it } from 'vitest'
import { createChatHarness } from './testing/chat-harness.ts'

it('says when chats have more places with the words of a search than are looked at', async () => {
  const harness = createChatHarness()
  let found = 9000
  const looked: number[] = []
  const { page } = harness.stores.audit
  harness.stores.audit.page = (request) => {
    looked.push(request.entries.size)
    return page(request)
  }
  harness.stores.search.entryIds = (_query, limit) =>
    Array.from({ length: found }, (_, at) => `e${at}`).slice(0, limit)
  const { host } = harness.build([])
  const request = { text: 'word', limit: 100 }
  expect(await host.historyPage(request)).toMatchObject({ isCut: true })
  found = 5000
  expect(await host.historyPage(request)).not.toHaveProperty('isCut')
  expect(looked).toEqual([5000, 5000])
})
