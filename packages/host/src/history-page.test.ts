import { expect, it } from 'vitest'
import { createChatHarness } from './testing/chat-harness.ts'

it('says when chats have more places with the words of a search than are looked at', async () => {
  const harness = createChatHarness()
  const { host } = harness.build([])
  const places = (count: number) => Array.from({ length: count }, (_, at) => `e${at}`)
  const looked: number[] = []
  const { page } = harness.stores.audit
  harness.stores.audit.page = (request) => {
    looked.push(request.entries.size)
    return page(request)
  }
  const request = { text: 'word', limit: 100 }
  harness.stores.search.entryIds = (_query, limit) => places(9000).slice(0, limit)
  expect(await host.historyPage(request)).toMatchObject({ isCut: true })
  harness.stores.search.entryIds = (_query, limit) => places(5000).slice(0, limit)
  expect(await host.historyPage(request)).not.toHaveProperty('isCut')
  expect(looked).toEqual([5000, 5000])
})
