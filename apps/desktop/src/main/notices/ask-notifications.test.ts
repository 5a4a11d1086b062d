import type { Ask } from '@gatehouse/domain'
import { createManualClock } from '@gatehouse/host/testing'
import { beforeEach, expect, it } from 'vitest'
import {
  createAskNotifications,
  NOTICE_PAUSE_MS,
  type AskNotifications,
} from './ask-notifications.ts'
import { inertText } from './inert-text.ts'

interface Shown {
  title: string
  body: string
  silent: boolean
  click: () => void
  isThere: boolean
}

let clock: ReturnType<typeof createManualClock>
let shown: Shown[]
let badges: number[]
let opened: string[]
let isInFront: boolean
let front: () => void
let notices: AskNotifications

beforeEach(() => {
  clock = createManualClock()
  shown = []
  badges = []
  opened = []
  isInFront = false
  front = () => undefined
  notices = createNotices('en')
  notices.follow({ notifications: true, notificationSound: false })
})

function createNotices(locale: string): AskNotifications {
  return createAskNotifications({
    notifier: {
      isInFront: () => isInFront,
      show(notice, click) {
        const entry = { ...notice, click, isThere: true }
        shown.push(entry)
        return () => void (entry.isThere = false)
      },
      badge: (count) => void badges.push(count),
      toFront: () => void opened.push('front'),
      onFront: (listener) => void (front = listener),
    },
    // Counts from elsewhere than the clock on the wall.
    now: () => clock.now() - 1_000_000,
    wallClock: () => clock.now(),
    after: (ms, task) => clock.after(ms, task),
    locale: () => locale,
    open: (id) => void opened.push(id),
  })
}

function form(
  id: string,
  change: { serverId?: string; serverName?: string; message?: string } = {},
) {
  const { serverId = 's1', serverName = 'notes', message = 'Which city?' } = change
  const ask: Ask = {
    id,
    kind: 'elicitation',
    serverId,
    serverName,
    serverHue: 0,
    createdAt: 0,
    state: { status: 'pending' },
    causes: [],
    request: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
  }
  return ask
}
const answered = (ask: Ask): Ask => ({
  ...ask,
  state: { status: 'answered', at: 1, outcome: 'accept' },
})

/** @threat sampling.notification-words */
it('notifies of an ask only while the person looks elsewhere, and a click opens it and answers nothing', () => {
  isInFront = true
  notices.note(form('a0'))
  expect(shown).toEqual([])
  isInFront = false
  notices.note(form('a1', { serverId: 's2' }))
  expect(shown).toMatchObject([
    {
      title: 'notes is waiting for you',
      body: expect.stringContaining('“Which city?”'),
      silent: true,
    },
  ])
  shown[0]?.click()
  expect(opened).toEqual(['front', 'a1'])
})

it('a click opens what still waits of the server, not what was answered meanwhile', () => {
  notices.note(form('other', { serverId: 's2' }))
  const first = form('a1')
  notices.note(first)
  notices.note(form('a2'))
  notices.note(answered(first))
  shown[1]?.click()
  expect(opened).toEqual(['front', 'a2'])
  notices.note(answered(form('a2')))
  shown[1]?.click()
  expect(opened).toEqual(['front', 'a2', 'front'])
})

/**
 * @threat sampling.notification-flood
 * @attacker server
 * @tries fills the screen with notifications, by asking and taking back without end
 * @stoppedBy a server raises at most one notification in a minute; what comes meanwhile is joined into the next; of
 * what is about to expire it raises one more at most
 */
it('one server raises at most one notification in a minute, and what came meanwhile is joined', () => {
  for (let count = 0; count < 50; count += 1) {
    const ask = form(`a${count}`)
    notices.note(ask)
    // Taken back and asked again, as a server may that wants to be heard.
    if (count > 0 && count < 48) notices.note(answered(ask))
  }
  notices.note(form('b1', { serverId: 's2' }))
  expect(shown).toHaveLength(2)
  clock.advance(NOTICE_PAUSE_MS - 1)
  expect(shown).toHaveLength(2)
  clock.advance(1)
  expect(shown).toHaveLength(3)
  expect(shown[2]?.body).toBe('3 requests are waiting')
  expect(shown[0]?.isThere).toBe(false)
})

/**
 * @threat sampling.notification-words
 * @attacker server
 * @tries writes a notification that looks like another program’s, with markup, links or text that runs backwards
 * @stoppedBy the title has the server’s name as the person gave it and fixed words; the server’s text stands in quotes
 * in the body, on one line, cut, without markup and what cannot be seen; a click only shows the ask
 * @remains who can see the screen reads the beginning of what a server asks; Settings switch that off
 */
it('a server’s words are in no title, and inert where they are', () => {
  const message = '<a href="https://evil.example">Approved\u202e</a>\n\n\u0007&amp; '.repeat(200)
  notices.note(form('a1', { message, serverName: 'notes\u202e<b>' }))
  expect(shown[0]?.title).toBe('notes ‹b› is waiting for you')
  expect(shown[0]?.body).not.toMatch(/[<>&\p{C}]/u)
  expect(shown[0]?.body.length).toBeLessThan(200)
})

it('inert text is cut between whole characters, however long it was', () => {
  expect(inertText('😀'.repeat(100_000), 10)).toBe('😀😀😀😀…')
  expect(inertText('a\u0000b\u2066c', 10)).toBe('a b c')
})

it('goes when the ask is settled or the window comes to the front', () => {
  const ask = form('a1')
  notices.note(ask)
  notices.note(answered(ask))
  expect(shown[0]?.isThere).toBe(false)
  notices.note(form('b1', { serverId: 's2' }))
  notices.note(form('b2', { serverId: 's2' }))
  front()
  expect(shown[1]?.isThere).toBe(false)
  clock.advance(2 * NOTICE_PAUSE_MS)
  expect(shown).toHaveLength(2)
})

it('not disturbed, the person is notified by the count alone, and by a sound only when it is switched on', () => {
  notices.follow({ notifications: false, notificationSound: true })
  notices.note(form('a1'))
  expect(shown).toEqual([])
  expect(badges.at(-1)).toBe(1)
  notices.follow({ notifications: true, notificationSound: true })
  const ask = form('b1', { serverId: 's2' })
  notices.note(ask)
  expect(shown).toMatchObject([{ silent: false }])
  notices.note(answered(ask))
  expect(badges.at(-1)).toBe(1)
  notices.close()
  expect(badges.at(-1)).toBe(0)
})

it('speaks the language of the interface', () => {
  const chinese = createNotices('zh-CN')
  chinese.follow({ notifications: true, notificationSound: false })
  chinese.note(form('a1'))
  expect(shown[0]).toMatchObject({ title: 'notes 正在等你', body: '请你填写表单：“Which city?”' })
})

const signIn = (id: string, expiresAt: number, serverId = 's1'): Ask => ({
  id,
  kind: 'sign-in',
  serverId,
  serverName: 'notes',
  serverHue: 0,
  createdAt: clock.now(),
  expiry: { at: expiresAt, setBy: 'host' },
  state: { status: 'pending' },
  causes: [],
  page: 'https://login.example/authorize',
  issuer: 'https://login.example',
  tokenEndpoint: 'https://login.example/token',
  redirectUri: 'http://127.0.0.1:4000/callback',
  scopes: [],
  isMore: false,
  isOpened: false,
})

it('says once that an ask is about to expire, also when it is asked anew for the same time', () => {
  const ends = clock.now() + 600_000
  const first = signIn('a1', ends)
  notices.note(first)
  clock.advance(479_999)
  expect(shown).toHaveLength(1)
  clock.advance(1)
  expect(shown).toHaveLength(2)
  expect(shown[0]?.isThere).toBe(false)
  expect(shown[1]).toMatchObject({
    title: 'notes is waiting for you',
    body: 'It needs you to sign in at login.example. It expires in about 2 minutes.',
    isThere: true,
  })
  shown[1]?.click()
  expect(opened).toEqual(['front', 'a1'])
  notices.note(answered(first))
  notices.note(signIn('a2', ends))
  clock.advance(120_000)
  expect(shown.filter(({ body }) => body.includes('expires'))).toHaveLength(1)
})

it('does not remind of what was answered, nor disturb who does not want it or looks at the app', () => {
  const ask = signIn('a1', clock.now() + 600_000)
  notices.note(ask)
  notices.note(answered(ask))
  clock.advance(600_000)
  expect(shown).toHaveLength(1)
  notices.note(signIn('b1', clock.now() + 600_000, 's2'))
  isInFront = true
  clock.advance(600_000)
  expect(shown).toHaveLength(2)
  isInFront = false
  notices.follow({ notifications: false, notificationSound: false })
  notices.note(signIn('c1', clock.now() + 600_000, 's3'))
  clock.advance(600_000)
  expect(shown).toHaveLength(2)
})

/** @threat sampling.notification-flood */
it('a server that asks for many things with a short limit raises one reminder in a minute', () => {
  for (let count = 0; count < 20; count += 1)
    notices.note(signIn(`a${count}`, clock.now() + 60_000 + count))
  clock.advance(60_000)
  expect(shown.filter(({ body }) => body.includes('expires'))).toHaveLength(1)
})
