// @vitest-environment happy-dom
import type { GrantView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { LanguageProvider } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ServerGrants } from './server-grants.tsx'

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
  uses: 3,
  lastUsedAt: 1_700_000_100_000,
  voided: null,
}

async function show(list: GrantView[], language: 'en' | 'zh-CN' = 'en') {
  let grants = list
  const bridge = createSampleBridge({
    handlers: {
      'grant.list': () => grants,
      'grant.revoke': ({ id }) => void (grants = grants.filter((one) => one.id !== id)),
      'grant.revoke-all': ({ serverId }) =>
        void (grants = grants.filter((one) => one.serverId !== serverId)),
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale={language}>
          <KitProvider>
            <ServerGrants serverId="s1" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
}

it('permissions of this server are listed with what they allow, where, and how often they were used', async () => {
  await show([grant, { ...grant, id: 'g2', serverId: 's2', toolName: 'other' }])
  const text = screen.getByTestId('server-grants').textContent
  expect(text).toContain('Allowed in the chat “Release notes”')
  expect(text).toContain('used 3 times')
  expect(text).toContain('abc123')
  expect(text).not.toContain('\u202e')
  expect(text).not.toContain('other')
})

it('one that is void says why, in both languages', async () => {
  await show([{ ...grant, voided: 'tool-changed', uses: 0, lastUsedAt: null }])
  expect(screen.getByText(/The tool has changed or is gone since/)).toBeTruthy()
  expect(screen.getByText(/never used/)).toBeTruthy()
  cleanup()
  await show([{ ...grant, voided: 'server-changed' }], 'zh-CN')
  expect(screen.getByText(/此后服务器已换成别的程序或地址/)).toBeTruthy()
})

it('a permission goes when it is revoked, alone or with the others', async () => {
  await show([grant, { ...grant, id: 'g2', toolName: 'write' }, { ...grant, id: 'g3' }])
  fireEvent.click(screen.getByRole('button', { name: 'Revoke the permission for write' }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Revoke all' }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByTestId('server-grants')).toBeNull()
})
