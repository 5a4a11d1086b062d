import { GatehouseError, type Conversation } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider, useBridge } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { Composer } from './composer.tsx'

afterEach(cleanup)

const area = () => screen.getByTestId<HTMLTextAreaElement>('composer')

let putIn: (id: string, text: string) => void

/** Elsewhere in the same window. */
function Elsewhere() {
  const { drafts } = useBridge()
  useEffect(() => {
    putIn = (id, text) => drafts.append(id, text, { saved: '' })
  }, [drafts])
  return null
}

/** A window that starts: the composer is there, its chat is not. */
function startWindow(typed: string, handlers: InMemoryHandlers = {}) {
  const bridge = createSampleBridge({ handlers })
  const store = createUiStore()
  const shown = (conversation: Conversation | undefined) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <Elsewhere />
            <Composer conversation={conversation} running={false} onRunTool={() => undefined} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(shown(undefined))
  const first = area()
  if (typed) fireEvent.change(first, { target: { value: typed } })
  fireEvent.keyDown(first, { key: 'Enter' })
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map((request) => request.input)
  const arrive = (draft: string): Conversation => {
    const conversation = { ...(sampleConversations[0] as Conversation), draft }
    view.rerender(shown(conversation))
    return conversation
  }
  return { asked, arrive, first }
}

it('keeps what was typed before the chat arrived, and its focus', async () => {
  const { arrive, asked, first } = startWindow('typed early')
  const { id } = arrive('')
  expect(area().value).toBe('typed early')
  expect(area()).toBe(first)
  expect(document.activeElement).toBe(first)
  await waitFor(() => expect(asked('chat.save-draft')).toEqual([{ id, draft: 'typed early' }]))
})

it('does not overwrite a kept draft with what was typed while the window started', async () => {
  const { arrive, asked } = startWindow('typed early')
  const { id } = arrive('kept from yesterday')
  const both = 'kept from yesterday\ntyped early'
  expect(area().value).toBe(both)
  await waitFor(() => expect(asked('chat.save-draft')).toEqual([{ id, draft: both }]))
})

it('does not send to a chat that the person has not seen yet', () => {
  const { arrive, asked } = startWindow('typed early')
  arrive('')
  expect(asked('chat.send')).toEqual([])
})

it('does not save a draft that nobody touched', async () => {
  const { arrive, asked } = startWindow('')
  arrive('kept')
  expect(area().value).toBe('kept')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(asked('chat.save-draft')).toEqual([])
})

it('shows at once what is put into the draft of the open chat, with the caret behind it', () => {
  const { arrive } = startWindow('')
  const { id } = arrive('kept')
  fireEvent.change(area(), { target: { value: 'typed just now' } })
  area().setSelectionRange(0, 0)
  act(() => putIn(id, 'from a prompt'))
  const both = 'typed just now\n\nfrom a prompt'
  expect(area().value).toBe(both)
  expect(area().selectionStart).toBe(both.length)
})

it('a message is in the composer again when main refuses to send it', async () => {
  const { arrive, asked, first } = startWindow('', {
    'chat.send': () => {
      throw new GatehouseError('internal', 'Something failed.')
    },
  })
  arrive('')
  fireEvent.change(first, { target: { value: 'a long message' } })
  fireEvent.keyDown(first, { key: 'Enter' })
  expect(area().value).toBe('')
  await waitFor(() => expect(asked('chat.send')).toHaveLength(1))
  await waitFor(() => expect(area().value).toBe('a long message'))
})
