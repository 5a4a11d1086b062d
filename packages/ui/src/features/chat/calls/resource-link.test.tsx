import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Attachment } from '@gatehouse/domain'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { CallSourceContext } from './call-source.ts'
import { ResourceLinkBlock } from './resource-link.tsx'

afterEach(cleanup)

const running = sampleServers.find(({ connection }) => connection.status === 'ready')!
const stopped = { ...running, connection: { ...running.connection, status: 'stopped' as const } }

function show(uri: string, server = running) {
  const { id, hue, name: serverName } = running.config
  const bridge = createSampleBridge({
    servers: [server],
    handlers: {
      'server.read-resource': () => ({
        contents: [{ uri, mimeType: 'text/csv', text: 'a,b\n1,2' }],
      }),
      'chat.attach-resource': () => ({ id: 'attached' }) as Attachment,
      'app.open-link': () => ({ outcome: 'opened' }),
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <CallSourceContext
              value={{ conversationId: 'c1', serverId: id, serverName, serverHue: hue }}
            >
              <ResourceLinkBlock block={{ type: 'resource_link', uri, name: 'sales.csv' }} />
            </CallSourceContext>
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
  const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
  const press = async (name: string) => {
    await waitFor(async () => expect((await button(name)).disabled).toBe(false))
    await act(async () => fireEvent.click(await button(name)))
  }
  return { asked, button, press, id }
}

it('a linked resource is read by a press alone, and saved as it was shown', async () => {
  const { asked, press, id } = show('db://sales')
  await screen.findByText('db://sales')
  expect(asked('server.read-resource')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Save as…' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Open in browser' })).toBeNull()
  await press('Open')
  expect(asked('server.read-resource')).toEqual([{ id, uri: 'db://sales' }])
  await press('Save as…')
  await waitFor(() =>
    expect(asked('chat.save-text')).toEqual([{ name: 'sales', ending: '.csv', text: 'a,b\n1,2' }]),
  )
  proves('chat.resource-links.acts')
})

it('attaches it to the message of its chat by its server', async () => {
  const { asked, press, id } = show('db://sales')
  await press('Attach to message')
  await waitFor(() =>
    expect(asked('chat.attach-resource')).toMatchObject([
      { id: 'c1', serverId: id, uri: 'db://sales' },
    ]),
  )
})

it('a web address is opened in the browser, as a link of the chat', async () => {
  const { asked, press } = show('https://shop.example/sales.csv', stopped)
  await press('Open in browser')
  await waitFor(() =>
    expect(asked('app.open-link')).toEqual([
      { url: 'https://shop.example/sales.csv', conversationId: 'c1' },
    ]),
  )
})

it('nothing is asked of a server that does not run', async () => {
  const { button } = show('db://sales', stopped)
  await screen.findByText(`${running.config.name} is not running`)
  expect((await button('Open')).disabled).toBe(true)
  expect((await button('Attach to message')).disabled).toBe(true)
})
