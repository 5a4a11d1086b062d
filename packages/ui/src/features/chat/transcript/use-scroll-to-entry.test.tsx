import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { VirtualizerHandle } from 'virtua'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import type { TranscriptRow } from './transcript-rows.ts'
import { useScrollToEntry } from './use-scroll-to-entry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A chat with two rows, and where it was scrolled to. */
function open() {
  const store = createUiStore()
  const bridge = createSampleBridge({ handlers: {} })
  const scrollToIndex = vi.fn<VirtualizerHandle['scrollToIndex']>()
  const list = { current: { scrollToIndex } as unknown as VirtualizerHandle }
  const rows = [{ id: 'first' }, { id: 'second' }] as TranscriptRow[]
  const shown = {
    conversationId: 'c',
    rows,
    list,
    show: () => Promise.resolve(),
    leave: () => undefined,
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>{children}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const { result } = renderHook(() => useScrollToEntry(shown), { wrapper })
  const goTo = (entryId: string) =>
    store.getState().openChatAt({ conversationId: 'c', turnId: 't', entryId, shownOnly: true })
  return { goTo, scrollToIndex, result }
}

it('goes to the latest of two places, also where the first is marked as found before the second is drawn', async () => {
  const { goTo, scrollToIndex, result } = open()
  await act(async () => goTo('first'))
  expect(scrollToIndex).toHaveBeenLastCalledWith(0, { align: 'center' })
  act(() => goTo('second'))
  await act(async () => {
    // What was read comes, and the mark of the first place is due, before the page is drawn again.
    await Promise.resolve()
    vi.advanceTimersByTime(0)
  })
  expect(scrollToIndex).toHaveBeenLastCalledWith(1, { align: 'center' })
  await act(async () => vi.advanceTimersByTime(1))
  expect(result.current).toBe('second')
})
