import { expect, it } from 'vitest'
import { messageLink, readMessageLink, splitAtMessageLinks } from './message-link.ts'

const place = { conversationId: 'c-1', turnId: 't_2', entryId: '0abc-3' }
const link = 'app.gatehouse.desktop:/message/c-1/t_2/0abc-3'

it('names a chat, a turn and an entry, and is read as it was written', () => {
  expect(messageLink(place)).toBe(link)
  expect(readMessageLink(link)).toEqual(place)
})

it.each([
  `${link}/more`,
  `${link}?x`,
  'app.gatehouse.desktop:/message/c-1/t_2',
  'app.gatehouse.desktop:/message/../t/e',
  'app.gatehouse.desktop:/oauth/callback',
  'https://example.com/message/c/t/e',
  `app.gatehouse.desktop:/message/${'c'.repeat(65)}/t/e`,
])('%s is none', (text) => {
  expect(readMessageLink(text)).toBeNull()
})

it('stands apart in a text, however often', () => {
  expect(splitAtMessageLinks('no link')).toEqual(['no link'])
  expect(splitAtMessageLinks(`See ${link}, and ${link}`)).toEqual(['See ', place, ', and ', place])
  expect(splitAtMessageLinks(`${link}/more`)).toEqual([`${link}/more`])
})
