import type { Ask, RootsAsk } from '@gatehouse/domain'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { INPUT_DELAY_MS } from '../../lib/chats/ask-target.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import {
  sampleForm,
  sampleRoots,
  sampleSignIn,
  sampleUrl,
  sampleWait,
} from '../../lib/samples/sample-asks.ts'
import { createSampleBridge, type SampleWorld } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ServerAskCard } from './server-ask-card.tsx'
import type { ServerAsk } from './server-ask.ts'
import { stripDisplayHash } from '../../testing/strip-display-hash.ts'

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

/** Shows cards that were looked at for a while, and what is sent because of them. */
async function show(asks: ServerAsk[], world: SampleWorld = {}, wait = 2 * INPUT_DELAY_MS) {
  const bridge = createSampleBridge({ asks, ...world })
  const store = createUiStore()
  const ui = (shown: readonly Ask[]) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            {shown.map(
              (ask) => ask.kind !== 'tool-approval' && <ServerAskCard key={ask.id} ask={ask} />,
            )}
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(ui(asks))
  await pass(wait)
  return {
    store,
    /** Takes the cards away and brings them back, as going elsewhere does. */
    async leaveAndReturn() {
      view.rerender(ui([]))
      await pass(0)
      view.rerender(ui(asks))
      await pass(2 * INPUT_DELAY_MS)
    },
    async sent() {
      await pass(0)
      return bridge.requests
        .filter((request) => request.route === 'ask.answer')
        .map((request) => stripDisplayHash(request.input))
    },
  }
}

const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const field = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: RegExp | string, value: string) =>
  fireEvent.change(field(name), { target: { value } })
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const main = { key: 'Enter', ctrlKey: true }
const escape = { key: 'Escape' }

// There are no styles here either; looking for hidden parents takes most of the time.
configure({ defaultHidden: true })

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  // There is no layout here; everything is in view.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50, 600, 200))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const small = {
  type: 'object',
  required: ['email', 'nights'],
  properties: {
    email: { type: 'string', format: 'email' },
    nights: { type: 'integer', minimum: 1, maximum: 30, default: 2 },
    room: { type: 'string', enum: ['single', 'double'], default: 'double' },
  },
}

describe('a form that a server asks for', () => {
  const form = sampleForm(small)
  const answer = (value: object) => ({
    id: form.id,
    answer: { kind: 'elicitation', answer: value },
  })

  it('submits what was filled in together with the defaults, and nothing while a field is wrong', async () => {
    const { sent } = await show([form])
    type('email', 'ada@')
    expect(screen.getByText('Enter a valid email address.')).toBeTruthy()
    type('nights', '31')
    expect(screen.getByText('At most 30.')).toBeTruthy()
    press(/^Submit/)
    expect(await sent()).toEqual([])
    expect(screen.getByText('2 fields need attention.')).toBeTruthy()
    type('email', 'ada@example.com')
    type('nights', '3')
    press(/^Submit/)
    expect(await sent()).toEqual([
      answer({
        action: 'accept',
        content: { email: 'ada@example.com', nights: 3, room: 'double' },
      }),
    ])
  })

  it('says which default goes out for a field that was emptied', async () => {
    const city = { type: 'string', default: 'Bern' }
    await show([sampleForm({ type: 'object', properties: { city, code: { type: 'string' } } })])
    expect(screen.queryByText(/use the defaults set by/)).toBeNull()
    type('city', '')
    expect(screen.getByText(/use the defaults set by [^:]+: city: “Bern”$/)).toBeTruthy()
  })

  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ])('sends the server another response with %s, and none of the values', async (name, action) => {
    const { sent } = await show([form])
    type('email', 'ada@example.com')
    press(name)
    press(name)
    expect(await sent()).toEqual([answer({ action })])
  })

  it('is submitted by Ctrl+Enter out of a field, and Escape drops nothing that was typed', async () => {
    const { sent } = await show([form])
    type('email', 'ada@example.com')
    fireEvent.keyDown(document.body, escape)
    expect(await sent()).toEqual([])
    fireEvent.keyDown(field('email'), main)
    expect(await sent()).toMatchObject([answer({ action: 'accept' })])
  })

  it('is declined by Escape while nothing was typed', async () => {
    const { sent } = await show([form])
    fireEvent.keyDown(document.body, escape)
    expect(await sent()).toEqual([answer({ action: 'decline' })])
  })

  it('is found as it was left, its mistakes too, when one comes back', async () => {
    const { leaveAndReturn } = await show([form])
    type('email', 'ada@')
    await leaveAndReturn()
    expect(field('email').value).toBe('ada@')
    expect(screen.getByText('Enter a valid email address.')).toBeTruthy()
  })

  it('warns at the field and above the form when it asks for a secret', async () => {
    await show([
      sampleForm({
        type: 'object',
        properties: { apiKey: { type: 'string' }, city: { type: 'string' } },
      }),
    ])
    expect(screen.getByText(/^This form may be asking for a secret: apiKey$/)).toBeTruthy()
    expect(screen.getAllByText('Servers must not ask for secrets in a form.')).toHaveLength(1)
  })

  it('sends what no control of a form fits as it was filled in', async () => {
    const deep = { type: 'object', properties: { a: { type: 'string', default: 'b' } } }
    const { sent } = await show([sampleForm({ type: 'object', properties: { deep } })])
    press(/^Submit/)
    expect(await sent()).toEqual([answer({ action: 'accept', content: { deep: { a: 'b' } } })])
  })

  it('without fields is a question', async () => {
    const { sent } = await show([sampleForm({ type: 'object', properties: {} })])
    press(/^Yes/)
    expect(await sent()).toEqual([answer({ action: 'accept', content: {} })])
  })

  it('that cannot be shown is named, and can only be refused', async () => {
    const bare = { mode: 'form', message: 'x', requestedSchema: {} } as const
    await show([{ ...sampleForm(), request: { ...bare, unreadable: 'It has 900 fields.' } }])
    expect(screen.getByText(/It has 900 fields/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Submit|Yes)/ })).toBeNull()
  })

  it('that has too many fields says how many, and can only be refused', async () => {
    const request = {
      mode: 'form' as const,
      message: 'x',
      requestedSchema: {},
      unreadable: '`properties` cannot be used: …',
      excess: { fields: 900, limit: 200 },
    }
    await show([{ ...sampleForm(), request }])
    expect(screen.getByText(/with 900 fields\. Gatehouse shows at most 200/)).toBeTruthy()
    expect(screen.queryByText(/cannot be used/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Submit|Yes)/ })).toBeNull()
  })
})

describe('a page that a server wants opened', () => {
  const answer = (action: string) => ({
    id: 'ask-url',
    answer: { kind: 'elicitation', answer: { action } },
  })

  it.each([
    [/^Open in browser/, 'accept'],
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ])('receives exactly what was pressed: %s', async (name, action) => {
    const { sent } = await show([sampleUrl()])
    press(name)
    expect(await sent()).toEqual([answer(action)])
  })

  it('is never a link, here or in the words around it', async () => {
    await show([sampleUrl('https://a.example.com/x', 'See https://b.example.com')])
    expect(screen.queryByRole('link')).toBeNull()
    expect(document.querySelector('a, iframe, img')).toBeNull()
    expect(screen.getByTestId('ask-url').textContent).toBe('https://a.example.com/x')
    expect(screen.getByTestId('ask-domain').querySelector('strong')?.textContent).toBe(
      'example.com',
    )
  })

  it('shows both ways of writing a name in other letters', async () => {
    await show([sampleUrl('https://www.аррӏе.com/')])
    expect(
      screen.getByText(/It reads as www\.аррӏе\.com but is actually www\.xn--80ak6aa92e\.com/),
    ).toBeTruthy()
  })

  it('says why it could not be opened when that was tried', async () => {
    const problem = { code: 'link/failed', message: 'No browser is installed.', data: {} }
    await show([{ ...sampleUrl(), problem }])
    expect(screen.getByRole('alert').textContent).toContain('Your browser could not be started.')
  })

  it('cannot be opened when it is not a web address, not by the keys either', async () => {
    const { sent } = await show([sampleUrl('javascript:alert(1)')])
    expect(button(/^Open in browser/).disabled).toBe(true)
    fireEvent.keyDown(document.body, main)
    expect(await sent()).toEqual([])
    fireEvent.keyDown(document.body, escape)
    expect(await sent()).toEqual([answer('decline')])
  })
})

it.each([
  [/^Retry now/, main, 'retry'],
  ['Cancel', escape, 'cancel'],
])('a wait for the browser is ended by a button or its key: %s', async (name, key, decision) => {
  const answer = { id: sampleWait.id, answer: { kind: 'elicitation-wait', decision } }
  const byButton = await show([sampleWait])
  press(name)
  expect(await byButton.sent()).toEqual([answer])
  cleanup()
  const byKey = await show([sampleWait])
  fireEvent.keyDown(document.body, key)
  expect(await byKey.sent()).toEqual([answer])
})

describe('a question for folders', () => {
  const ask = sampleRoots()
  const answer = (...share: string[]) => ({ id: ask.id, answer: { kind: 'roots', share } })
  const [first, , third] = ask.folders as [RootsAsk['folders'][0], unknown, RootsAsk['folders'][0]]

  it('shares nothing that was not ticked', async () => {
    const { sent } = await show([ask])
    expect(button(/^Share 0 folders/).disabled).toBe(true)
    fireEvent.keyDown(document.body, main)
    expect(await sent()).toEqual([])
    fireEvent.click(screen.getByRole('checkbox', { name: third.name }))
    press(/^Share 1 folder\b/)
    expect(await sent()).toEqual([answer(third.path)])
  })

  it('ticks a whole workspace at once, and one folder of two workspaces is shared once', async () => {
    const twice = { ...first, workspaceId: 'w2', workspaceName: '论文' }
    const { sent } = await show([sampleRoots([...ask.folders, twice])])
    fireEvent.click(screen.getByRole('checkbox', { name: 'All folders in gatehouse' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'All folders in 论文' }))
    press(/^Share 3 folders/)
    expect(await sent()).toEqual([answer(...ask.folders.map((folder) => folder.path))])
  })

  it('shares none with Do not share, whatever was ticked', async () => {
    const { sent } = await show([ask])
    fireEvent.click(screen.getByRole('checkbox', { name: 'All folders in gatehouse' }))
    press('Don’t share')
    expect(await sent()).toEqual([answer()])
  })

  it('leads to Workspaces when there is no folder', async () => {
    const { store } = await show([sampleRoots([])])
    press('Open Workspaces')
    expect(store.getState().section).toBe('workspaces')
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull()
  })
})

describe('every card', () => {
  it('ignores Ctrl+Enter in the moment it appears under somebody who types', async () => {
    const { sent, leaveAndReturn } = await show([sampleUrl()], {}, INPUT_DELAY_MS - 100)
    expect(button(/^Open in browser/).disabled).toBe(true)
    fireEvent.keyDown(document.body, main)
    expect(await sent()).toEqual([])
    await leaveAndReturn()
    fireEvent.keyDown(document.body, main)
    expect(await sent()).toHaveLength(1)
  })

  it('answers only the oldest of several, however fast the key is pressed', async () => {
    const { sent } = await show([sampleUrl(), sampleWait])
    for (let times = 0; times < 3; times += 1) fireEvent.keyDown(document.body, main)
    expect(await sent()).toMatchObject([{ id: 'ask-url' }])
  })

  it('leads to the chat of the call that caused it, and says when there was none', async () => {
    const { store } = await show([sampleWait, sampleRoots()])
    press('Open the chat “Compare vendor quotes”')
    expect(store.getState()).toMatchObject({ section: 'chats', conversationId: 'vendors' })
    expect(screen.getByText('The server asked on its own, not during a tool call.')).toBeTruthy()
  })
})

it.each([
  [/^Continue in browser/, main, 'open'],
  ['Copy link', null, 'copy'],
  ['Not now', escape, 'cancel'],
] as const)('a sign-in is answered by a button or its key: %s', async (name, key, decision) => {
  const answer = { id: sampleSignIn.id, answer: { kind: 'sign-in', decision } }
  const byButton = await show([sampleSignIn])
  press(name)
  expect(await byButton.sent()).toEqual([answer])
  if (key === null) return
  cleanup()
  const byKey = await show([sampleSignIn])
  fireEvent.keyDown(document.body, key)
  expect(await byKey.sent()).toEqual([answer])
})

it('a sign-in shows the host apart, each scope and where the browser returns to', async () => {
  await show([sampleSignIn])
  expect(screen.getByTestId('ask-domain').textContent).toContain('login.issues.example.com')
  for (const scope of sampleSignIn.scopes) expect(screen.getByText(scope)).toBeTruthy()
  expect(screen.getByText('http://127.0.0.1:51873/callback')).toBeTruthy()
  expect(screen.queryByTestId('sign-in-wider')).toBeNull()
})

it('a sign-in at the provider of the employer names who asks whom for what', async () => {
  const server = 'Access that issues asks for'
  const provider = 'Requested from login.issues.example.com to confirm your identity to issues'
  await show([{ ...sampleSignIn, purpose: 'identity' }])
  expect(screen.getByText(provider)).toBeTruthy()
  expect(screen.queryByText(server)).toBeNull()
  cleanup()
  await show([sampleSignIn])
  expect(screen.getByText(server)).toBeTruthy()
})

/**
 * @threat oauth.code-elsewhere
 * @attacker server
 * @tries To have the person sign in at the page of an honest issuer, and to get the code of it.
 * @stoppedBy The card names who signs the person in and who gets the code, and warns where they are of different
 * owners; what was shown is what is agreed to.
 * @remains A person who continues at a page that they trust can still give the code to an attacker, where the honest
 * issuer does not name itself in its response (RFC 9207).
 */
it('a sign-in shows who signs the person in, who gets the code, and what else it is for', async () => {
  const tokenEndpoint = 'https://api.issues.example.com:8443/token'
  await show([{ ...sampleSignIn, tokenEndpoint, widerResource: 'https://issues.example.com' }])
  const wider = 'This access is for all of https://issues.example.com, not for issues alone.'
  expect(screen.getByTestId('sign-in-wider').textContent).toBe(wider)
  const { textContent } = screen.getByTestId('sign-in-parties')
  expect(textContent).toContain(sampleSignIn.issuer)
  expect(textContent).toContain('api.issues.example.com:8443')
  expect(screen.queryByText('Different hosts take part in this sign-in')).toBeNull()
})

/** @threat oauth.code-elsewhere */
it.each([
  { tokenEndpoint: 'https://evil.example/token' },
  { issuer: 'https://evil.example' },
  { page: 'https://login.issues.example.com.evil.example/authorize' },
  {
    page: 'http://127.0.0.1:4001/authorize',
    issuer: 'http://127.0.0.1:4002',
    tokenEndpoint: 'http://127.0.0.1:4002/token',
  },
])('a sign-in that different hosts take part in warns of them: %o', async (changed) => {
  await show([{ ...sampleSignIn, ...changed }])
  const { textContent } = screen.getByRole('alert')
  for (const address of Object.values(changed)) expect(textContent).toContain(new URL(address).host)
  proves('signin.person.parties')
})

it('a sign-in at a page that is not opened has no button for it', async () => {
  const shown = await show([{ ...sampleSignIn, page: 'javascript:alert(1)' }])
  fireEvent.keyDown(document.body, main)
  press(/^Continue in browser/)
  press('Copy link')
  expect(await shown.sent()).toEqual([])
})

it('a sign-in that waits for the browser can be opened again, copied and cancelled', async () => {
  await show([{ ...sampleSignIn, isOpened: true }])
  expect(screen.getByTestId('sign-in-waits')).toBeTruthy()
  for (const name of ['Open again', 'Copy link', 'Cancel'])
    expect(screen.getByRole('button', { name: new RegExp(`^${name}`) })).toBeTruthy()
})
