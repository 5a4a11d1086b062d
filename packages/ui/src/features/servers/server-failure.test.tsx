// @vitest-environment happy-dom
import type { ServerView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { createI18n } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ServerFailure } from './server-failure.tsx'

afterEach(cleanup)

function showChanged() {
  const [sample] = sampleServers
  if (!sample) throw new Error('There is no sample.')
  const connection = {
    status: 'failed' as const,
    at: 0,
    attempt: 1,
    failure: {
      code: 'launch-changed' as const,
      message: 'It was not started.',
      lastLines: [],
      changes: [
        {
          kind: 'moved' as const,
          role: 'program' as const,
          named: 'npx',
          before: '/usr/bin/npx',
          after: '/tmp/planted/npx',
        },
      ],
    },
  }
  const view: ServerView = { ...sample, connection }
  const bridge = createSampleBridge({ servers: [view] })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore({})}>
        <I18nextProvider i18n={createI18n('en')}>
          <KitProvider>
            <ServerFailure view={view} state={connection} />
          </KitProvider>
        </I18nextProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return bridge
}

it('a server whose files changed says which, and leads to its review, not to a start', async () => {
  const bridge = showChanged()
  expect(screen.getByText('/usr/bin/npx')).toBeTruthy()
  expect(screen.getByText('/tmp/planted/npx')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Review what will run' }))
    await Promise.resolve()
  })
  const routes = bridge.requests.map(({ route }) => route)
  expect(routes).toContain('server.propose')
  expect(routes).not.toContain('server.start')
})
