import type { Ask, ToolCall } from '@gatehouse/domain'
import type { AppViewEvent, OpenedAppView } from '@gatehouse/domain/apps'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { useConversation } from '../../lib/queries/index.ts'
import { sampleAsks, sampleConversations } from '../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { LIVE_APP_VIEWS } from '../../lib/chats/app-view-slot.tsx'
import { AppView } from './app-view.tsx'
import { PASSING_MS } from './view-picture.tsx'

const needs = { domains: [], permissions: [] }

beforeEach(() => {
  // Its frame is an empty page.
  Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
    enableIframePageLoading: true,
    disableIframePageLoading: false,
  })
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The transcript draws calls of a chat that is loaded. */
const InLoadedChat = ({ children }: { children: ReactNode }) =>
  useConversation('chat').data ? children : null

/** Timers of that length wait for the call of what is returned, however slow the machine; those cleared by then do not fire. */
function holdTimers(milliseconds: number): () => void {
  const { setTimeout, clearTimeout } = globalThis
  const held = new Map<unknown, () => void>()
  vi.stubGlobal('setTimeout', (callback: () => void, delay?: number, ...rest: unknown[]) => {
    if (delay !== milliseconds) return setTimeout(callback, delay, ...rest)
    const timer = setTimeout(() => undefined)
    held.set(timer, callback)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: unknown) => {
    held.delete(timer)
    clearTimeout(timer as never)
  })
  return () => {
    vi.unstubAllGlobals()
    for (const callback of held.values()) callback()
  }
}

/** A view that runs, with these questions open. */
async function showView({
  asks = [],
  locale = 'en',
  opened = { state: 'open', viewId: 'v', address: 'about:blank', needs, offer: 'nothing' },
  inWindow = { state: 'cancelled' },
  createdAt = 1,
  closed = [],
}: {
  asks?: Ask[]
  locale?: 'en' | 'zh-CN'
  /** A promise: of a view that opens slowly. */
  opened?: OpenedAppView | Promise<OpenedAppView>
  /** Gets the views that were closed. */
  closed?: string[]
  inWindow?: OpenedAppView
  /** Of the chat. */
  createdAt?: number
} = {}) {
  const windows: unknown[] = []
  let opens = 0
  const store = createUiStore()
  const bridge = createSampleBridge({
    asks,
    handlers: {
      'chat.get': () => ({
        conversation: { ...sampleConversations[0]!, id: 'chat', createdAt },
        attachments: [],
        isRunning: false,
        turns: [],
        hasBefore: false,
        hasAfter: false,
      }),
      'app-view.open': () => {
        opens += 1
        return opened
      },
      'app-view.open-window': (place) => {
        windows.push(place)
        return inWindow
      },
      'app-view.connect': () => undefined,
      'app-view.picture': () => 'data:image/jpeg;base64,AA',
      'app-view.set-context': () => undefined,
      'app-view.close': ({ viewId }) => void closed.push(viewId),
    },
  })
  const call: ToolCall = {
    kind: 'tool-call',
    id: 'c',
    step: 1,
    callId: 'c',
    origin: 'model',
    serverId: 's',
    serverName: 'board',
    serverHue: 3,
    toolName: 'show',
    toolTitle: 'Show board',
    proposedArguments: {},
    arguments: {},
    status: 'done',
    createdAt: 1,
    endedAt: Date.now() + 1000,
    app: { uri: 'ui://board' },
  }
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale={locale}>
          <KitProvider>
            <InLoadedChat>
              <AppView call={call} conversationId="chat" turnId="t" />
            </InLoadedChat>
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const view = await screen.findByTestId('app-view')
  const first = opened instanceof Promise ? 'opening' : opened.state
  const state = createdAt > call.endedAt! ? 'still' : first
  await waitFor(() => expect(view.dataset['state']).toBe(state))
  // It hears events once its effects ran.
  await act(() => Promise.resolve())
  return {
    view,
    windows,
    bridge,
    opens: () => opens,
    live: () => store.getState().kept[LIVE_APP_VIEWS],
    tell: (event: AppViewEvent) =>
      act(() =>
        bridge.emit('app-view.event', { viewId: 'v', conversationId: 'chat', entryId: 'c', event }),
      ),
  }
}

it('keeps the room of a view that ends while a question is open, and says why it ended', async () => {
  const { view, tell } = await showView({ asks: approvalIn('chat') })
  await waitFor(() => expect(view.dataset['state']).toBe('open'))
  await act(() => Promise.resolve())
  tell({ type: 'ended', reason: 'spinning' })
  expect(view.style.minHeight).toBe('300px')
  expect(view.textContent).toContain('used the processor without pause')
  cleanup()
  const alone = await showView()
  alone.tell({ type: 'ended', reason: 'spinning' })
  expect(alone.view.style.minHeight).toBe('')
})

it('a view that ended for a newer one is a picture of the same height that is marked as one, and runs by a press', async () => {
  const { view, tell, opens } = await showView()
  tell({ type: 'started' })
  tell({ type: 'ended', reason: 'replaced' })
  const picture = await screen.findByAltText('Picture of the interface, which no longer runs')
  expect(picture.getAttribute('src')).toBe('data:image/jpeg;base64,AA')
  expect(screen.getByTestId('view-picture').style.height).toBe('300px')
  expect(view.textContent).toContain('Picture, not live')
  expect(view.querySelector('iframe')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Run' }))
  await waitFor(() => expect(opens()).toBe(2))
  await waitFor(() => expect(view.dataset['state']).toBe('open'))
  expect(heightOf(view)).toBe('300px')
  expect(screen.queryByTestId('view-picture')).toBeNull()
  tell({ type: 'ended', reason: 'crashed' })
  expect(screen.queryByTestId('view-picture')).toBeNull()
})

it('does not run by itself in a fork, which is newer than its call', async () => {
  const { view, opens } = await showView({ createdAt: Date.now() + 5000 })
  await act(() => Promise.resolve())
  expect(opens()).toBe(0)
  expect(view.dataset['state']).toBe('still')
  fireEvent.click(screen.getByRole('button', { name: 'Run' }))
  await waitFor(() => expect(opens()).toBe(1))
})

it('a row that passes by opens nothing, and a view that opens once its row is gone is closed again', async () => {
  const closed: string[] = []
  let finish: ((opened: OpenedAppView) => void) | undefined
  const slow = new Promise<OpenedAppView>((resolve) => void (finish = resolve))
  const elapse = holdTimers(PASSING_MS)
  const { opens } = await showView({ opened: slow, closed })
  cleanup()
  elapse()
  expect(opens()).toBe(0)
  const again = await showView({ opened: slow, closed })
  await waitFor(() => expect(again.opens()).toBe(1))
  // Its row stays while it opens.
  await waitFor(() => expect(again.live()).toEqual(['c']))
  cleanup()
  finish?.({ state: 'open', viewId: 'late', address: 'about:blank', needs, offer: 'nothing' })
  await waitFor(() => expect(closed).toEqual(['late']))
})

it('fills the window by a press, and Escape leads back', async () => {
  const { view } = await showView()
  fireEvent.click(screen.getByRole('button', { name: 'Fill the window' }))
  expect(view.dataset['mode']).toBe('fullscreen')
  fireEvent.click(screen.getByRole('button', { name: 'Keep above the chat' }))
  expect(view.dataset['mode']).toBe('pip')
  fireEvent.keyDown(view, { key: 'Escape' })
  expect(view.dataset['mode']).toBe('inline')
})

it('takes no other mode for a view without the keyboard, nor while a question is open', async () => {
  const { view, tell } = await showView()
  tell({ type: 'mode-wanted', mode: 'fullscreen' })
  expect(view.dataset['mode']).toBe('inline')
  act(() => view.querySelector('iframe')?.focus())
  tell({ type: 'mode-wanted', mode: 'fullscreen' })
  expect(view.dataset['mode']).toBe('fullscreen')
  cleanup()
  const asked = await showView({ asks: sampleAsks, locale: 'zh-CN' })
  await act(() => Promise.resolve())
  fireEvent.click(screen.getByRole('button', { name: '填满窗口' }))
  expect(asked.view.dataset['mode']).toBe('inline')
})

/** The question about a call of a model in a chat. */
const approvalIn = (conversationId: string): Ask[] =>
  sampleAsks
    .flatMap((ask) => (ask.kind === 'tool-approval' ? [{ ...ask, conversationId }] : []))
    .slice(0, 1)

const heightOf = (view: HTMLElement) => view.querySelector('iframe')?.parentElement?.style.height

it('gives a view that started during a question its size once that is decided', async () => {
  const asks = approvalIn('chat')
  const { view, tell, bridge } = await showView({ asks })
  await act(() => Promise.resolve())
  tell({ type: 'started' })
  tell({ type: 'resized', height: 240 })
  expect(heightOf(view)).toBe('160px')
  act(() =>
    bridge.emit('ask.changed', {
      ...(asks[0] as Ask),
      state: { status: 'answered', at: 1, outcome: 'allow' },
    }),
  )
  await waitFor(() => expect(heightOf(view)).toBe('240px'))
})

it('is not held by a question of another chat', async () => {
  const { view, tell } = await showView({ asks: approvalIn('another') })
  await act(() => Promise.resolve())
  tell({ type: 'started' })
  tell({ type: 'resized', height: 240 })
  expect(heightOf(view)).toBe('240px')
})

const wanted = { domains: ['https://api.example.com'], permissions: ['camera' as const] }
const sealed: OpenedAppView = {
  state: 'open',
  viewId: 'v',
  address: 'about:blank',
  needs: wanted,
  offer: 'window',
}
const host = { scheme: 'https' as const, isWildcard: false, port: 443, written: null }
const ownWindow: OpenedAppView = {
  state: 'in-window',
  viewId: 'v',
  access: {
    hosts: [{ ...host, host: 'api.example.com', uses: ['connect'] }],
    permissions: ['camera'],
  },
  refused: [{ text: 'wss://live.example.com', reason: 'socket' }],
}
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await Promise.resolve()
  })

it('says what a sealed view wants, and opens it with these by a press', async () => {
  const { view, windows, tell } = await showView({ opened: sealed, inWindow: ownWindow })
  expect(view.textContent).toContain('https://api.example.com and camera')
  await press('Open with these…')
  await waitFor(() => expect(view.dataset['state']).toBe('in-window'))
  expect(windows).toEqual([{ conversationId: 'chat', turnId: 't', entryId: 'c' }])
  expect(view.textContent).toContain('with: https://api.example.com and camera.')
  expect(view.textContent).toContain('Not given: wss://live.example.com.')
  expect(view.textContent).not.toContain('Sealed')
  tell({ type: 'blocked', host: 'evil.example', reason: 'not-agreed' })
  expect(view.textContent).toContain('evil.example: you did not allow this host.')
  tell({ type: 'ended', reason: 'closed' })
  expect(view.textContent).toContain('You stopped the interface')
})

it('a refused window leaves the sealed view as it was, and a server that gives nothing offers none', async () => {
  const { view } = await showView({ opened: sealed })
  await press('Open with these…')
  expect(view.dataset['state']).toBe('open')
  cleanup()
  await showView({ opened: { ...sealed, offer: 'never' } })
  expect(screen.queryByRole('button', { name: 'Open with these…' })).toBeNull()
})

it('waits for a press where interfaces have windows of their own', async () => {
  const { view, windows } = await showView({
    opened: { state: 'not-drawn', reason: 'own-window' },
    inWindow: ownWindow,
    locale: 'zh-CN',
  })
  expect(windows).toEqual([])
  await press('在单独的窗口中打开…')
  await waitFor(() => expect(view.dataset['state']).toBe('in-window'))
})

it('says which host the policy of a sealed view refused', async () => {
  const { view, tell } = await showView({ opened: sealed })
  tell({ type: 'blocked', host: 'api.example.com', reason: 'not-agreed' })
  expect(view.textContent).toContain('Sealed interfaces have no network.')
})

it('a sealed view that ends once its window is open ends nothing else', async () => {
  const other: OpenedAppView = { ...ownWindow, viewId: 'w' }
  const { view, tell } = await showView({ opened: sealed, inWindow: other })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Open with these…' }))
    await Promise.resolve()
  })
  tell({ type: 'ended', reason: 'closed' })
  await waitFor(() => expect(view.dataset['state']).toBe('in-window'))
})
