import type { Conversation, ToolApprovalAsk } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { InMemoryBridge } from '../../../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks, sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { withDisplayHash } from '../../../lib/bridge/with-display-hash.ts'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { INPUT_DELAY_MS } from '../../../lib/chats/ask-target.ts'
import { Composer } from '../composer/composer.tsx'

const [firstAsk, secondAsk] = sampleAsks as [ToolApprovalAsk, ToolApprovalAsk]
const conversation = { ...(sampleConversations[0] as Conversation), draft: '' }

/** Returns the inputs of the bridge's calls of a route. */
function asked(bridge: InMemoryBridge, route: string): unknown[] {
  return bridge.requests
    .filter((request) => request.route === route)
    .map((request) => request.input)
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

function show(ui: React.ReactNode, draft = '') {
  const bridge = createSampleBridge({
    asks: sampleAsks,
    handlers: { 'chat.send': () => ({ turnId: 't' }) },
  })
  const store = createUiStore()
  const view = render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>{ui}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return { bridge, view, draft }
}

const composer = (running = false, draft = '') => (
  <Composer
    conversation={{ ...conversation, draft }}
    running={running}
    onRunTool={() => undefined}
  />
)
const area = () => screen.getByTestId<HTMLTextAreaElement>('composer')
const type = (text: string) => fireEvent.change(area(), { target: { value: text } })
const allow = { key: 'Enter', ctrlKey: true }

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

it('page up in the composer reads back in the transcript and leaves the focus where it is', () => {
  const transcript = document.body.appendChild(document.createElement('div'))
  transcript.dataset['transcript'] = ''
  const scrolled = vi.fn<(to: ScrollToOptions) => void>()
  Object.assign(transcript, { scrollBy: scrolled })
  Object.defineProperty(transcript, 'clientHeight', { value: 100 })
  show(<Composer conversation={conversation} running={false} onRunTool={() => undefined} />)
  const field = screen.getByTestId('composer')
  field.focus()
  fireEvent.keyDown(field, { key: 'PageUp' })
  expect(scrolled).toHaveBeenCalledWith({ top: -90 })
  expect(document.activeElement).toBe(field)
  transcript.remove()
})

describe('the keys of an approval', () => {
  it('allow nothing in the moment a card appears under somebody typing', async () => {
    const { bridge } = show(<ApprovalCard ask={firstAsk} />)
    await pass(INPUT_DELAY_MS - 100)
    fireEvent.keyDown(document.body, allow)
    expect(asked(bridge, 'ask.answer')).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Write file/ }).disabled).toBe(
      true,
    )
    await pass(INPUT_DELAY_MS + 100)
    fireEvent.keyDown(document.body, allow)
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toEqual([
      {
        id: firstAsk.id,
        answer: withDisplayHash(firstAsk, { kind: 'tool-approval', decision: 'allow-once' }),
      },
    ])
  })

  it('allow only the oldest of several, however fast they are pressed or how long they are held', async () => {
    const { bridge } = show(
      <>
        <ApprovalCard ask={firstAsk} />
        <ApprovalCard ask={secondAsk} />
      </>,
    )
    await pass(2 * INPUT_DELAY_MS)
    fireEvent.keyDown(document.body, allow)
    fireEvent.keyDown(document.body, { ...allow, repeat: true })
    fireEvent.keyDown(document.body, allow)
    await pass(100)
    fireEvent.keyDown(document.body, allow)
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toMatchObject([{ id: firstAsk.id }])
  })

  it('go to the card that holds the focus', async () => {
    const { bridge } = show(
      <>
        <ApprovalCard ask={firstAsk} />
        <ApprovalCard ask={secondAsk} />
      </>,
    )
    await pass(2 * INPUT_DELAY_MS)
    const edit = screen.getAllByRole('button', { name: 'Edit arguments' })[1]
    edit?.focus()
    fireEvent.keyDown(edit ?? document.body, allow)
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toMatchObject([{ id: secondAsk.id }])
  })

  it('act on no card whose head or buttons are out of view, and are drawn on none', async () => {
    const { bridge } = show(<ApprovalCard ask={firstAsk} />)
    const box = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    const chips = () => document.querySelectorAll('[data-testid=approval-card] kbd').length
    for (const [top, height] of [
      // Scrolled up, so that only the buttons are left; below the window; taller than it.
      [-120, 200],
      [window.innerHeight - 100, 200],
      [10, window.innerHeight + 200],
    ] as const) {
      box.mockReturnValue(new DOMRect(0, top, 600, height))
      await pass(2 * INPUT_DELAY_MS)
      expect(chips()).toBe(0)
      fireEvent.keyDown(document.body, allow)
      fireEvent.keyDown(document.body, { key: 'Escape' })
      await pass(0)
      expect(asked(bridge, 'ask.answer')).toEqual([])
      expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull()
    }
  })

  it('count once a card has been in view for a moment, not from when it was made', async () => {
    const { bridge } = show(<ApprovalCard ask={firstAsk} />)
    const box = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    box.mockReturnValue(new DOMRect(0, 5000, 600, 200))
    await pass(4 * INPUT_DELAY_MS)
    box.mockReturnValue(new DOMRect(0, 50, 600, 200))
    await pass(150)
    fireEvent.keyDown(document.body, allow)
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toEqual([])
    await pass(2 * INPUT_DELAY_MS)
    fireEvent.keyDown(document.body, allow)
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toHaveLength(1)
  })

  it('are drawn on the one card that they act on', async () => {
    show(
      <>
        <ApprovalCard ask={firstAsk} />
        <ApprovalCard ask={secondAsk} />
      </>,
    )
    await pass(2 * INPUT_DELAY_MS)
    const cards = screen.getAllByTestId('approval-card')
    const chips = () => cards.map((card) => card.querySelectorAll('kbd').length > 0)
    expect(chips()).toEqual([true, false])
    cards[1]?.focus()
    await pass(200)
    expect(chips()).toEqual([false, true])
  })

  it('and buttons of a card do not count in the moment in which another one above it goes', async () => {
    const { bridge } = show(<ApprovalCard ask={secondAsk} />)
    await pass(2 * INPUT_DELAY_MS)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Allow once/ })
    expect(button.disabled).toBe(false)
    act(() =>
      bridge.emit('ask.changed', {
        ...firstAsk,
        state: { status: 'withdrawn', reason: 'stopped' },
      } as never),
    )
    await pass(50)
    expect(button.disabled).toBe(true)
    await pass(INPUT_DELAY_MS)
    expect(button.disabled).toBe(false)
  })

  it('count again a moment after another one went, also when it went in the moment they came to count', async () => {
    const { bridge } = show(<ApprovalCard ask={secondAsk} />)
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Allow once/ })
    await pass(INPUT_DELAY_MS - 1)
    // Both in one update of the page.
    act(() => {
      vi.advanceTimersByTime(1)
      bridge.emit('ask.changed', {
        ...firstAsk,
        state: { status: 'withdrawn', reason: 'stopped' },
      } as never)
    })
    await pass(2 * INPUT_DELAY_MS)
    expect(button().disabled).toBe(false)
  })

  it('leave somebody alone who is writing a message', async () => {
    const { bridge } = show(
      <>
        <ApprovalCard ask={firstAsk} />
        {composer(true)}
      </>,
    )
    await pass(2 * INPUT_DELAY_MS)
    type('half a thought')
    fireEvent.keyDown(area(), allow)
    fireEvent.keyDown(area(), { key: 'Escape' })
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toEqual([])
    expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull()
    type('')
    await pass(INPUT_DELAY_MS)
    fireEvent.keyDown(area(), allow)
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toHaveLength(1)
  })

  it('deny, and never allow, from the field for the reason', async () => {
    const { bridge } = show(<ApprovalCard ask={firstAsk} />)
    await pass(2 * INPUT_DELAY_MS)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    const reason = screen.getByRole('textbox', { name: /^Reason/ })
    expect(document.activeElement).toBe(reason)
    fireEvent.change(reason, { target: { value: 'Not this file' } })
    fireEvent.keyDown(reason, allow)
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toEqual([
      {
        id: firstAsk.id,
        answer: { kind: 'tool-approval', decision: 'deny', reason: 'Not this file' },
      },
    ])
  })

  it('stop nothing and allow nothing while a dialog lies over the page', async () => {
    const { bridge } = show(
      <>
        <ApprovalCard ask={firstAsk} />
        <div role="dialog" aria-label="Something else" />
      </>,
    )
    await pass(2 * INPUT_DELAY_MS)
    fireEvent.keyDown(document.body, allow)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await pass(0)
    expect(asked(bridge, 'ask.answer')).toEqual([])
    expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull()
  })
})

describe('the composer', () => {
  it('does not send what an input method is still composing', async () => {
    const { bridge } = show(composer())
    await pass(0)
    type('ni hao')
    fireEvent.keyDown(area(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(area(), { key: 'Enter', keyCode: 229 })
    await pass(0)
    expect(asked(bridge, 'chat.send')).toEqual([])
    fireEvent.keyDown(area(), { key: 'Enter', shiftKey: true })
    await pass(0)
    expect(asked(bridge, 'chat.send')).toEqual([])
    fireEvent.keyDown(area(), { key: 'Enter' })
    await pass(0)
    expect(asked(bridge, 'chat.send')).toEqual([
      { id: conversation.id, text: 'ni hao', attachmentIds: [] },
    ])
    expect(area().value).toBe('')
  })

  it('keeps a draft once typing pauses, and the last words when the chat is left', async () => {
    const { bridge, view } = show(composer())
    await pass(0)
    type('a')
    await pass(200)
    type('ab')
    await pass(299)
    expect(asked(bridge, 'chat.save-draft')).toEqual([])
    await pass(1)
    expect(asked(bridge, 'chat.save-draft')).toEqual([{ id: conversation.id, draft: 'ab' }])
    type('abc')
    view.unmount()
    expect(asked(bridge, 'chat.save-draft')).toEqual([
      { id: conversation.id, draft: 'ab' },
      { id: conversation.id, draft: 'abc' },
    ])
  })

  it('does not bring a sent message back as a draft', async () => {
    const { bridge, view } = show(composer())
    await pass(0)
    type('sent')
    fireEvent.keyDown(area(), { key: 'Enter' })
    await pass(1000)
    view.unmount()
    expect(asked(bridge, 'chat.save-draft')).toEqual([])
  })

  it('queues a message while an answer is under way, and Escape stops that once', async () => {
    const { bridge } = show(composer(true))
    await pass(0)
    type('next')
    fireEvent.keyDown(area(), { key: 'Enter' })
    // The first two come before the next render.
    fireEvent.keyDown(area(), { key: 'Escape' })
    fireEvent.keyDown(area(), { key: 'Escape' })
    await pass(0)
    fireEvent.keyDown(area(), { key: 'Escape' })
    await pass(0)
    expect(asked(bridge, 'chat.send')).toEqual([])
    expect(asked(bridge, 'chat.send-later')).toEqual([
      { id: conversation.id, text: 'next', attachmentIds: [], how: 'queue' },
    ])
    expect(asked(bridge, 'chat.stop')).toEqual([{ id: conversation.id }])
    expect(area().value).toBe('')
  })

  it('stops on Escape with the focus in the chat or nowhere, and not in another field', async () => {
    const { bridge } = show(
      <>
        <aside>
          <button type="button">A row of the list</button>
        </aside>
        <main>
          <button type="button">Something in the chat</button>
          <input aria-label="Another field" />
          {composer(true)}
        </main>
      </>,
    )
    await pass(0)
    const press = async (target: Element, more = {}) => {
      fireEvent.keyDown(target, { key: 'Escape', ...more })
      await pass(0)
      return asked(bridge, 'chat.stop').length
    }
    expect(await press(screen.getByRole('textbox', { name: 'Another field' }))).toBe(0)
    expect(await press(screen.getByRole('button', { name: 'A row of the list' }))).toBe(0)
    expect(await press(area(), { isComposing: true })).toBe(0)
    expect(await press(document.body, { repeat: true })).toBe(0)
    expect(await press(document.body, { ctrlKey: true })).toBe(0)
    expect(await press(screen.getByRole('button', { name: 'Something in the chat' }))).toBe(1)
  })

  it.each(['dialog', 'alertdialog', 'menu', 'listbox'])(
    'leaves Escape to a %s that it closes',
    async (role) => {
      const { bridge } = show(composer(true))
      await pass(0)
      const popup = document.body.appendChild(document.createElement('div'))
      popup.setAttribute('role', role)
      const close = () => popup.remove()
      document.addEventListener('keydown', close)
      fireEvent.keyDown(document.body, { key: 'Escape' })
      document.removeEventListener('keydown', close)
      await pass(0)
      expect(popup.isConnected).toBe(false)
      expect(asked(bridge, 'chat.stop')).toEqual([])
      fireEvent.keyDown(document.body, { key: 'Escape' })
      await pass(0)
      expect(asked(bridge, 'chat.stop')).toHaveLength(1)
    },
  )

  it('leaves Escape to a question that is the target of the keys', async () => {
    const { bridge } = show(
      <>
        <ApprovalCard ask={firstAsk} />
        {composer(true)}
      </>,
    )
    await pass(2 * INPUT_DELAY_MS)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await pass(0)
    expect(screen.getByRole('textbox', { name: /^Reason/ })).toBeTruthy()
    expect(asked(bridge, 'chat.stop')).toEqual([])
  })
})
