import type { Conversation } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { usePinKey } from '../../../lib/chats/pin-chat.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ChatList } from './chat-list.tsx'

afterEach(cleanup)

const chat = (id: string, change: Partial<Conversation> = {}): Conversation => ({
  ...sampleConversations[0]!,
  id,
  title: id,
  ...change,
})

function PinKey() {
  return <button onKeyDown={usePinKey()}>key</button>
}

async function open(conversations: Conversation[]) {
  const bridge = createSampleBridge({ conversations })
  const store = createUiStore({ conversationId: 'older' })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ChatList />
            <PinKey />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await screen.findByText('newer')
  const pinKey = async () => {
    const focused = document.activeElement
    await act(async () => fireEvent.keyDown(screen.getByText('key'), { key: 'P' }))
    expect(document.activeElement).toBe(focused)
  }
  return { store, pinKey }
}

const now = Date.now()
const lines = () =>
  [...document.querySelectorAll('h3, [data-chat] [data-list-row]')].map(
    (line) => line.textContent?.match(/Pinned|Today|newer|older|away|other/)?.[0],
  )

const chats = [
  chat('newer', { updatedAt: now }),
  chat('older', { updatedAt: now - 1000 }),
  chat('other', { updatedAt: now - 2000 }),
]

it('a pinned chat stands above the days, and goes back to its day', async () => {
  const { store, pinKey } = await open(chats)
  expect(lines()).toEqual(['Today', 'newer', 'older', 'other'])
  await pinKey()
  await screen.findByText('Pinned')
  expect(lines()).toEqual(['Pinned', 'older', 'Today', 'newer', 'other'])
  expect(store.getState().announcement).toBe('Pinned “older”')
  await pinKey()
  await waitFor(() => expect(lines()).toEqual(['Today', 'newer', 'older', 'other']))
  expect(store.getState().announcement).toBe('Unpinned “older”')
})

it('the key is for the chat whose row has the focus', async () => {
  const { pinKey } = await open(chats)
  document.querySelector<HTMLElement>('[data-chat=other] [data-list-row]')?.focus()
  await pinKey()
  await screen.findByText('Pinned')
  expect(lines()).toEqual(['Pinned', 'other', 'Today', 'newer', 'older'])
})

it('an archived chat stands among the others once they are shown, pinned or not', async () => {
  const away = chat('away', { updatedAt: now - 500, pinnedAt: 1, archivedAt: 2 })
  await open([...chats, away])
  expect(lines()).toEqual(['Today', 'newer', 'older', 'other'])
  await act(async () =>
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'away' } }),
  )
  expect(lines()).toEqual(['Today', 'away'])
})
