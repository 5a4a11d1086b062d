import type { GrantView, ServerView, Tool } from '@gatehouse/domain'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider, type UiStore } from '../../../lib/ui-store.tsx'
import { AllPermissions } from './all-permissions.tsx'
import { ServerPermissions } from './server-permissions.tsx'

afterEach(cleanup)

const grant: GrantView = {
  id: 'g1',
  scope: { kind: 'chat', conversationId: 'c1' },
  serverId: 's1',
  toolName: 'read\u202e_file',
  definitionHash: 'abc123',
  identity: 'who',
  createdAt: 1_700_000_000_000,
  chatTitle: 'Release notes',
  workspaceName: null,
  uses: 3,
  lastUsedAt: 1_700_000_100_000,
  voided: null,
}
const always: GrantView = {
  ...grant,
  id: 'g2',
  scope: { kind: 'always' },
  toolName: 'write',
  from: { conversationId: 'c7', entryId: 'k7' },
}
const together = (id: string, toolName: string): GrantView => ({
  ...grant,
  id,
  toolName,
  scope: { kind: 'always' },
  group: 'read-only',
})

const trusted = (id: string, toolName: string): GrantView => ({
  ...grant,
  id,
  toolName,
  scope: { kind: 'by-mode' },
})

const closed = { readOnlyHint: true, openWorldHint: false }
const tool = (name: string, annotations?: Tool['annotations']): Tool => ({
  name,
  inputSchema: { type: 'object' },
  ...(annotations ? { annotations } : {}),
})

interface Given {
  grants?: GrantView[]
  tools?: Tool[]
  language?: 'en' | 'zh-CN'
  store?: UiStore
  everywhere?: boolean
  running?: boolean
}

const allowed = vi.fn<(serverId: string) => void>()
const marked = vi.fn<(toolName: string, mark: string | null) => void>()

async function show({
  tools = [],
  language = 'en',
  everywhere = false,
  running = false,
  ...given
}: Given) {
  let grants = given.grants ?? []
  allowed.mockClear()
  const keep = (test: (one: GrantView) => boolean): void => void (grants = grants.filter(test))
  const bridge = createSampleBridge({
    handlers: {
      'grant.list': () => grants,
      'grant.revoke': ({ id }) => keep((one) => one.id !== id),
      'grant.revoke-all': ({ serverId }) =>
        keep((one) => serverId !== null && one.serverId !== serverId),
      'grant.revoke-read-only': ({ serverId }) =>
        keep((one) => one.serverId !== serverId || one.group === undefined),
      'grant.trust-server': ({ serverId }) => {
        allowed(serverId)
        return { outcome: 'cancelled' }
      },
      'grant.mark-tool': ({ toolName, mark }) => {
        marked(toolName, mark)
        return { outcome: 'granted' }
      },
      'server.tools': () => tools,
      'server.list': () => [view('s1', 'notes'), view('s2', 'git')],
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={given.store ?? createUiStore()}>
        <LanguageProvider locale={language}>
          <KitProvider>
            {everywhere ? (
              <AllPermissions />
            ) : (
              <ServerPermissions view={running ? started : view('s1', 'notes')} />
            )}
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await waitFor(() => expect(shown()).toBe(true), longTimeout)
}

/** The machine may be busy. */
const longTimeout = { timeout: 10_000 }
/** True if the data from main is here: grants, and the tools where a page mentions them. */
const shown = () =>
  screen.queryAllByRole('table').length > 0 || screen.queryByText('No permissions') !== null

function view(id: string, name: string): ServerView {
  return {
    config: {
      id,
      name,
      hue: 1,
      transport: { kind: 'stdio', command: 'node', args: [], env: [] },
      protocol: 'auto',
      start: 'launch',
      requestTimeoutMs: 60_000,
      createdAt: 0,
    },
    connection: { status: 'stopped' },
    toolCount: 0,
    toolTokens: 0,
    problems: [],
  }
}

const started: ServerView = {
  ...view('s1', 'notes'),
  connection: {
    status: 'ready',
    since: 0,
    info: {
      protocolVersion: '2025-06-18',
      era: 'legacy',
      capabilities: {},
      connectMs: 1,
    },
    lastRoundTripAt: 0,
    lastRoundTripMs: 1,
  },
}

const table = () => screen.getByRole('table')
const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('tr')
  if (!row) throw new Error('There is no such row.')
  return row
}

it('permissions of this server are listed with what they allow, where, since when and how often used', async () => {
  const store = createUiStore()
  await show({
    grants: [grant, always, { ...grant, id: 'g3', serverId: 's2', toolName: 'other' }],
    store,
  })
  const text = table().textContent
  expect(text).toContain('This chat: Release notes')
  expect(text).toContain('3 times')
  expect(text).toContain('All chats')
  expect(text).not.toContain('\u202e')
  expect(text).not.toContain('other')
  expect(rowOf('write').textContent).toContain('Allowed in “Release notes”')
  fireEvent.click(
    within(rowOf('write')).getByRole('button', { name: 'Allowed in “Release notes”' }),
  )
  expect(store.getState()).toMatchObject({ section: 'chats', conversationId: 'c7' })
})

it('one that is void says why, in both languages', async () => {
  const unused = { ...grant, uses: 0, lastUsedAt: null }
  await show({ grants: [{ ...unused, voided: 'tool-changed' }] })
  expect(screen.getByText(/The tool has since changed or been removed/)).toBeTruthy()
  expect(screen.getByText('Never')).toBeTruthy()
  cleanup()
  await show({ grants: [{ ...grant, voided: 'server-changed' }], language: 'zh-CN' })
  expect(screen.getByText(/此后服务器的程序或地址发生了变化/)).toBeTruthy()
})

it('a permission goes when it is revoked, alone or with the others, and then the page says how one comes here', async () => {
  await show({ grants: [grant, always] })
  fireEvent.click(screen.getByRole('button', { name: 'Revoke the permission for write' }))
  await waitFor(() => expect(screen.getAllByTestId('grant')).toHaveLength(1), longTimeout)
  fireEvent.click(screen.getByRole('button', { name: 'Revoke all' }))
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull(), longTimeout)
  expect(screen.getByText(/when a tool waits for you, and the tool is listed here/)).toBeTruthy()
})

it('read-only tools that were allowed together are one row, which opens and is revoked as one', async () => {
  const gone = { ...together('r2', 'stat'), voided: 'tool-changed' as const }
  await show({ grants: [grant, together('r1', 'list'), gone], tools: [tool('list', closed)] })
  expect(screen.getByText('2 read-only tools')).toBeTruthy()
  expect(screen.getByText('1 not in effect')).toBeTruthy()
  expect(screen.queryByText('stat')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '2 read-only tools' }))
  expect(screen.getByText('stat')).toBeTruthy()
  fireEvent.click(
    screen.getByRole('button', { name: 'Revoke the permission for all read-only tools' }),
  )
  await waitFor(() => expect(screen.getAllByTestId('grant')).toHaveLength(1), longTimeout)
})

it('the trust is off at first, and turning it on asks main, which asks the person', async () => {
  await show({ tools: [tool('list', closed), tool('write')] })
  const control = await screen.findByRole('switch', { name: /Trust what this server declares/ })
  await waitFor(() => expect(control.getAttribute('aria-disabled')).not.toBe('true'), longTimeout)
  expect(control.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(control)
  await waitFor(() => expect(allowed).toHaveBeenCalledWith('s1'), longTimeout)
  expect(control.getAttribute('aria-checked')).toBe('false')
})

it('what is new, changed or undeclared is shown beside the trust, and so is a server that is another one', async () => {
  const tools = [tool('list', closed), tool('stat', closed), tool('write')]
  await show({ grants: [trusted('r1', 'list'), trusted('r2', 'write')], tools })
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  expect(await screen.findByText(/1 tool is new or changed/, {}, longTimeout)).toBeTruthy()
  expect(screen.getByText(/does not declare what 1 tool does/)).toBeTruthy()
  expect(screen.getByText('No permissions')).toBeTruthy()
  cleanup()
  await show({ grants: [{ ...trusted('r1', 'list'), voided: 'server-changed' }], tools })
  expect(screen.getByText(/so every tool asks/)).toBeTruthy()
})

it('a tool is marked, as read-only where its server leaves that open, and the mark is taken back', async () => {
  const tools = [tool('look', { readOnlyHint: true }), tool('erase', { destructiveHint: true })]
  await show({ grants: [{ ...trusted('m1', 'erase'), mark: 'ask' }], tools })
  await screen.findByText('2 tools', {}, longTimeout)
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: 'Mark look as read-only' }))
  await waitFor(() => expect(marked).toHaveBeenCalledWith('look', 'read-only'), longTimeout)
  expect(screen.queryByRole('button', { name: 'Mark erase as read-only' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove your mark from erase' }))
  await waitFor(() => expect(marked).toHaveBeenCalledWith('erase', null), longTimeout)
})

it('tools that are asked about are listed with what their server does not rule out', async () => {
  const tools = [tool('list', closed), tool('write'), tool('fetch', { readOnlyHint: true })]
  await show({ grants: [together('r1', 'list'), { ...grant, toolName: 'fetch' }], tools })
  await screen.findByText('2 tools', {}, longTimeout)
  const item = (name: string) => screen.getByText(name, { selector: 'li *' }).closest('li')
  expect(item('write')?.textContent).toContain('May change or delete')
  expect(item('write')?.textContent).toContain('May reach outside')
  expect(item('fetch')?.textContent).toContain('Declared read-only')
  expect(item('fetch')?.textContent).toContain('Allowed in 1 chat')
  expect(screen.queryByText('list', { selector: 'li *' })).toBeNull()
})

it('the permission that a call led to has the focus, in its group too', async () => {
  const store = createUiStore()
  store.getState().openGrant({ serverId: 's1', grantId: 'r1' })
  await show({ grants: [grant, together('r1', 'list')], store })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('list'), longTimeout)
  expect(store.getState()).toMatchObject({ serverTab: 'permissions', grantId: null })
})

it('those of all servers are listed by server', async () => {
  const store = createUiStore()
  await show({ grants: [grant, { ...always, serverId: 's2' }], everywhere: true, store })
  const [first, second] = screen.getAllByTestId('grants-of-server')
  expect(first?.textContent).toContain('notes')
  expect(second?.textContent).toContain('write')
  fireEvent.click(screen.getByRole('button', { name: 'Open the permissions of git' }))
  expect(store.getState()).toMatchObject({ serverId: 's2', serverTab: 'permissions' })
  fireEvent.click(screen.getByRole('button', { name: 'Revoke all' }))
  await waitFor(() => expect(screen.getByText('No permissions')).toBeTruthy(), longTimeout)
})

it('a server that runs and has no tools is not told to start', async () => {
  await show({ running: true })
  expect(await screen.findByText(/no tools that a model can use/, {}, longTimeout)).toBeTruthy()
  expect(screen.queryByText(/Start it first/)).toBeNull()
  cleanup()
  await show({})
  expect(await screen.findByText(/Start it first/, {}, longTimeout)).toBeTruthy()
})

it('the focus goes on to the next permission, then to the one before, then to the list', async () => {
  await show({
    grants: [grant, always, { ...always, id: 'g4', toolName: 'move' }, together('r1', 'list')],
  })
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  const focused = (name: string) =>
    waitFor(
      () => expect(document.activeElement?.getAttribute('aria-label')).toBe(name),
      longTimeout,
    )
  press('Revoke the permission for write')
  await focused('Revoke the permission for move')
  press('Revoke the permission for all read-only tools')
  await focused('Revoke the permission for move')
  press('Revoke all')
  await focused('Permissions')
  expect(document.activeElement?.contains(screen.getByText('No permissions'))).toBe(true)
})
