import type { SearchHit } from '@gatehouse/domain'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { FindBar } from './find-bar.tsx'

afterEach(cleanup)

const hit = (entryId: string): SearchHit => ({
  conversationId: 'c',
  title: 'A chat',
  turnId: 't',
  entryId,
  kind: 'user-message',
  at: 1,
  snippet: { text: 'word', marks: [] },
})

/** The bar with three matches found, and where it went. */
async function find(typedAhead = '') {
  const bridge = createSampleBridge({
    handlers: {
      'chat.search': () => ({ hits: [hit('e3'), hit('e2'), hit('e1')], isIndexing: false }),
    },
  })
  const store = createUiStore()
  const onClose = vi.fn<() => void>()
  const typed = { text: () => typedAhead, release: vi.fn<() => void>() }
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <FindBar conversationId="c" onClose={onClose} typed={typed} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const field = screen.getByRole('searchbox')
  if (typedAhead === '') fireEvent.change(field, { target: { value: 'word' } })
  const place = () => store.getState().chatPlace
  await waitFor(() => expect(place()?.entryId).toBe('e3'))
  return { field, onClose, place, released: typed.release }
}

it('goes from match to match, and never to a version that is not shown', async () => {
  const { field, place } = await find()
  expect(place()).toMatchObject({ shownOnly: true })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(place()).toMatchObject({ entryId: 'e2', shownOnly: true })
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
  expect(place()).toMatchObject({ entryId: 'e3', shownOnly: true })
})

it('Enter on a button of it is that button, and Escape closes it wherever the focus is', async () => {
  const { onClose, place } = await find()
  const close = screen.getByRole('button', { name: /Close/ })
  // Nothing keeps the browser from pressing the button.
  expect(fireEvent.keyDown(close, { key: 'Enter' })).toBe(true)
  expect(place()?.entryId).toBe('e3')
  fireEvent.keyDown(close, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('searches for what was typed before it was there, and has the focus then', async () => {
  const { field, released } = await find('word')
  expect(field).toHaveProperty('value', 'word')
  expect(document.activeElement).toBe(field)
  expect(released).toHaveBeenCalledTimes(1)
})
