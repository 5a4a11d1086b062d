import type { StoredSecret, SecretGroup, SecretState } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { StoredSecrets } from './stored-secrets.tsx'

afterEach(cleanup)

const secret = (ref: string, state: SecretState = 'kept'): StoredSecret => ({
  ref,
  subject: { kind: 'variable', name: `TOKEN_${ref}` },
  receiver: 'node',
  since: 1_700_000_000_000,
  state,
})

const group = (name: string, ...secrets: StoredSecret[]): SecretGroup => ({
  owner: { kind: 'server', id: name, name, hue: 1, isGone: false, isRunning: true },
  secrets,
})

async function show(groups: SecretGroup[] | (() => SecretGroup[])) {
  const bridge = createSampleBridge({
    handlers: {
      'secret.list': () => (typeof groups === 'function' ? groups() : groups),
    },
  })
  const store = createUiStore()
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <StoredSecrets />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await settle()
  return { bridge, store }
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}

it('deletes what was there when it was asked, and nothing that cannot be reached', async () => {
  const { bridge } = await show([
    group('one', secret('a'), secret('b', 'missing'), secret('c', 'left-over')),
    group('two', secret('d'), secret('e', 'locked')),
  ])
  await press('Delete all secrets…')
  const question = screen.getByRole('alertdialog').textContent
  expect(question).toContain('Delete all 3 stored secrets?')
  expect(question).toContain('one and two will not start again')
  expect(question).toContain('one and two will keep using the old secrets until restarted')
  expect(question).toContain('left over or not used')
  await press('Delete')
  expect(bridge.requests.filter(({ route }) => route === 'secret.forget')).toEqual([
    { route: 'secret.forget', input: { refs: ['a', 'c', 'd'] } },
  ])
})

it('leads to where a missing secret is entered again', async () => {
  const { store } = await show([group('one', secret('a', 'missing'))])
  expect(document.body.textContent).toContain('The keychain no longer has it')
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  await press('Enter again: Environment variable TOKEN_a (one)')
  expect(store.getState()).toMatchObject({
    section: 'servers',
    serverId: 'one',
    serverTab: 'settings',
  })
})

it('is searched by owner, name and receiver once it is long, and hides nothing in a name', async () => {
  await show([
    group('one', ...['a', 'b', 'c', 'd', 'e'].map((ref) => secret(ref))),
    group('two\u202e', secret('f'), secret('g'), secret('h')),
  ])
  expect(document.body.textContent).not.toContain('\u202e')
  const field = screen.getByRole('searchbox', { name: 'Search secrets' })
  const search = (query: string) => {
    fireEvent.change(field, { target: { value: query } })
    return screen.queryAllByRole('listitem').length
  }
  expect(search('token_a')).toBe(1)
  expect(search('two')).toBe(3)
  expect(search('NODE')).toBe(8)
  expect(search('nothing of that')).toBe(0)
  expect(screen.getByRole('status').textContent).toContain('No secret matches')
})

it('the focus stays with the list when what it was on is deleted', async () => {
  const kept = group('one', secret('a'), secret('b'))
  const lost = { ...kept, secrets: [secret('a', 'forgotten'), secret('b')] }
  let groups = [kept, group('two', secret('c'))]
  const { bridge } = await show(() => groups)
  const forget = async (name: string, left: SecretGroup[]) => {
    screen.getByRole('button', { name }).focus()
    await press(name)
    await press('Delete')
    groups = left
    act(() => bridge.emit('secret.changed', {}))
    await settle()
    return document.activeElement?.getAttribute('aria-label')
  }
  const [a, b, c] = ['a (one)', 'b (one)', 'c (two)'].map(
    (of) => `Delete secret: Environment variable TOKEN_${of}`,
  )
  expect(await forget(a ?? '', [lost, group('two', secret('c'))])).toBe(
    'Enter again: Environment variable TOKEN_a (one)',
  )
  expect(await forget(c ?? '', [lost])).toBe(b)
  expect(await forget(b ?? '', [])).toBe('Stored secrets')
})
