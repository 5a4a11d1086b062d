import { defaultSettings, type Conversation } from '@gatehouse/domain'
import type { ChatPreset } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { conversation } from '../../../testing/render-composer.tsx'
import { ChatSetupSheet } from './chat-setup-sheet.tsx'

afterEach(cleanup)

const model = { providerId: 'p1', modelId: 'large' }
const chat: Conversation = { ...conversation, model, serverIds: ['research'] }

function draw(chatPresets: ChatPreset[] = []) {
  const asked: [string, unknown][] = []
  const settings = { ...defaultSettings, chatPresets }
  const note =
    <Output,>(name: string, output: Output) =>
    (input: unknown): Output => {
      asked.push([name, input])
      return output
    }
  const handlers = {
    'app.settings': () => settings,
    'chat.save-preset': note('save-preset', settings),
    'chat.set-setup': note('set-setup', chat),
    'chat.set-model': note('set-model', chat),
    'chat.set-servers': note('set-servers', chat),
  }
  render(
    <BridgeProvider bridge={createSampleBridge({ handlers })}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ChatSetupSheet conversation={chat} onClose={() => void asked.push(['closed', null])} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return asked
}

it('keeps the model and the servers of the chat with a preset where that is chosen', async () => {
  const asked = draw()
  const name = await screen.findByRole('textbox', { name: 'Save as preset' })
  expect(screen.queryByText('Include this chat’s model')).toBeNull()
  fireEvent.change(name, { target: { value: 'Plain' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save preset' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.[1]).not.toHaveProperty('model')
  expect(asked[0]?.[1]).not.toHaveProperty('serverIds')
  fireEvent.change(name, { target: { value: 'Whole' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Include this chat’s model' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Include this chat’s servers' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save preset' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.[1]).toMatchObject({ name: 'Whole', model, serverIds: ['research'] })
})

it('says which model and servers a preset sets, and sets them once the settings are saved', async () => {
  const kept = { model: { providerId: 'p1', modelId: 'small' }, serverIds: [] }
  const asked = draw([{ id: 'p', name: 'Small', setup: { stepLimit: 3 }, ...kept }])
  fireEvent.click(await screen.findByRole('combobox', { name: 'Use a preset' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Small' }))
  expect(await screen.findByText('Saving also sets the model to small.')).toBeDefined()
  expect(screen.getByText('Saving also turns off all servers.')).toBeDefined()
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.at(-1)?.[0]).toBe('closed'))
  expect(asked.map(([route]) => route)).toEqual(['set-setup', 'set-model', 'set-servers', 'closed'])
  expect(asked[1]?.[1]).toMatchObject({ model: kept.model })
  expect(asked[2]?.[1]).toMatchObject({ serverIds: [] })
  proves('turns.presets.chosen')
})
