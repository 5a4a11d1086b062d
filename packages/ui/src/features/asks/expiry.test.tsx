import type { Ask } from '@gatehouse/domain'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { sampleSignIn } from '../../lib/samples/sample-asks.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider, type UiState } from '../../lib/ui-store.tsx'
import { AskWatcher } from './ask-watcher.tsx'
import { ServerAskCard } from './server-ask-card.tsx'

const MINUTE = 60_000
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  // Noon: what expires ten minutes later does so on the same day.
  vi.useFakeTimers({ now: new Date(2026, 2, 12, 12) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const signIn = (setBy: 'host' | 'server' = 'host') => ({
  ...sampleSignIn,
  createdAt: Date.now(),
  expiry: { at: Date.now() + 10 * MINUTE, setBy },
})

async function show(ask: ReturnType<typeof signIn>, at: Partial<UiState>) {
  const store = createUiStore(at)
  const announced: string[] = []
  store.subscribe(({ announcement }, before) => {
    if (announcement !== before.announcement) announced.push(announcement)
  })
  const bridge = createSampleBridge({ asks: [ask] satisfies Ask[] })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <AskWatcher />
            <ServerAskCard ask={ask} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await pass(1000)
  return { announced, bridge }
}

const line = () => screen.getByTestId('ask-expiry').textContent

it('a card says when it expires, and in its last two minutes how much is left', async () => {
  await show(signIn(), { section: 'activity' })
  expect(line()).toMatch(/^Expires at \d\d:\d\d\.$/)
  await pass(8 * MINUTE + 10_000)
  expect(line()).toMatch(/^Expires in about 1 min, at \d\d:\d\d\.$/)
  await pass(2 * MINUTE)
  expect(line()).toBe('Expired.')
})

it('says whose limit it is when the server set it', async () => {
  await show(signIn('server'), { section: 'activity' })
  expect(line()).toMatch(/^Expires at \d\d:\d\d, the limit that issues set\.$/)
})

it('is read out once where it is in view, and never again for the same time', async () => {
  const ask = signIn()
  const { announced, bridge } = await show(ask, { section: 'activity' })
  await pass(8 * MINUTE)
  expect(announced).toEqual(['issues needs you to sign in. It expires in about 2 min.'])
  // The page was opened: the same sign-in is asked about again.
  const again = { ...ask, id: 'again', createdAt: Date.now(), isOpened: true }
  bridge.emit('ask.changed', { ...ask, state: { status: 'answered', at: 1, outcome: 'open' } })
  bridge.emit('ask.changed', again)
  await pass(2 * MINUTE)
  expect(announced).toHaveLength(1)
})

it('is announced by a notice where it is not in view', async () => {
  const { announced } = await show(signIn(), { section: 'settings' })
  await pass(8 * MINUTE)
  expect(screen.getByText('issues needs you to sign in. It expires in about 2 min.')).toBeTruthy()
  expect(announced).toEqual([])
})
