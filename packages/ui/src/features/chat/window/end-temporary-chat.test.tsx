import type { Conversation } from '@gatehouse/domain'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { useConfirmEndChat } from './end-temporary-chat.tsx'

afterEach(cleanup)

const [sample] = sampleConversations as [Conversation]
const written: Conversation = { ...sample, createdAt: 1, updatedAt: 2, isTemporary: true }
const removed: string[] = []

function Asking({ chat }: { chat: Conversation }) {
  const { remove, dialog } = useConfirmEndChat(note)
  return (
    <>
      <button onClick={() => remove(chat)}>Press</button>
      {dialog}
    </>
  )
}
const note = ({ id }: Conversation) => void removed.push(id)

function press(chat: Conversation): void {
  removed.length = 0
  render(
    <BridgeProvider bridge={createSampleBridge({})}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <Asking chat={chat} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  fireEvent.click(screen.getByText('Press'))
}

it('asks before a temporary chat with messages is ended', () => {
  press(written)
  expect(removed).toEqual([])
  expect(screen.getByRole('alertdialog').textContent).toContain('cannot be restored')
  fireEvent.click(screen.getByRole('button', { name: 'End chat' }))
  expect(removed).toEqual([written.id])
})

it.each<[string, Conversation]>([
  ['a chat that can be brought back', { ...written, isTemporary: undefined }],
  ['an empty temporary chat', { ...written, updatedAt: 1 }],
])('does not ask for %s', (_what, chat) => {
  press(chat)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(removed).toEqual([chat.id])
})
