import type { GrantView, ToolCall, ToolCallDecision } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { pendingMendKey } from '../../../lib/servers/pending-mend.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { FinishedCall } from './finished-call.tsx'

afterEach(cleanup)

const permission: GrantView = {
  id: 'g1',
  scope: { kind: 'always' },
  serverId: 's',
  toolName: 'read',
  definitionHash: 'hash',
  identity: 'who',
  createdAt: 0,
  chatTitle: null,
  workspaceName: null,
  uses: 1,
  lastUsedAt: 1,
  voided: null,
}
let store = createUiStore()

function show(language: 'en' | 'zh-CN', change: Partial<ToolCall>): string {
  const call: ToolCall = {
    kind: 'tool-call',
    id: 'c',
    step: 1,
    callId: 'c',
    origin: 'person',
    serverId: 's',
    serverName: 'files',
    serverHue: 3,
    toolName: 'read',
    toolTitle: 'read',
    proposedArguments: {},
    arguments: {},
    status: 'failed',
    error: 'files did not do it.',
    createdAt: 1,
    startedAt: 1,
    endedAt: 2,
    ...change,
  }
  const { container } = render(
    <BridgeProvider bridge={createSampleBridge({ handlers: { 'grant.list': () => [permission] } })}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale={language}>
          <KitProvider>
            <FinishedCall call={call} conversationId="chat" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return container.textContent ?? ''
}

it.each(['failed', 'unknown', 'rejected', 'cancelled', 'denied'] as const)(
  'a person’s own call that ended as %s names no model',
  (status) => {
    expect(show('en', { status })).not.toMatch(/model/i)
    cleanup()
    expect(show('zh-CN', { status })).not.toContain('模型')
    proves('faults.manual.words')
  },
)

it('a model’s call that failed says that the model knows', () => {
  show('en', { origin: 'model' })
  expect(screen.getByText('The server returned no result. The model was notified.')).toBeTruthy()
})

const granted = (kind: ToolCallDecision['kind'], grantId = 'g1'): Partial<ToolCall> => ({
  status: 'done',
  origin: 'model',
  error: undefined,
  decision: { kind, by: 'grant', at: 1_777_790_000_000, since: 1_777_777_200_000, grantId },
})

async function openDetails(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: /Details|详情/ }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

it.each([
  [
    'allow-in-chat',
    /^Allowed by you on May 3, 2026.*, in this chat\.$/,
    /^你于 2026\s年\s5\s月\s3\s日.*在此对话中允许。$/,
  ],
  [
    'allow-always',
    /^Allowed by you on May 3, 2026.*, in all chats\.$/,
    /^你于 2026\s年\s5\s月\s3\s日.*在所有对话中允许。$/,
  ],
  [
    'allow-read-only',
    /with all tools that the server declared read-only\.$/,
    /随服务器声明为只读的全部工具一并允许。$/,
  ],
] as const)(
  'a call that a permission allowed (%s) says when and where it was given',
  async (kind, en, zh) => {
    show('en', granted(kind))
    await openDetails()
    expect(screen.getByText(en)).toBeTruthy()
    cleanup()
    show('zh-CN', granted(kind))
    await openDetails()
    expect(screen.getByText(zh)).toBeTruthy()
    proves('grant.scope.recorded')
  },
)

it('such a call leads to the permission, and says so when that is gone', async () => {
  store = createUiStore()
  show('en', granted('allow-always'))
  await openDetails()
  fireEvent.click(screen.getByRole('button', { name: 'Show the permission for read' }))
  expect(store.getState()).toMatchObject({ serverId: 's', serverTab: 'permissions', grantId: 'g1' })
  cleanup()
  show('en', granted('allow-always', 'revoked'))
  await openDetails()
  expect(screen.getByText('This permission no longer exists.')).toBeTruthy()
  cleanup()
  show('en', { ...granted('allow-once'), decision: { kind: 'allow-once', by: 'person', at: 1 } })
  await openDetails()
  expect(screen.queryByText(/Allowed by you/)).toBeNull()
})

it('a call that failed for a sign-in offers it', async () => {
  show('en', { serverId: 'issues', needsSignIn: true, endedAt: Date.now() })
  expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeTruthy()
  cleanup()
  show('en', { serverId: 'issues' })
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull()
})

it('pictures of a result are in view while its card is folded', () => {
  const kept = { hash: 'a'.repeat(64), bytes: 10, mimeType: 'image/png' }
  show('en', {
    origin: 'model',
    status: 'done',
    result: { isError: false, content: [{ type: 'image', mimeType: 'image/png', kept }] },
  })
  expect(screen.getByText(/image\/png/)).toBeTruthy()
  expect(screen.queryByTestId('result-blocks')).toBeNull()
})

it('rows are a table in the folded card, and everything else waits for its opening', () => {
  const rows = { rows: [{ shop: 'West Lake' }, { shop: 'Guanggu' }] }
  const done = (result: Partial<NonNullable<ToolCall['result']>>): string => {
    cleanup()
    const call = { status: 'done', origin: 'model', error: undefined } as const
    return show('en', { ...call, result: { content: [], isError: false, ...result } })
  }
  expect(done({ structuredContent: rows })).toContain('West Lake')
  expect(screen.getAllByRole('table')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: /^Details of/ }))
  expect(screen.getAllByRole('table')).toHaveLength(1)
  expect(done({ content: [{ type: 'text', text: 'shop,sales\nA,1\nB,2\n' }] })).toContain('sales')
  const words = { type: 'text', text: 'Two shops.' } as const
  for (const other of [
    { structuredContent: { ...rows, next: 'page 2' } },
    { structuredContent: rows, content: [words] },
    { content: [words] },
  ]) {
    done(other)
    expect(screen.queryByRole('table')).toBeNull()
  }
})

it('a failed call that asks for a variable leads to the settings of its server', async () => {
  store = createUiStore()
  const serverId = sampleServers.find(({ config }) => config.transport.kind === 'stdio')?.config.id
  if (serverId === undefined) throw new Error('There is no sample.')
  const text = 'Error: GITHUB_TOKEN is not set\n  at call (index.js:1:1)'
  const result = { content: [{ type: 'text' as const, text }], isError: true }
  show('en', { serverId, status: 'done', error: undefined, result })
  fireEvent.click(await screen.findByRole('button', { name: 'Set GITHUB_TOKEN…' }))
  expect(store.getState()).toMatchObject({
    section: 'servers',
    serverId,
    kept: { [pendingMendKey(serverId)]: { kind: 'set-variable', name: 'GITHUB_TOKEN' } },
  })
  cleanup()
  show('zh-CN', { serverId, status: 'failed', error: 'API_KEY is required' })
  expect(await screen.findByRole('button', { name: '设置 API_KEY…' })).toBeTruthy()
})
