import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GatehouseError } from '@gatehouse/domain'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { missingRuntimes } from '../../../lib/samples/sample-imports.ts'
import { RuntimeSettings } from './runtime-settings.tsx'

afterEach(cleanup)

function show(handlers: InMemoryHandlers = {}) {
  const bridge = createSampleBridge({
    handlers: { 'runtimes.list': () => missingRuntimes, ...handlers },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <LanguageProvider locale="en">
        <KitProvider>
          <RuntimeSettings />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  return bridge
}

const rowOf = async (runtime: string) => within((await screen.findByText(runtime)).closest('li')!)

it('offers a copy of a missing runtime that has one, and a choice of its program for each', async () => {
  const bridge = show({ 'runtimes.install': () => ({ outcome: 'installed' as const }) })
  const node = await rowOf('Node.js')
  fireEvent.click(node.getByRole('button', { name: /^Get Node\.js 26\.12\.1/ }))
  await waitFor(() =>
    expect(bridge.requests).toContainEqual(
      expect.objectContaining({
        route: 'runtimes.install',
        input: expect.objectContaining({ name: 'node' }) as unknown,
      }),
    ),
  )
  const docker = await rowOf('Docker')
  expect(docker.queryByRole('button', { name: /^Get/ })).toBeNull()
  expect(docker.getByRole('button', { name: 'Choose the program of Docker…' })).toBeTruthy()
})

it('says in its row why nothing was fetched', async () => {
  show({
    'runtimes.install': () => {
      throw new GatehouseError('runtime/failed', 'x', { data: { problem: 'disk-full' } })
    },
  })
  fireEvent.click((await rowOf('Node.js')).getByRole('button', { name: /^Get/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
})
