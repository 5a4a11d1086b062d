import { expect, test } from 'vitest'
import { createAppLinkInbox, findAppLink } from './app-links.ts'

const link = 'app.gatehouse.desktop:/oauth/callback?code=x'

test('a link is found among the arguments of a program, and nothing else is taken for one', () => {
  expect(findAppLink(['/opt/gatehouse', '--flag', '--', link])).toBe(link)
  expect(findAppLink(['/opt/gatehouse', `file:///tmp/${link}`, `--url=${link}`])).toBeUndefined()
})

test('a link with no sign-in waiting does nothing', () => {
  const { links, receive } = createAppLinkInbox(() => true)
  expect(receive(link)).toBe(false)
  const taken: string[] = []
  const stop = links.listen((url) => taken.push(url) > 0)
  expect(taken).toEqual([])
  expect(receive(link)).toBe(true)
  stop()
  expect(receive(link)).toBe(false)
  expect(taken).toEqual([link])
})

test('a link goes to every sign-in that waits, and counts when one of them takes it', () => {
  const { links, receive } = createAppLinkInbox(() => true)
  const called: string[] = []
  links.listen(() => called.push('first') < 0)
  links.listen(() => called.push('second') > 0)
  expect(receive(link)).toBe(true)
  expect(called).toEqual(['first', 'second'])
})
