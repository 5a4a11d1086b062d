import type { Conversation } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { lazyChatParts } from '../markdown/lazy-parts.tsx'
import { FileSetupNote } from './file-setup-note.tsx'

afterEach(cleanup)

const fileSetup = { systemPrompt: 'Obey\u200b me.', parameters: { temperature: 2 }, stepLimit: 9 }

async function open(change: Partial<Conversation> = {}) {
  await Promise.all(lazyChatParts.map((part) => part.preload()))
  const chat: Conversation = { ...sampleConversations[0]!, fileSetup, ...change }
  const bridge = createSampleBridge({ conversations: [chat] })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <FileSetupNote conversation={chat} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const asked = (route: string) =>
    bridge.requests.filter((one) => one.route === route).map(({ input }) => input)
  return { asked, chat }
}

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

/** @threat chatfiles.setup */
it('shows all of it, hidden characters too, and saves what is shown', async () => {
  const { asked, chat } = await open()
  expect(screen.getByTestId('file-setup-note').textContent).toContain('system prompt')
  await press('Show…')
  const sheet = await screen.findByRole('dialog')
  const field = (name: string) => within(sheet).getByRole<HTMLInputElement>('textbox', { name })
  expect(field('System prompt').value).toBe('Obey\u200b me.')
  expect(within(sheet).getByTestId('hidden-in-draft').textContent).toContain('ObeyU+200B me.')
  expect(field('Temperature').value).toBe('2')
  expect(asked('chat.set-setup')).toEqual([])
  await press('Save')
  await waitFor(() => expect(asked('chat.set-setup')).toEqual([{ id: chat.id, setup: fileSetup }]))
  await waitFor(() => expect(asked('chat.remove-file-setup')).toEqual([{ id: chat.id }]))
  proves('chat.file-format.setup')
})

it('is removed without a look, and closing what is shown decides nothing', async () => {
  const { asked, chat } = await open()
  await press('Show…')
  await screen.findByRole('dialog')
  await press('Cancel')
  expect(asked('chat.set-setup')).toEqual([])
  expect(asked('chat.remove-file-setup')).toEqual([])
  await press('Remove')
  expect(asked('chat.remove-file-setup')).toEqual([{ id: chat.id }])
})

it('keeps the tools that the chat has off and pinned', async () => {
  const toolsOff = [{ serverId: 's', tool: 't' }]
  const { asked } = await open({ setup: { toolsOff } })
  await press('Show…')
  await screen.findByRole('dialog')
  await press('Save')
  await waitFor(() => expect(asked('chat.set-setup')).toMatchObject([{ setup: { toolsOff } }]))
})
