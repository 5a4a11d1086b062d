import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ServerTools } from './server-tools.tsx'

afterEach(cleanup)

it('a tool that is only for the views of its server is marked so, and no other', async () => {
  const tool = (name: string, visibility: string[]) => ({
    name,
    inputSchema: { type: 'object' },
    _meta: { ui: { visibility } },
  })
  const tools = [tool('read', ['model', 'app']), tool('refresh', ['app'])]
  const bridge = createSampleBridge({ handlers: { 'server.tools': () => tools } })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerTools view={sampleServers[0]!} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByRole('heading', { name: 'read' })).toBeTruthy()
  expect(screen.queryByText(/not offered to models/)).toBeNull()
  fireEvent.click(screen.getByText('refresh'))
  expect(screen.getByRole('heading', { name: 'refresh' })).toBeTruthy()
  expect(screen.getByText(/not offered to models/)).toBeTruthy()
  proves('faults.app-tools.said')
})
