import type { ConnectionState, ServerView } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import type { InMemoryHandlers } from '../../lib/bridge/in-memory-bridge.ts'
import { missingRuntimes } from '../../lib/samples/sample-imports.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ServerFailure, ServerStarting } from './server-failure.tsx'

afterEach(cleanup)

function showChanged() {
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
  return show(connection)
}

type Failed = Extract<ConnectionState, { status: 'failed' }>
type Starting = Extract<ConnectionState, { status: 'starting' }>

function show(
  connection: Failed | Starting,
  language: 'en' | 'zh-CN' = 'en',
  transport?: ServerView['config']['transport'],
  handlers: InMemoryHandlers = {},
) {
  const [sample] = sampleServers
  if (!sample) throw new Error('There is no sample.')
  const config = { ...sample.config, ...(transport ? { transport } : {}) }
  const view: ServerView = { ...sample, config, connection }
  const bridge = createSampleBridge({ servers: [view], handlers })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore({})}>
        <LanguageProvider locale={language}>
          <KitProvider>
            {connection.status === 'failed' ? (
              <ServerFailure view={view} state={connection} />
            ) : (
              <ServerStarting view={view} state={connection} />
            )}
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return bridge
}

it('a missing runtime is said once, with the places and the offer', async () => {
  const failure = {
    code: 'command-not-found' as const,
    message: 'npx was not found.',
    command: 'npx',
    lookedIn: missingRuntimes.lookedIn,
    lastLines: [],
  }
  const transport = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'tool'], env: [] }
  const handlers = { 'runtimes.list': () => missingRuntimes }
  show({ status: 'failed', at: 0, attempt: 1, failure }, 'en', transport, handlers)
  await screen.findByRole('button', { name: /^Get Node/ })
  expect(screen.getAllByText(/Looked in 4 places/)).toHaveLength(1)
  expect(document.body.textContent).not.toContain('npx was not found. Install Node.js')
})

/** @threat launch.swapped-file */
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

const refused = (status: number, more: Partial<Failed> = {}): Failed => ({
  status: 'failed',
  at: 0,
  attempt: 1,
  failure: { code: 'http-status', status, message: 'It was refused.', lastLines: [] },
  ...more,
})

it.each([
  [429, 'is receiving too many requests (HTTP 429)'],
  [500, 'has an internal error (HTTP 500)'],
  [502, 'is temporarily unavailable (HTTP 502)'],
  [503, 'is temporarily unavailable (HTTP 503)'],
  [504, 'is temporarily unavailable (HTTP 504)'],
  [403, 'denied access (HTTP 403)'],
])('HTTP %i at a start is not blamed on the URL', (status, words) => {
  show(refused(status))
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain(words)
  expect(alert).not.toMatch(/URL|path/)
  proves('faults.refused-start.words')
})

it('HTTP 404 at a start leads to the URL', () => {
  show(refused(404))
  expect(screen.getByRole('alert').textContent).toContain('Check the path in the URL')
})

it.each([
  [20_000, /Retrying in (?:19|20) s \(attempt 3\)/],
  [600_000, /Retrying at \d\d:\d\d \(attempt 3\)/],
])('the next try is told in words: %i ms away', (ms, words) => {
  show(refused(503, { attempt: 2, retryAt: Date.now() + ms }))
  expect(screen.getByRole('alert').textContent).toMatch(words)
  proves('faults.recovery.shown')
})

it('a server that asked to wait is said to have done so, in both languages', () => {
  const state = refused(503, { retryAt: Date.now() + 600_000 })
  const failure = { ...state.failure, retryAfterMs: 600_000 }
  show({ ...state, failure })
  expect(screen.getByText('The server asked to wait 10 min before the next request.')).toBeTruthy()
  cleanup()
  show({ ...state, failure }, 'zh-CN')
  expect(screen.getByRole('alert').textContent).toMatch(/服务器要求等待.*将在 \d\d:\d\d 重试/)
})

it.each([
  ['sign-in/rejected', true],
  ['sign-in/unreachable', true],
  ['sign-in/refused', false],
])('a server that failed with %s offers to sign in again: %s', async (detail, isOffered) => {
  const failure = { code: 'sign-in-needed' as const, detail, message: 'No.', lastLines: [] }
  show({ status: 'failed', at: 0, attempt: 1, failure }, 'en', {
    kind: 'http',
    url: 'https://issues.example/mcp',
    headers: [],
  })
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  const button = screen.queryByRole('button', { name: 'Sign in again' })
  expect(button !== null).toBe(isOffered)
})

it('a way back that was refused is changed by one press, and the server started again', async () => {
  const failure = {
    code: 'sign-in-needed' as const,
    detail: 'sign-in/rejected',
    address: 'http://127.0.0.1:8123/callback',
    said: 'Redirect URI must use HTTPS',
    message: 'No.',
    lastLines: [],
  }
  const bridge = show({ status: 'failed', at: 0, attempt: 1, failure }, 'en', {
    kind: 'http',
    url: 'https://issues.example/mcp',
    headers: [],
  })
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain('does not accept http://127.0.0.1:8123/callback')
  expect(alert).toContain('Redirect URI must use HTTPS')
  expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Return to localhost' }))
  await waitFor(() => {
    const proposed = bridge.requests.find(({ route }) => route === 'server.propose')
    expect(proposed?.input).toMatchObject({
      signInRedirect: { kind: 'loopback', host: 'localhost' },
    })
    expect(bridge.requests.map(({ route }) => route)).toContain('server.start')
  })
})

it('says what a start has downloaded so far, and that it has no limit while it works', () => {
  const download = { program: 'npx', lines: 3, writtenBytes: 48_000_000, isWorking: true }
  const transport = { kind: 'stdio', command: 'npx', args: ['-y', 'a'], env: [] } as const
  const since = Date.now() - 90_000
  const starting = { status: 'starting', since, step: 'download', attempt: 1, download } as const
  show(starting, 'en', { ...transport, args: [...transport.args], env: [] })
  expect(screen.getByText('Download').closest('li')?.getAttribute('aria-current')).toBe('step')
  expect(screen.getByText('Printed 3 lines · 48 MB written to disk')).toBeTruthy()
  expect(screen.getByText(/npx may download what it needs\. There is no time limit/)).toBeTruthy()
  expect(screen.getByText(/^Starting \(/)).toBeTruthy()
})
