import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { Traffic } from './traffic.tsx'

afterEach(cleanup)

const GONE = 'This message is no longer kept'

async function show(seq: number, heading = false) {
  const store = createUiStore()
  const bridge = createSampleBridge()
  store.getState().openFrame({ serverId: 'research', seq })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <Traffic serverId="research" heading={heading} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await screen.findByRole('searchbox', {}, { timeout: 10_000 })
  await act(() => Promise.resolve())
  return store
}

it('says that a message which is asked for is no longer kept', async () => {
  const store = await show(999_999)
  expect(screen.getByText(GONE)).toBeTruthy()
  expect(store.getState().framePlace).toBeNull()
})

it('leaves what is asked for to the page of the server, and not to the panel beside it', async () => {
  const store = await show(999_999, true)
  expect(screen.queryByText(GONE)).toBeNull()
  expect(store.getState().framePlace).toEqual({ serverId: 'research', seq: 999_999 })
})
