import { GatehouseError, type Ask, type AskDraft } from '@gatehouse/domain'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { AskCardSlot, AskCardSlotProvider } from '../../lib/chats/ask-card-slot.tsx'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { sampleAnswer, sampleForm, sampleSampling } from '../../lib/samples/sample-asks.ts'
import { createSampleBridge, type SampleWorld } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { AskWatcher } from './ask-watcher.tsx'
import { ServerAskCard } from './server-ask-card.tsx'

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

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const form = sampleForm({ type: 'object', properties: { city: { type: 'string' } } })

/** A window as it is after a start or a reload: its own memory is empty, main's is not. */
async function open(ask: Ask, main: Map<string, AskDraft>, handlers: SampleWorld['handlers'] = {}) {
  const bridge = createSampleBridge({
    asks: [ask],
    handlers: {
      'ask.drafts': () => [...main].map(([id, draft]) => ({ id, draft })),
      'ask.save-draft': ({ id, draft }) => void main.set(id, draft as AskDraft),
      ...handlers,
    },
  })
  const view = render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore({ askDraftsLoaded: false })}>
        <LanguageProvider locale="en">
          <KitProvider>
            <AskWatcher />
            <AskCardSlotProvider
              render={(one) => one.kind !== 'tool-approval' && <ServerAskCard ask={one} />}
            >
              <AskCardSlot ask={ask} />
            </AskCardSlotProvider>
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await pass(1000)
  return { bridge, close: view.unmount }
}

const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: RegExp | string, value: string) =>
  fireEvent.change(field(name), { target: { value } })

const system = () => screen.getAllByLabelText<HTMLTextAreaElement>('System prompt')

it('a form is found again as it was left when the window was reloaded', async () => {
  const main = new Map<string, AskDraft>()
  const before = await open(form, main)
  type('city', 'Bern')
  await pass(299)
  expect(main.size).toBe(0)
  await pass(1)
  expect(main.get(form.id)).toEqual({ form: { city: 'Bern' } })
  before.close()
  await open(form, main)
  expect(field('city').value).toBe('Bern')
})

it('both steps of a sampling are found again as they were left', async () => {
  const main = new Map<string, AskDraft>()
  const ask = sampleSampling()
  const before = await open(ask, main)
  const [prompt] = system()
  if (!prompt) throw new Error('There is no system prompt.')
  fireEvent.change(prompt, { target: { value: 'Be brief.' } })
  await pass(300)
  before.close()
  const again = await open(ask, main)
  expect(system()[0]?.value).toBe('Be brief.')
  again.close()

  const response = sampleAnswer()
  const second = await open(response, main)
  const [answer] = screen.getAllByRole<HTMLTextAreaElement>('textbox')
  if (!answer) throw new Error('There is no answer to edit.')
  fireEvent.change(answer, { target: { value: 'My own words.' } })
  await pass(300)
  second.close()
  await open(response, main)
  expect(screen.getAllByRole<HTMLTextAreaElement>('textbox')[0]?.value).toBe('My own words.')
})

it('what was typed last is given to main before the page goes, and when the question goes', async () => {
  const main = new Map<string, AskDraft>()
  const { bridge } = await open(form, main)
  type('city', 'Be')
  await pass(0)
  window.dispatchEvent(new Event('pagehide'))
  await pass(0)
  expect(main.get(form.id)).toEqual({ form: { city: 'Be' } })
  type('city', 'Bern')
  await pass(0)
  const state = { status: 'withdrawn', at: 1, reason: 'server-withdrew' } as const
  bridge.emit('ask.changed', { ...form, state })
  await pass(10)
  expect(main.get(form.id)).toEqual({ form: { city: 'Bern' } })
})

it('no card is drawn before what main keeps of it is there, and a failure does not keep it away', async () => {
  let answer: (list: { id: string; draft: AskDraft }[]) => void = () => undefined
  const late = new Promise<{ id: string; draft: AskDraft }[]>((resolve) => {
    answer = resolve
  })
  const slow = await open(form, new Map(), { 'ask.drafts': () => late })
  expect(screen.queryByTestId('ask-card')).toBeNull()
  answer([{ id: form.id, draft: { form: { city: 'Bern' } } }])
  await pass(10)
  expect(field('city').value).toBe('Bern')
  slow.close()
  await open(form, new Map(), {
    'ask.drafts': () => {
      throw new GatehouseError('internal', 'Something failed.')
    },
  })
  expect(screen.getByTestId('ask-card')).toBeTruthy()
})

it('a draft that main cannot keep is said to be so', async () => {
  await open(form, new Map(), {
    'ask.save-draft': () => {
      throw new GatehouseError('ask/draft-too-large', 'Too large.')
    },
  })
  type('city', 'Bern')
  await pass(500)
  expect(screen.getAllByText(/too long to be kept/).length).toBeGreaterThan(0)
})

it('what main could not save is said once, and is sent again until it is saved', async () => {
  const main = new Map<string, AskDraft>()
  let attempts = 0
  await open(form, main, {
    'ask.save-draft': ({ id, draft }) => {
      attempts += 1
      if (attempts < 3) throw new GatehouseError('store/disk-full', 'The disk is full.')
      main.set(id, draft as AskDraft)
    },
  })
  type('city', 'Bern')
  await pass(300)
  expect(attempts).toBe(1)
  await pass(4000)
  expect(main.get(form.id)).toEqual({ form: { city: 'Bern' } })
  await pass(10_000)
  expect(attempts).toBe(3)
})
