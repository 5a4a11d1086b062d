import { consentText, type Ask, type AskAnswer } from '@gatehouse/domain'
import type { SamplingMessage, SamplingRequest } from '@gatehouse/domain/server-requests'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { INPUT_DELAY_MS } from '../../../lib/chats/ask-target.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { sampleSampling } from '../../../lib/samples/sample-asks.ts'
import { sampleProviders } from '../../../lib/samples/sample-chats.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ServerAskCard } from '../server-ask-card.tsx'
import type { ServerAsk } from '../server-ask.ts'

const text = (role: SamplingMessage['role'], words: string): SamplingMessage => ({
  role,
  content: [{ type: 'text', text: words }],
})
const pair: SamplingMessage[] = [
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Lund' } }],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'rain' }] }],
  },
]
const request: SamplingRequest = {
  messages: [text('user', 'First'), ...pair, text('user', 'Last')],
  maxTokens: 10,
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function show(ask: ServerAsk, providers = sampleProviders) {
  const bridge = createSampleBridge({ asks: [ask], providers })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerAskCard ask={ask} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await pass(2 * INPUT_DELAY_MS)
  return async () => {
    await pass(0)
    const sent = bridge.requests.find(({ route }) => route === 'ask.answer')?.input
    return (sent as { answer: AskAnswer } | undefined)?.answer
  }
}

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: RegExp | string) => fireEvent.click(button(name))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const roles = () =>
  screen.getAllByRole('group', { name: /^Message \d/ }).map((one) => one.getAttribute('aria-label'))

/** Returns the request that is sent, whose hash is that of the shown one. */
function runOf(ask: Ask, answer: AskAnswer | undefined): SamplingRequest {
  if (answer?.kind !== 'sampling-request' || answer.answer.decision !== 'run')
    throw new Error('It was not run.')
  const hash = bytesToHex(sha256(utf8ToBytes(consentText(ask, answer) ?? '')))
  expect(answer.shown).toBe(hash)
  return answer.answer.request
}

configure({ defaultHidden: true })
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50, 600, 200))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('sends messages that were added, moved and taken out as they stand on the card', async () => {
  const ask = sampleSampling({ request })
  const answered = await show(ask)
  press('Add a message below message 1')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message 2, user' }))
  // What is empty is not sent, and not left out in silence.
  expect(button('Run').disabled).toBe(true)
  type('Message 2, user', 'Mine')
  await pass(0)
  press('Move message 5 up')
  // The call and its result are passed over together.
  expect(roles()).toEqual([
    'Message 1, user',
    'Message 2, user',
    'Message 3, user',
    'Message 4, assistant',
    'Message 5, user',
  ])
  expect(document.activeElement).toBe(button('Move message 3 up'))
  expect(screen.getByText('Moved to position 3 of 4.')).toBeTruthy()
  expect(screen.getByText('Moved by you')).toBeTruthy()
  press('Remove message 4')
  expect(screen.getByText('3 edits. The server is not notified.')).toBeTruthy()
  press('Run')
  const run = runOf(ask, await answered())
  expect(run.messages).toEqual([text('user', 'First'), text('user', 'Mine'), text('user', 'Last')])
})

it('moves a message by keyboard from its text, with its focus', async () => {
  const ask = sampleSampling({ request })
  await show(ask)
  const field = screen.getByRole('textbox', { name: 'Message 4, user' })
  field.focus()
  fireEvent.keyDown(field, { key: 'ArrowUp', altKey: true })
  expect(roles().slice(0, 2)).toEqual(['Message 1, user', 'Message 2, user'])
  expect(document.activeElement).toBe(button('Move message 2 up'))
  fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp', altKey: true })
  // At the top there is only the way down.
  expect(document.activeElement).toBe(button('Move message 1 down'))
  fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp', altKey: true })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Message 1, user' }).value).toBe(
    'Last',
  )
})

it('puts back what was taken out, in its place, and leaves out all of it at one press', async () => {
  const ask = sampleSampling({ request })
  const answered = await show(ask)
  press('Remove message 2')
  expect(screen.getByText('Removed by you:')).toBeTruthy()
  press('Restore message 2')
  press('Add a message')
  type('Message 5, user', 'x')
  press('Move message 1 down')
  press('Undo all edits')
  press('Run')
  expect(runOf(ask, await answered())).toEqual(request)
})

it('sets what the server sent beside what the model gets, in its order', async () => {
  await show(sampleSampling({ request }))
  press('Move message 4 up')
  const fold = screen.getByText('Compare with what the server sent').closest('details')
  if (!fold) throw new Error('There is nothing to compare.')
  fold.open = true
  fireEvent(fold, new Event('toggle'))
  const [before, after] = screen.getByTestId('compare').querySelectorAll('section')
  expect(before?.textContent).toMatch(/First.*weather.*Last/)
  expect(after?.textContent).toMatch(/First.*Last.*weather/)
})

it('after a run that failed, what the server sent is still set beside it', async () => {
  const changed = { ...request, messages: [text('user', 'Changed before')] }
  const problem = { code: '', message: 'Overloaded.', data: {} }
  await show(sampleSampling({ request: changed, sent: request, problem }))
  const fold = screen.getByText('Compare with what the server sent').closest('details')
  if (!fold) throw new Error('There is nothing to compare.')
  fold.open = true
  fireEvent(fold, new Event('toggle'))
  const [before, after] = screen.getByTestId('compare').querySelectorAll('section')
  expect(before?.textContent).toMatch(/First.*Last/)
  expect(after?.textContent).toContain('Changed before')
})

it('shows the steps of a request with tools, a line each, and how many there may be', async () => {
  await show(sampleSampling({ request, step: { number: 2, limit: 50 } }))
  expect(screen.getByText('Request 2 of at most 50 during this call')).toBeTruthy()
  const lines = screen.getByRole('list', { name: 'Tool calls so far' }).querySelectorAll('li')
  expect([...lines].map((line) => line.textContent)).toEqual(['weather{"city":"Lund"}rain'])
})

const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
)
const WAV = new TextEncoder().encode('RIFF\u0000\u0000\u0000\u0000WAVEfmt ')

async function choose(index: number, bytes: BlobPart, name: string): Promise<void> {
  const input = screen.getAllByTestId('media-input')[index]
  if (!input) throw new Error('There is no place for a file.')
  const file = new File([bytes], name)
  // jsdom's files do not read themselves.
  Object.assign(file, { arrayBuffer: () => new Response(bytes as BodyInit).arrayBuffer() })
  fireEvent.change(input, { target: { files: [file] } })
  await vi.waitFor(async () => {
    await pass(0)
    if (!screen.queryByText(/added by you|cannot be added|too large/i)) throw new Error('Not yet.')
  })
}

it('adds a picture by its bytes, shows it, and sends it with its message', async () => {
  const ask = sampleSampling({ request })
  const answered = await show(ask)
  await choose(0, PNG, 'a.txt')
  expect(screen.getByText(/^Image added by you · image\/png/)).toBeTruthy()
  press('Run')
  const [first] = runOf(ask, await answered()).messages
  expect(first?.content).toEqual([
    { type: 'text', text: 'First' },
    { type: 'image', mimeType: 'image/png', data: btoa(String.fromCharCode(...PNG)) },
  ])
})

it('refuses a file that is neither picture nor sound, and takes out what was added', async () => {
  const ask = sampleSampling({ request })
  const answered = await show(ask)
  await choose(0, new TextEncoder().encode('<svg onload="x"/>'), 'a.png')
  expect(screen.getByRole('alert').textContent).toContain('cannot be added')
  await choose(0, WAV, 'a.wav')
  expect(screen.getByText(/^Audio added by you · audio\/wav/)).toBeTruthy()
  press('Remove your image or audio from message 1')
  press('Run')
  expect(runOf(ask, await answered())).toEqual(request)
})

it('offers no place for a picture beside results of tools', async () => {
  await show(sampleSampling({ request }))
  const names = screen
    .getAllByRole('button', { name: /^Add an image/ })
    .map((one) => one.getAttribute('aria-label'))
  expect(names).toEqual([
    'Add an image or audio to message 1',
    'Add an image or audio to message 4',
  ])
})

const picture = {
  type: 'image',
  data: btoa(String.fromCharCode(...PNG)),
  mimeType: 'image/png',
} as const

it.each([
  [false, 'user', /does not support images/],
  [undefined, 'user', /It is unknown whether .* supports images/],
  [true, 'user', null],
  [true, 'assistant', /does not receive the images in messages of the assistant/],
] as const)(
  'says before sending what becomes of a picture: images %s, role %s',
  async (images, role, words) => {
    const providers = sampleProviders.map((provider) => ({
      ...provider,
      models: provider.models.map((model) => {
        const { images: _, ...rest } = model
        return images === undefined ? rest : { ...rest, images }
      }),
    }))
    const messages = [text('user', 'Look.'), { role, content: [picture] }]
    await show(sampleSampling({ request: { messages, maxTokens: 10 } }), providers)
    expect(screen.queryAllByText(/images/)).toHaveLength(words ? 1 : 0)
    expect(words === null || screen.getByText(words) !== null).toBe(true)
  },
)

const source = {
  serverId: 'research',
  serverName: 'research',
  serverHue: 1,
  results: 2,
  text: 'read {}:\nfirst\n\nread {}:\nsecond',
  isShortened: false,
}
const wanting = { ...request, includeContext: 'thisServer' as const }

it('adds context that a server asks for only once the person adds it, whole and as they edited it', async () => {
  const ask = sampleSampling({ request: wanting, context: { sources: [source], barred: ['mail'] } })
  const answered = await show(ask)
  expect(screen.getByText('2 results, 31 characters')).toBeTruthy()
  expect(screen.getByText(/^Excluded by your data flow rules for research: mail/)).toBeTruthy()
  expect(screen.queryByDisplayValue(/second/)).toBeNull()
  press('Add context from research as a message')
  expect(screen.getByText('Context from research, added by you')).toBeTruthy()
  expect(button('Add context from research as a message').disabled).toBe(true)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Message 1, user' })
  expect(field.value).toBe(source.text)
  type('Message 1, user', 'read {}:\nfirst')
  await pass(0)
  // What the person changed of it is shown as such.
  expect(
    screen.getByRole('group', { name: 'Changes to Message 1, user' }).querySelector('del')
      ?.textContent,
  ).toContain('second')
  press('Run')
  expect(runOf(ask, await answered()).messages).toEqual([
    text('user', 'read {}:\nfirst'),
    ...request.messages,
  ])
})

/** @threat sampling.context-grab */
it('sends none of the context that was not added, or taken out again', async () => {
  const ask = sampleSampling({ request: wanting, context: { sources: [source], barred: [] } })
  const answered = await show(ask)
  press('Add context from research as a message')
  press('Remove message 1')
  expect(button('Add context from research as a message').disabled).toBe(false)
  press('Run')
  expect(runOf(ask, await answered())).toEqual(wanting)
})

it('says that there is no context where nobody knows of which chat', async () => {
  await show(sampleSampling({ request: wanting }))
  expect(screen.getByText(/not tied to a single chat/)).toBeTruthy()
})
