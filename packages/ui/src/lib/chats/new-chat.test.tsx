import type { Conversation } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider, useBridge } from '../bridge/bridge.tsx'
import { useQuickChat } from '../windows/chat-window.ts'
import type { Drafts } from '../drafts/drafts.ts'
import { LanguageProvider } from '../words/i18n.ts'
import { useNewChat, useNewTemporaryChat } from './new-chat.ts'
import { createSampleBridge } from '../samples/sample-bridge.ts'
import { sampleConversations } from '../samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../ui-store.tsx'

afterEach(cleanup)

const asks = {
  'chat.create': () => useNewChat(),
  'chat.create-temporary': () => useNewTemporaryChat(),
  'window.quick-chat': () => {
    const open = useQuickChat()
    return () => open(true)
  },
}
const names = ['chat.create', 'chat.create-temporary', 'window.quick-chat'] as const
const chat: Conversation = { ...sampleConversations[0]!, id: 'new', draft: 'kept ' }

/** A chat in view while another one was asked for, which main has not given yet. */
function askFor(route: (typeof names)[number]) {
  const main = { resolve: (_chat: Conversation) => {}, reject: (_error: Error) => {} }
  const promise = new Promise<Conversation>((resolve, reject) => {
    Object.assign(main, { resolve, reject })
  })
  const bridge = createSampleBridge({ handlers: { [route]: () => promise } })
  const store = createUiStore()
  const reached = vi.fn<() => void>()
  const seen: { drafts?: Drafts } = {}
  function Shell() {
    const ask = asks[route]()
    seen.drafts = useBridge().drafts
    return (
      <>
        <textarea aria-label="Message" onKeyDown={reached} />
        <button type="button" onClick={ask}>
          Ask
        </button>
      </>
    )
  }
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <Shell />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const area = screen.getByRole('textbox')
  area.focus()
  fireEvent.click(screen.getByRole('button'))
  return {
    main,
    draft: () => seen.drafts?.get('new'),
    shown: () => store.getState().conversationId,
    press: (...keys: string[]) => {
      reached.mockClear()
      for (const key of keys) fireEvent.keyDown(area, { key })
      return reached.mock.calls.length
    },
  }
}

it.each(names)(
  'what is typed after %s and before its chat is for that chat alone, unsent',
  async (route) => {
    const { main, draft, shown, press } = askFor(route)
    expect(press('h', 'i', 'Enter')).toBe(0)
    await act(async () => main.resolve(chat))
    expect(shown()).toBe('new')
    expect(draft()).toBe('kept hi')
    expect(press('!')).toBe(1)
    proves('window.presses.chat')
  },
)

it.each(names)('keys are the chat’s in view again where %s fails', async (route) => {
  const { main, press } = askFor(route)
  expect(press('h')).toBe(0)
  await act(async () => main.reject(new Error('The disk is full.')))
  expect(press('h')).toBe(1)
})
