import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { RegistryOrigin } from './registry-origin.tsx'

afterEach(cleanup)

it('asks the registry at a press alone, and shows that it deleted the server', async () => {
  const bridge = createSampleBridge({})
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore({})}>
        <LanguageProvider locale="en">
          <KitProvider>
            <RegistryOrigin serverId="s1" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const asked = () => bridge.requests.filter(({ route }) => route === 'catalogue.ask')
  expect(await screen.findByText(/io.github.ada\/notes 1.4.0/)).toBeTruthy()
  expect(screen.queryByText(/has deleted this server/)).toBeNull()
  expect(asked()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Ask the registry' }))
  expect(await screen.findByText('The registry has deleted this server.')).toBeTruthy()
  expect(screen.getByText('Stole keys.')).toBeTruthy()
  await waitFor(() => expect(asked().map(({ input }) => input)).toEqual([{ id: 's1' }]))
})
