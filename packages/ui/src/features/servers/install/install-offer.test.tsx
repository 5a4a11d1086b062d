import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GatehouseError, type ServerView } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { pendingUpdateKey } from './pending-update.ts'
import { ServerInstallationPart } from './install-offer.tsx'

afterEach(cleanup)

const [sample] = sampleServers
const viewOf = (args: string[], command = 'npx'): ServerView => ({
  ...sample!,
  config: { ...sample!.config, transport: { kind: 'stdio', command, args, env: [] } },
})

function show(view: ServerView, handlers: InMemoryHandlers = {}, store = createUiStore()) {
  const bridge = createSampleBridge({ handlers })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerInstallationPart view={view} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return bridge
}

const offer = () => screen.findByRole('button', { name: 'Install it and start from disk' })

it('offers to install what npx fetches, shows the progress, and cancels it', async () => {
  const bridge = show(viewOf(['-y', 'tool']), { 'install.server': () => new Promise(() => {}) })
  fireEvent.click(await offer())
  expect((await screen.findByRole('status')).textContent).toContain('Decide in the window')
  const [started] = bridge.requests.filter(({ route }) => route === 'install.server')
  const input = started!.input as { requestId: string; id: string }
  const { requestId } = input
  expect(input).toEqual({ requestId, id: sample!.config.id })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() =>
    expect(bridge.requests.at(-1)).toMatchObject({
      route: 'server.cancel-request',
      input: { requestId },
    }),
  )
})

it('pulls an image again for a mend of the doctor, once', async () => {
  const folder = `acme/tool@sha256:${'a'.repeat(64)}`
  const view = viewOf(['run', '-i', folder], '/usr/bin/docker')
  const present = {
    ecosystem: 'oci' as const,
    name: 'acme/tool',
    version: '1.4.0',
    wanted: '',
    folder,
    program: 'tool',
    packages: 1,
    files: 0,
    size: 12_345,
    scripts: [],
  }
  const { id } = view.config
  const store = createUiStore()
  store.getState().keep(pendingUpdateKey(id), true)
  const bridge = show(
    { ...view, config: { ...view.config, installation: { present } } },
    { 'install.update': () => ({ outcome: 'unchanged' }) },
    store,
  )
  await screen.findByText('The registry has nothing newer.')
  const updates = bridge.requests.filter(({ route }) => route === 'install.update')
  expect(updates).toMatchObject([{ input: { id } }])
  const text = document.body.textContent
  expect(text).toContain(folder)
  expect(text).not.toContain('0 files')
})

it('says in words why nothing was installed, with what the installer says', async () => {
  const data = { problem: 'node-too-old', detail: 'Required: {"node":">=99"}' }
  show(viewOf(['tool']), {
    'install.server': () => {
      throw new GatehouseError('install/failed', 'x', { data })
    },
  })
  fireEvent.click(await offer())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('needs another version of Node')
  expect(alert.textContent).toContain('The installer says: Required: {"node":">=99"}')
})

const installed = (version: string) => ({
  ecosystem: 'npm' as const,
  name: 'tool',
  version,
  wanted: '',
  folder: '/data/packages/1',
  program: 'tool',
  packages: 12,
  files: 345,
  size: 6_000_000,
  scripts: [],
})

it('shows what is installed, looks for an update and goes back by one press each', async () => {
  const view = viewOf([])
  const installation = {
    present: installed('2.0.0'),
    former: { package: installed('1.5.0'), command: 'node', args: [] },
  }
  const bridge = show(
    { ...view, config: { ...view.config, installation } },
    { 'install.update': () => ({ outcome: 'unchanged' }) },
  )
  expect(screen.getByText(/12 packages · 345 files/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Check for an update' }))
  expect(await screen.findByText('The registry has nothing newer.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Back to 1.5.0' }))
  await waitFor(() =>
    expect(bridge.requests.at(-1)).toEqual({
      route: 'install.restore',
      input: { id: view.config.id },
    }),
  )
})

it('offers to install what uvx fetches, and says for which part another launch cannot be', async () => {
  show(viewOf(['tool'], 'uvx'))
  await offer()
  expect(screen.getByText('uvx fetches this server at each start.')).toBeTruthy()
  cleanup()
  show(viewOf(['--index', 'https://other.example', 'tool'], 'uvx'))
  expect(await screen.findByText(/--index chooses another index/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  proves('server.install.refused')
})

it('offers nothing without npm, nor for what is not in a registry', async () => {
  show(viewOf(['github:a/b']))
  show(viewOf(['tool']), { 'install.find': () => ({ npm: null, pypi: null, oci: null }) })
  await act(() => new Promise((done) => setTimeout(done)))
  expect(screen.queryByRole('button')).toBeNull()
})
