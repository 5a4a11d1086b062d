import type { Ask, ToolCall } from '@gatehouse/domain'
import type { AppViewEvent } from '@gatehouse/domain/apps'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import { AppView } from './app-view.tsx'

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
})

/** A view that runs, with these questions open. */
async function showView({
  asks = [],
  locale = 'en',
}: { asks?: Ask[]; locale?: 'en' | 'zh-CN' } = {}) {
  const bridge = createSampleBridge({
    asks,
    handlers: {
      'app-view.open': () => ({ state: 'open', viewId: 'v', address: 'about:blank', needs }),
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
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale={locale}>
          <KitProvider>
            <AppView call={call} conversationId="chat" turnId="t" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const view = screen.getByTestId('app-view')
  await waitFor(() => expect(view.dataset['state']).toBe('open'))
  return {
    view,
    bridge,
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
