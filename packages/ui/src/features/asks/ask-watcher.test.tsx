import type { Ask } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { sampleRoots, sampleSampling, sampleWait } from '../../lib/samples/sample-asks.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider, type UiState } from '../../lib/ui-store.tsx'
import { WindowRoleProvider, type WindowRole } from '../../lib/windows/window-role.tsx'
import { AskWatcher } from './ask-watcher.tsx'

const SAMPLING = 'research asks your model for an answer'

/** Until what was answered and told is drawn. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1000))

const MAIN: WindowRole = { kind: 'main' }

async function watch(waiting: Ask[], at: Partial<UiState>, role = MAIN) {
  const bridge = createSampleBridge({
    asks: waiting,
    handlers: { 'window.list': () => ({ hasMain: role === MAIN, chats: [] }) },
  })
  const store = createUiStore(at)
  render(
    <WindowRoleProvider role={role}>
      <BridgeProvider bridge={bridge}>
        <UiStoreProvider store={store}>
          <LanguageProvider locale="en">
            <KitProvider>
              <AskWatcher />
            </KitProvider>
          </LanguageProvider>
        </UiStoreProvider>
      </BridgeProvider>
    </WindowRoleProvider>,
  )
  await settle()
  return {
    store,
    emit(ask: Ask) {
      bridge.emit('ask.changed', ask)
      return settle()
    },
    go(change: Partial<UiState>) {
      store.setState(change)
      return settle()
    },
  }
}

const notice = (title: string) => screen.queryByText(title)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('an ask whose chat is not in view is announced, and the notice leads to it in Activity', async () => {
  const { store, emit } = await watch([], { section: 'servers' })
  await emit(sampleSampling())
  expect(notice(SAMPLING)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show', hidden: true }))
  expect(store.getState()).toMatchObject({ section: 'activity', activityId: 'ask-sampling' })
})

it('with only the window of a chat open, what waited already is announced in it: it has no badge', async () => {
  const at: Partial<UiState> = { section: 'chats', conversationId: 'other' }
  await watch([sampleSampling()], at, { kind: 'chat', conversationId: 'other' })
  expect(notice(SAMPLING)).toBeTruthy()
  cleanup()
  await watch([sampleSampling()], at)
  expect(notice(SAMPLING)).toBeNull()
})

it('nothing is announced of what is in view: in its own chat, or anything in Activity', async () => {
  const { emit, go } = await watch([], { section: 'chats', conversationId: 'vendors' })
  await emit(sampleSampling())
  expect(notice(SAMPLING)).toBeNull()
  await go({ section: 'activity' })
  await emit(sampleRoots())
  expect(notice('research asks for your folders (roots)')).toBeNull()
})

it('what a server asks outside of any call is announced in every chat', async () => {
  const { emit } = await watch([], { section: 'chats', conversationId: 'vendors' })
  await emit(sampleRoots())
  expect(notice('research asks for your folders (roots)')).toBeTruthy()
})

it('what waited before the window opened is left to the badge', async () => {
  const { emit } = await watch([sampleSampling()], { section: 'settings' })
  await emit(sampleWait)
  expect(notice(SAMPLING)).toBeNull()
  expect(notice('issues is waiting for you to finish in your browser')).toBeTruthy()
  expect(notice('1 more is waiting for you.')).toBeTruthy()
})

it('the notice and the draft of an ask go when it is settled, those of others stay', async () => {
  const ask = sampleSampling()
  const { store, emit } = await watch([sampleWait], { section: 'settings' })
  await emit(ask)
  act(() => {
    store.getState().changeAskDraft(ask.id, { byHand: { open: true, text: 'x' } })
    store.getState().changeAskDraft(sampleWait.id, { share: [] })
  })
  await emit({ ...ask, state: { status: 'withdrawn', at: 1, reason: 'stopped' } })
  expect(Object.keys(store.getState().askDrafts)).toEqual([sampleWait.id])
  expect(notice(SAMPLING)).toBeNull()
})
