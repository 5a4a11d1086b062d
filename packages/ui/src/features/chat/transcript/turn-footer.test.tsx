import type { TranscriptTurn } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { TurnFooter } from './turn-footer.tsx'

afterEach(cleanup)

const sampleServer = sampleServers[0]!

const draw = (
  turn: TranscriptTurn,
  locale: 'en' | 'zh-CN' = 'en',
  bridge = createSampleBridge({}),
) => {
  const store = createUiStore()
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale={locale}>
          <KitProvider>
            <TurnFooter turn={turn} isLast />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return store
}

it('distinguishes parameters that the model was sent otherwise from those that it was not sent', () => {
  const turn = shownTurn([], {
    leftOutParameters: ['stopSequences'],
    changedParameters: [
      { name: 'maxOutputTokens', value: 64_000 },
      { name: 'reasoningEffort', value: 'low' },
    ],
  })
  draw(turn)
  const text = screen.getByTestId('turn-footer').textContent
  expect(text).toContain('Not sent, because this model does not support it: Stop sequences.')
  expect(text).toContain(
    'Changed to what this model supports: Maximum output tokens (64,000) and Reasoning effort (Low).',
  )
})

const quarantined = (serverId: string): Partial<TranscriptTurn> => ({
  leftOutTools: [
    {
      name: 'files__make',
      reason:
        'Its input schema refers to https://x.example/s.json, which is not inside the schema.',
      fault: 'outside-reference',
      detail: 'https://x.example/s.json',
      place: { serverId, serverName: 'files', tool: 'make' },
    },
    { name: 'gone__old', reason: 'Written by an earlier version.' },
  ],
})

/**
 * @threat context.unseen-quarantine
 * @attacker server
 * @tries Defines a tool so that a provider cannot take it, and has its name or schema say something else to the person
 * who looks why.
 * @stoppedBy The tool is left out alone; the turn names it, its server and the reason in words of the app, and reveals
 * invisible characters.
 */
it('says of each tool that was not offered why, and leads to the one that is there', async () => {
  const store = draw(shownTurn([], quarantined(sampleServer.config.id)))
  fireEvent.click(screen.getByText('2 tools were not offered to the model'))
  expect(
    await screen.findByText(
      'make (files): Its input schema refers to “https://x.example/s.json”, which is not in the schema.',
    ),
  ).toBeDefined()
  expect(screen.getByText('gone__old: Written by an earlier version.')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Show tool' }))
  const { section, serverId, serverTab, kept } = store.getState()
  expect([section, serverId, serverTab]).toEqual(['servers', sampleServer.config.id, 'tools'])
  expect(Object.values(kept)).toEqual(['make'])
  proves('turns.quarantine.shown')
})

it('says so in Chinese, and leads to no server that is gone', async () => {
  draw(shownTurn([], quarantined('gone')), 'zh-CN')
  fireEvent.click(screen.getByText('2 个工具未提供给模型'))
  expect(await screen.findByText(/make（files）：它的输入 schema 引用了/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '查看工具' })).toBeNull()
})

/** @threat context.pushed-out */
it('distinguishes a context that was full from exchanges that were left out before', () => {
  draw(shownTurn([], { leftOutTurns: 3, contextRefused: true, resultsShortened: true }))
  const text = screen.getByTestId('turn-footer').textContent
  expect(text).toContain('The model’s context was full: 3 earlier exchanges were left out.')
  expect(text).toContain('Tool results of this answer were shortened')
})

it('says what a turn took and cost, with what was cached', () => {
  const usage = { inputTokens: 12_000, cachedTokens: 9000, outputTokens: 300 }
  draw(shownTurn([], { usage, cost: 0.00421 }))
  const text = screen.getByTestId('turn-footer').textContent
  expect(text).toContain('12,000 (9,000 cached) → 300 tokens')
  expect(text).toContain('$0.0042')
  cleanup()
  draw(shownTurn([], { usage: { inputTokens: 10, outputTokens: 3 }, cost: 0.00001 }))
  expect(screen.getByTestId('turn-footer').textContent).toContain('10 → 3 tokens<$0.0001')
})

it('another model becomes the one of the chat and answers again', async () => {
  const sent: [string, unknown][] = []
  const sample = createSampleBridge({})
  const bridge = createSampleBridge({
    handlers: {
      'chat.set-model': async ({ id, model }) => {
        sent.push(['model', model])
        const chats = await sample.request('chat.list', {})
        if (!chats.ok) throw new Error('There are no chats.')
        return { ...chats.data[0]!, id, model }
      },
      'chat.retry': ({ turnId }) => {
        sent.push(['retry', turnId])
        return { turnId: 'again' }
      },
    },
  })
  const turn = shownTurn([], { model: null })
  draw(turn, 'en', bridge)
  fireEvent.click(await screen.findByRole('button', { name: 'Regenerate with another model' }))
  const [first] = await screen.findAllByRole('menuitem')
  fireEvent.click(first!)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    ['model', { providerId: expect.any(String), modelId: expect.any(String) }],
    ['retry', turn.id],
  ])
})
