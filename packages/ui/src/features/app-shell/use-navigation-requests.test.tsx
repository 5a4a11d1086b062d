import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider, type UiState } from '../../lib/ui-store.tsx'
import { useNavigationRequests } from './use-navigation-requests.ts'

afterEach(cleanup)

const installLink = 'gatehouse://mcp/install?name=x&config=%7B%22command%22%3A%22npx%22%7D'

function Requests() {
  useNavigationRequests()
  return null
}

async function afterLink(state: Partial<UiState> = {}) {
  const bridge = createSampleBridge({
    handlers: { 'window.take-place': () => ({ section: 'servers', installLink }) },
  })
  const store = createUiStore(state)
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <Requests />
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await waitFor(() => expect(store.getState().section).toBe('servers'))
  return { store, bridge }
}

/** @threat launch.install-link */
it('an install link opens "Add a server" with it, and proposes nothing by itself', async () => {
  const { store, bridge } = await afterLink()
  expect(store.getState().overlay).toEqual({ kind: 'add-server' })
  expect(store.getState().kept['add-server.pasted']).toBe(installLink)
  expect(bridge.requests.map(({ route }) => route)).toEqual(['window.take-place'])
})

it('an install link takes the place of no open dialog', async () => {
  const { store } = await afterLink({ overlay: { kind: 'import-servers' } })
  expect(store.getState().overlay).toEqual({ kind: 'import-servers' })
  expect(store.getState().kept['add-server.pasted']).toBeUndefined()
})
