import type { VaultState } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { KeychainToasts } from './keychain-toasts.tsx'

const settle = () => act(() => vi.advanceTimersByTimeAsync(1000))
const LOST = 'Secrets are kept in memory only and are lost when you quit.'
const memory: VaultState = { kind: 'memory', code: 'unknown', reason: 'x', remedy: 'y' }
const keychain: VaultState = { kind: 'keychain', name: 'Secret Service' }

async function watch() {
  const bridge = createSampleBridge()
  const store = createUiStore({ section: 'chats' })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <KeychainToasts />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await settle()
  return {
    store,
    emit(state: VaultState) {
      bridge.emit('vault.changed', state)
      return settle()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** @threat oauth.refused-write */
it('a keychain that refuses something is reported at once, until it works again', async () => {
  const { store, emit } = await watch()
  expect(screen.queryByText(LOST)).toBeNull()
  await emit(memory)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.queryByText(LOST)).toBeTruthy()
  expect(screen.queryByText(/The keychain is not working\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show', hidden: true }))
  expect(store.getState()).toMatchObject({ section: 'settings', settingsPage: 'keychain' })
  await emit(keychain)
  expect(screen.queryByText(LOST)).toBeNull()
  expect(screen.queryByText(/works again/)).toBeTruthy()
})

it('a keychain that was as it is from the beginning is reported nowhere', async () => {
  const { emit } = await watch()
  await emit(keychain)
  expect(screen.queryByText(/works again/)).toBeNull()
})

it('nothing is reported on the page of the keychain, which says so itself', async () => {
  const { store, emit } = await watch()
  await emit(memory)
  act(() => store.getState().openSettings('keychain'))
  await settle()
  expect(screen.queryByText(LOST)).toBeNull()
  await emit(keychain)
  await emit(memory)
  expect(screen.queryByText(LOST)).toBeNull()
})
