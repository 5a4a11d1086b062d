import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createAppLinkInbox, createLinkReceiver, findAppLink, followLinks } from './app-links.ts'

const link = 'app.gatehouse.desktop:/oauth/callback?code=x'

test('a link is found among the arguments of a program, and nothing else is taken for one', () => {
  expect(findAppLink(['/opt/gatehouse', '--flag', '--', link])).toBe(link)
  expect(findAppLink(['/opt/gatehouse', `file:///tmp/${link}`, `--url=${link}`])).toBeUndefined()
})

/** @threat oauth.app-link */
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

const install = 'gatehouse://mcp/install?name=x&config=%7B%22command%22%3A%22npx%22%7D'

function receiving({ isPackaged = true } = {}) {
  const happened: string[] = []
  let now = 0
  const inbox = createAppLinkInbox(() => true)
  const show = (): void => void happened.push('window')
  const showInstall = (url: string): void => void happened.push(url)
  const take = createLinkReceiver({ inbox, show, showInstall, now: () => now })
  const source = Object.assign(new EventEmitter(), { isPackaged })
  followLinks(source, { take, show })
  return {
    happened,
    inbox,
    wait: (ms: number) => void (now += ms),
    start: (...args: string[]) => source.emit('second-instance', {}, ['/opt/gatehouse', ...args]),
    open: (url: string) => source.emit('open-url', { preventDefault: () => undefined }, url),
  }
}

test('an install link of a second copy, or sent by the system, is shown in the window', () => {
  const { happened, start, open, wait } = receiving()
  start('--', install)
  wait(5000)
  open(install)
  expect(happened).toEqual([install, install])
})

/**
 * @threat launch.install-link
 * @attacker page
 * @tries lets a web page open install links by itself, again and again, so that one is added unread
 * @stoppedBy a link only fills in the sheet that adds a server, one in three seconds and never over another dialog;
 * adding it takes the review and the consent window
 */
test('install links come one at a time, and none is longer than 8 KB', () => {
  const { happened, open, wait } = receiving()
  open(`${install}${'x'.repeat(8192)}`)
  open(install)
  open(install)
  wait(2999)
  open(install)
  expect(happened).toEqual([install])
  wait(1)
  open(install)
  expect(happened).toEqual([install, install])
})

test('no other link of that scheme does anything, nor one that a copy without installation gets', () => {
  const { happened, open, start } = receiving()
  for (const url of ['gatehouse://mcp/remove?id=1', 'gatehouse://x', 'gatehouse:mcp/install?a'])
    open(url)
  start(`--url=${install}`)
  expect(happened).toEqual(['window'])
  const development = receiving({ isPackaged: false })
  development.start(install)
  expect(development.happened).toEqual(['window'])
})

test('a link of a sign-in shows the window only when a sign-in waited for it', () => {
  const { happened, open, inbox } = receiving()
  open(link)
  expect(happened).toEqual([])
  inbox.links.listen(() => true)
  open(link)
  expect(happened).toEqual(['window'])
})
