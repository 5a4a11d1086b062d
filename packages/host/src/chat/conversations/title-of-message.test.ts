import { expect, it } from 'vitest'
import { messageLink } from '@gatehouse/domain/chats'
import { titleOfMessage } from './title-of-message.ts'

const link = messageLink({ conversationId: 'c', turnId: 't', entryId: 'e' })

it.each([
  ['Which train?\nThe one at noon.', 'Which train?'],
  ['\n\n  Which train?  ', 'Which train?'],
  [`${link} What did I mean here?`, 'What did I mean here?'],
  [`${link}\nGo on with this.`, 'Go on with this.'],
  ['## Plan for Monday', 'Plan for Monday'],
  ['> quoted', 'quoted'],
  ['#1 of the list', '#1 of the list'],
  [link, ''],
  ['', ''],
])('%j is called %j', (text, title) => {
  expect(titleOfMessage(text)).toBe(title)
})

it('has at most 60 characters, of which none is half', () => {
  expect(titleOfMessage('😀'.repeat(61))).toBe(`${'😀'.repeat(59)}…`)
  expect(titleOfMessage('😀'.repeat(60))).toBe('😀'.repeat(60))
})
