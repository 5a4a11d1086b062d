import type { ServerView } from '@gatehouse/domain'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import type { InMemoryHandlers } from '../../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { ServerFolders } from './server-folders.tsx'

afterEach(cleanup)

const [sample] = sampleServers
const workspace = {
  id: 'w1',
  name: 'Work',
  folders: [{ path: '/code/app', name: 'app', servers: [] }],
  states: [],
  createdAt: 1,
}

function show(handlers: InMemoryHandlers, change: Partial<ServerView> = { wantsRoots: true }) {
  const bridge = createSampleBridge({ handlers })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerFolders view={{ ...sample!, ...change }} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return (route: string) =>
    bridge.requests.filter((one) => one.route === route).map(({ input }) => input)
}

it('offers the known folders to a server that asked for roots and was given none', async () => {
  const asked = show({ 'workspace.list': () => [workspace] })
  expect(await screen.findByText(/asked for your folders/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Offer' }))
  const serverId = sample!.config.id
  await waitFor(() =>
    expect(asked('workspace.share')).toEqual([
      { id: 'w1', path: '/code/app', serverId, shared: true },
    ]),
  )
})

it('lets the person choose a folder where none is known, and shares nothing by itself', async () => {
  const asked = show({
    'workspace.list': () => [],
    'app.pick-folder': () => '/code/new',
    'workspace.create': ({ name }) => ({ ...workspace, id: 'w2', name, folders: [] }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a folder…' }))
  await waitFor(() =>
    expect(asked('workspace.add-folders')).toEqual([{ id: 'w2', paths: ['/code/new'] }]),
  )
  expect(asked('workspace.create')).toEqual([{ name: 'new' }])
  expect(asked('workspace.share')).toEqual([])
})

it('offers nothing to a server that asked for no roots', async () => {
  show({ 'workspace.list': () => [workspace] }, {})
  expect(await screen.findByText(/You choose roots in Workspaces/)).toBeTruthy()
  expect(screen.queryByText(/asked for your folders/)).toBeNull()
})
