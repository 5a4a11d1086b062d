import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { GatehouseError } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { missingRuntimes } from '../../../lib/samples/sample-imports.ts'
import { MissingRuntime } from './missing-runtime.tsx'

afterEach(cleanup)

const none: InMemoryHandlers = { 'runtimes.list': () => missingRuntimes }

function show(command: string, handlers: InMemoryHandlers = none) {
  const bridge = createSampleBridge({ handlers })
  const launch = { command, args: ['-y', 'tool'] }
  render(
    <BridgeProvider bridge={bridge}>
      <LanguageProvider locale="en">
        <KitProvider>
          <MissingRuntime
            launch={launch}
            otherVariant="remote"
            whenReady={<button>Go on</button>}
          />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  return bridge
}

const getNode = () =>
  screen.findByRole('button', { name: /^Get Node\.js 26\.12\.1 \([\d.]+ MB\)…$/ })

it('names the missing runtime, where it was looked for, and the ways to get it', async () => {
  show('npx')
  await getNode()
  const text = document.body.textContent
  for (const part of [
    'Node.js was not found',
    'npx',
    '“remote” in this list',
    'Looked in 4 places',
  ])
    expect(text).toContain(part)
  proves('server.runtimes.missing')
})

it('shows the bytes that came, cancels, and says what is ready', async () => {
  let finish = (_outcome: { outcome: 'installed' }): void => undefined
  const bridge = show('npx', {
    ...none,
    'runtimes.install': () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  })
  fireEvent.click(await getNode())
  expect((await screen.findByRole('status')).textContent).toContain('Decide in the window')
  const { input } = bridge.requests.find(({ route }) => route === 'runtimes.install')!
  const { requestId } = input as { requestId: string }
  act(() =>
    bridge.emit('server.request-progress', {
      requestId,
      progress: { progress: 30_000_000, total: 60_000_000 },
    }),
  )
  await waitFor(() => expect(document.body.textContent).toMatch(/30 MB of 60 MB/))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() =>
    expect(bridge.requests.at(-1)).toMatchObject({
      route: 'server.cancel-request',
      input: { requestId },
    }),
  )
  finish({ outcome: 'installed' })
  await screen.findByRole('button', { name: 'Go on' })
})

it('says in words why nothing was fetched', async () => {
  show('npx', {
    ...none,
    'runtimes.install': () => {
      const data = { problem: 'redirected', detail: 'other.example' }
      throw new GatehouseError('runtime/failed', 'x', { data })
    },
  })
  fireEvent.click(await getNode())
  expect((await screen.findByRole('alert')).textContent).toContain('another host, other.example')
})

it('says how to go on where there is no copy, and nothing where the runtime is there', async () => {
  show('docker')
  await screen.findByText('Docker was not found on this computer')
  expect(screen.queryByRole('button', { name: /^Get/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Choose the program…' })).toBeTruthy()
  cleanup()
  const bridge = show('npx', {})
  await waitFor(() => expect(bridge.requests.map(({ route }) => route)).toContain('runtimes.list'))
  cleanup()
  show('/opt/tool')
  expect(document.body.textContent).toBe('')
})
