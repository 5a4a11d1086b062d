import type { Conversation } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { Composer } from '../composer/composer.tsx'
import { lazyChatParts } from '../markdown/lazy-parts.tsx'

afterEach(cleanup)

const message = (id: string, text: string) => ({ id, text, attachments: [], createdAt: 1 })
const chat: Conversation = {
  ...sampleConversations[0]!,
  draft: '',
  queue: [message('m1', 'two'), message('m2', 'three')],
}

type Change = Omit<Partial<Conversation>, 'queue'> & { queue?: Conversation['queue'] }

async function open(change: Change = {}, running = true) {
  await Promise.all(lazyChatParts.map((part) => part.preload()))
  const bridge = createSampleBridge({
    handlers: {
      'chat.begin-queued-edit': () => chat,
      'chat.end-queued-edit': () => chat,
      'chat.edit-queued': () => chat,
      'chat.release-queue': () => chat,
    },
  })
  const store = createUiStore()
  const shown = (conversation: Conversation, isRunning: boolean) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <Composer conversation={conversation} running={isRunning} onRunTool={() => undefined} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(shown({ ...chat, ...change }, running))
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
  const now = (next: Change) => view.rerender(shown({ ...chat, ...next }, true))
  return { asked, now }
}

const edit = (text: string) => {
  fireEvent.click(screen.getAllByRole('button', { name: 'Edit queued message' })[0]!)
  fireEvent.change(screen.getByRole('textbox', { name: 'Edit the queued message' }), {
    target: { value: text },
  })
}

it('main is notified that a message is being edited, and when that is over', async () => {
  const { asked } = await open()
  edit('deux')
  await waitFor(() =>
    expect(asked('chat.begin-queued-edit')).toEqual([{ id: chat.id, messageId: 'm1' }]),
  )
  expect(asked('chat.end-queued-edit')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked('chat.end-queued-edit')).toEqual([{ id: chat.id }]))
  expect(asked('chat.edit-queued')).toEqual([{ id: chat.id, messageId: 'm1', text: 'deux' }])
})

it.each([
  ['and others wait', [message('m2', 'three')]],
  ['and it was the last', undefined],
])('what was typed goes to the draft when its message is gone, %s', async (_words, queue) => {
  const { now } = await open()
  edit('deux')
  act(() => now({ queue }))
  await waitFor(() =>
    expect(screen.getByTestId<HTMLTextAreaElement>('composer').value).toBe('deux'),
  )
  expect(screen.queryByRole('textbox', { name: 'Edit the queued message' })).toBeNull()
})

/** @threat chatfiles.passed-off */
it('an edit whose message is gone goes to the draft as words of the file that the message came out of', async () => {
  const theirs = { ...message('m1', 'two'), imported: 'theirs.jsonl' }
  const { asked, now } = await open({ queue: [theirs] })
  edit('deux')
  act(() => now({ queue: undefined }))
  await waitFor(() =>
    expect(asked('chat.save-draft')).toEqual([{ id: chat.id, draft: 'deux', fromFile: true }]),
  )
  proves('chat.file-format.returned')
})

it('what is held says so while an answer runs, and goes after it only by a press', async () => {
  const { asked, now } = await open({ queueHeld: 'not-complete' })
  const queue = screen.getByTestId('message-queue')
  expect(queue.textContent).toContain('Select Send now to send it.')
  expect(queue.textContent).not.toContain('Sent when')
  fireEvent.click(
    screen.getByText('Send after this answer', { selector: '[data-testid="message-queue"] *' }),
  )
  await waitFor(() => expect(asked('chat.release-queue')).toEqual([{ id: chat.id }]))
  act(() => now({}))
  expect(queue.textContent).toContain('Sent when this answer is complete')
})
