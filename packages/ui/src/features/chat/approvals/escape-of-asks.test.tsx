import type { Conversation, ToolApprovalAsk } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { INPUT_DELAY_MS } from '../../../lib/chats/ask-target.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks, sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { Composer } from '../composer/composer.tsx'

const [ask] = sampleAsks as [ToolApprovalAsk]
const conversation = { ...(sampleConversations[0] as Conversation), draft: '' }

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Everything there is has this place: there is no layout here. */
const lieAt = (top: number) =>
  vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue(new DOMRect(0, top, 600, 200))

it('leaves Escape to the question that it is drawn on, also where that grew out of view just now', async () => {
  lieAt(50)
  const bridge = createSampleBridge({ asks: sampleAsks })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ApprovalCard ask={ask} />
            <Composer conversation={conversation} running onRunTool={() => undefined} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await pass(2 * INPUT_DELAY_MS)
  expect(document.querySelector('[data-ask-card] kbd')).not.toBeNull()
  lieAt(window.innerHeight - 100)
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await pass(0)
  expect(screen.getByRole('textbox', { name: /^Reason/ })).toBeTruthy()
  const routes = bridge.requests.map(({ route }) => route)
  expect(routes).not.toContain('chat.stop')
  expect(routes).not.toContain('ask.answer')
})
