import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { GeneralPage } from './general-page.tsx'

afterEach(cleanup)

function open(missing: { tray: boolean; shortcut: boolean }) {
  const bridge = createSampleBridge({ handlers: { 'window.missing-parts': () => missing } })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <GeneralPage />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
}

it('says at the setting which part of the desktop it needs and does not have', async () => {
  open({ tray: true, shortcut: true })
  const warning = await screen.findByText(/No tray was found on this desktop/)
  const keep = screen.getByRole('switch', { name: /^Keep running in the tray/ })
  expect(keep.getAttribute('aria-describedby')).toContain(warning.id)
  expect(screen.getByText(/In a Wayland session, the desktop decides/)).toBeTruthy()
})

it('says nothing of parts that are there', async () => {
  open({ tray: false, shortcut: false })
  await screen.findByRole('switch', { name: /^Keep running in the tray/ })
  expect(screen.queryByText(/No tray was found|Wayland/)).toBeNull()
})
