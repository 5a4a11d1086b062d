import type { Ask } from '@gatehouse/domain'
import { beforeEach, expect, it } from 'vitest'
import type { SignInPage } from '../ports/index.ts'
import { createAskQueue, type AskQueue } from '../ask-queue/ask-queue.ts'
import {
  createCountingIds,
  createEventRecorder,
  createManualClock,
  createRecordedLinks,
  textDigest,
} from '../testing/in-memory-ports.ts'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { consentText } from '@gatehouse/domain'
import { createSignInPrompts } from './sign-in-prompt.ts'

const page: SignInPage = {
  url: 'https://login.example.com/authorize?state=tie&code_challenge=abc',
  shown: 'https://login.example.com/authorize',
  issuer: 'https://login.example.com',
  tokenEndpoint: 'https://login.example.com/token',
  redirectUri: 'http://127.0.0.1:4000/callback',
  scopes: ['read'],
  isMore: false,
  expiresAt: 600_000,
}
const server = {
  config: { id: 'server-1', name: 'guarded', hue: 1 },
  identity: 'who',
  journal: { log: () => undefined, links: { find: () => undefined } },
}

let asks: AskQueue
let links: ReturnType<typeof createRecordedLinks>
let stores: ReturnType<typeof createInMemoryStores>
beforeEach(() => {
  links = createRecordedLinks()
  stores = createInMemoryStores()
  const clock = createManualClock()
  const events = createEventRecorder()
  asks = createAskQueue({ events, clock, ids: createCountingIds(), stores, digest: textDigest })
})

function show(signal = new AbortController().signal): Promise<void> {
  const ids = createCountingIds()
  const prompts = createSignInPrompts({
    asks,
    links,
    ids,
    clock: createManualClock(),
    calls: { causesAtServer: () => [] },
  })
  return prompts(server).show(page, signal)
}

async function next(isOpened: boolean): Promise<Extract<Ask, { kind: 'sign-in' }>> {
  for (let turn = 0; turn < 20; turn += 1) {
    const [ask] = asks.pending()
    if (ask?.kind === 'sign-in' && ask.isOpened === isOpened) return ask
    await Promise.resolve()
  }
  throw new Error('Nobody is asked.')
}

function answer(ask: Ask, decision: 'open' | 'copy' | 'cancel'): void {
  const given = { kind: 'sign-in', decision } as const
  const text = consentText(ask, given)
  asks.answer(ask.id, text === null ? given : { ...given, shown: textDigest.sha256(text) })
}

it('a sign-in page is opened once the person agrees, and can be opened again', async () => {
  const showing = show()
  const first = await next(false)
  expect(links.opened).toEqual([])
  answer(first, 'open')
  const waiting = await next(true)
  expect(links.opened).toEqual([page.url])
  // Opened or not, it is waited for as long as the listener is there.
  for (const ask of [first, waiting])
    expect(ask.expiry).toEqual({ at: page.expiresAt, setBy: 'host' })
  answer(waiting, 'open')
  await expect.poll(() => links.opened.length).toBe(2)
  answer(await next(true), 'cancel')
  await showing
})

it('a sign-in link is copied by main, and opened by nobody', async () => {
  const showing = show()
  answer(await next(false), 'copy')
  const waiting = await next(true)
  expect(links.copied).toEqual([page.url])
  expect(links.opened).toEqual([])
  answer(waiting, 'cancel')
  await showing
})

/**
 * @threat oauth.link-in-the-window
 * @attacker page
 * @tries To read the state of a sign-in out of the window and answer in the person’s place.
 * @stoppedBy The link stays in main, which opens or copies it itself.
 */
it('what ties the response to a sign-in is in no ask and in no record', async () => {
  const showing = show()
  const ask = await next(false)
  expect(JSON.stringify(ask)).not.toContain('tie')
  expect(ask.page).toBe('https://login.example.com/authorize')
  answer(ask, 'cancel')
  await showing
  expect(JSON.stringify(stores.audited)).not.toContain('tie')
})

it('a browser that does not start leaves the sign-in waiting, with the reason', async () => {
  links.problem = 'No browser.'
  const showing = show()
  answer(await next(false), 'open')
  await expect
    .poll(() => asks.pending()[0])
    .toMatchObject({
      problem: { code: 'link/failed', message: 'No browser.', data: {} },
    })
  const [again] = asks.pending()
  if (again) answer(again, 'cancel')
  await showing
})

/** @threat oauth.code-elsewhere */
it.each([
  { tokenEndpoint: 'https://elsewhere.example/token' },
  { issuer: 'https://elsewhere.example' },
  { scopes: ['write'] },
  { widerResource: 'https://login.example.com' },
  { purpose: 'identity' as const },
])(
  'a response for another sign-in than the one that was shown opens nothing: %o',
  async (other) => {
    void show().catch(() => undefined)
    const ask = await next(false)
    const given = { kind: 'sign-in', decision: 'open' } as const
    const shown = textDigest.sha256(consentText({ ...ask, ...other }, given) ?? '')
    expect(() => asks.answer(ask.id, { ...given, shown })).toThrowError(
      expect.objectContaining({ code: 'ask/not-as-shown' }),
    )
    expect(links.opened).toEqual([])
  },
)

/** @threat oauth.unseen-page */
it('a response for another page than the one that was shown opens nothing', async () => {
  void show().catch(() => undefined)
  const ask = await next(false)
  const shown = textDigest.sha256('another page')
  expect(() => asks.answer(ask.id, { kind: 'sign-in', decision: 'open', shown })).toThrowError(
    expect.objectContaining({ code: 'ask/not-as-shown' }),
  )
  expect(links.opened).toEqual([])
})
