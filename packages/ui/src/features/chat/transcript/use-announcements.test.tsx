import type { ConversationView, TranscriptTurn } from '@gatehouse/domain'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { useAnnouncements } from './use-announcements.ts'

afterEach(cleanup)

function Announced({ view }: { view: ConversationView }) {
  useAnnouncements(view)
  return null
}

const ended = { id: 't1', status: 'done' } as TranscriptTurn
const viewOf = (isRunning: boolean, turns: TranscriptTurn[]): ConversationView => ({
  conversation: sampleConversations[0]!,
  turns,
  attachments: [],
  hasBefore: false,
  hasAfter: true,
  isRunning,
})

it('an answer is not said to be complete because another part of the chat is shown', () => {
  const store = createUiStore()
  const bridge = createSampleBridge({ asks: [] })
  const ui = (view: ConversationView) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <Announced view={view} />
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const shown = render(ui(viewOf(true, [{ ...ended, id: 't9', status: 'running' }])))
  shown.rerender(ui(viewOf(true, [ended])))
  expect(store.getState().announcement).toBe('')
  shown.rerender(ui(viewOf(false, [ended])))
  expect(store.getState().announcement).toBe('Answer complete.')
})
