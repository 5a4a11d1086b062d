import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ServerHeader } from './server-header.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('the second press of a double click on Start does not stop the server that is being started', async () => {
  const bridge = createSampleBridge({ handlers: { 'server.stop': () => new Promise(() => {}) } })
  const view = {
    ...sampleServers[0]!,
    connection: { status: 'starting' as const, since: 1, step: 'spawn' as const, attempt: 1 },
  }
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerHeader view={view} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const stops = () => bridge.requests.filter(({ route }) => route === 'server.stop').length
  const press = (detail: number) =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail }))
  await press(2)
  expect(stops()).toBe(0)
  await press(1)
  expect(stops()).toBe(1)
})

it('copies a server as JSON without its secrets, and names what was left out', async () => {
  const copied: string[] = []
  const writeText = (text: string) => Promise.resolve(void copied.push(text))
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  const [sample] = sampleServers
  const config = {
    ...sample!.config,
    name: 'exa',
    transport: {
      kind: 'stdio' as const,
      command: 'npx',
      args: ['exa-mcp-server'],
      env: [{ name: 'EXA_API_KEY', value: { kind: 'secret' as const, ref: 'ref' } }],
    },
  }
  render(
    <BridgeProvider bridge={createSampleBridge()}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerHeader view={{ ...sample!, config }} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'More actions for exa' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy install link' }))
  expect(copied.map((text) => decodeURIComponent(text))).toEqual([
    'gatehouse://mcp/install?name=exa&config={"command":"npx","args":["exa-mcp-server"],"env":{"EXA_API_KEY":"<EXA_API_KEY>"}}',
  ])
  expect(await screen.findByText(/Not copied .* EXA_API_KEY\./)).toBeTruthy()
})
