// @vitest-environment happy-dom
import type { Conversation } from '@gatehouse/domain'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { createI18n } from '../../lib/i18n.ts'
import { sampleConversations } from '../../lib/samples/sample-chats.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { UiStoreProvider } from '../../lib/ui-store.tsx'
import { Composer } from './composer.tsx'

afterEach(cleanup)

const area = () => screen.getByTestId<HTMLTextAreaElement>('composer')

/** A window that starts: the composer is there, its chat is not. */
function startWindow(typed: string) {
  const bridge = createSampleBridge()
  const i18n = createI18n('en')
  const shown = (conversation: Conversation | undefined) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider>
        <I18nextProvider i18n={i18n}>
          <KitProvider>
            <Composer conversation={conversation} running={false} onRunTool={() => undefined} />
          </KitProvider>
        </I18nextProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(shown(undefined))
  const first = area()
  if (typed) fireEvent.change(first, { target: { value: typed } })
  fireEvent.keyDown(first, { key: 'Enter' })
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map((request) => request.input)
  const arrive = (draft: string): Conversation => {
    const conversation = { ...(sampleConversations[0] as Conversation), draft }
    view.rerender(shown(conversation))
    return conversation
  }
  return { asked, arrive, first }
}

it('keeps what was typed before the chat arrived, and its focus', async () => {
  const { arrive, asked, first } = startWindow('typed early')
  const { id } = arrive('')
  expect(area().value).toBe('typed early')
  expect(area()).toBe(first)
  expect(document.activeElement).toBe(first)
  await waitFor(() => expect(asked('chat.save-draft')).toEqual([{ id, draft: 'typed early' }]))
})

it('does not overwrite a kept draft with what was typed while the window started', async () => {
  const { arrive, asked } = startWindow('typed early')
  const { id } = arrive('kept from yesterday')
  const both = 'kept from yesterday\ntyped early'
  expect(area().value).toBe(both)
  await waitFor(() => expect(asked('chat.save-draft')).toEqual([{ id, draft: both }]))
})

it('does not send to a chat that the person has not seen yet', () => {
  const { arrive, asked } = startWindow('typed early')
  arrive('')
  expect(asked('chat.send')).toEqual([])
})

it('does not save a draft that nobody touched', async () => {
  const { arrive, asked } = startWindow('')
  arrive('kept')
  expect(area().value).toBe('kept')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(asked('chat.save-draft')).toEqual([])
})
