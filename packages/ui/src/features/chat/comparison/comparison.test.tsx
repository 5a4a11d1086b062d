import type { ModelProvider, TranscriptTurn } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { RowBody } from '../transcript/row-body.tsx'
import { createRowBuilder } from '../transcript/transcript-rows.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { Comparison } from './comparison.tsx'

afterEach(cleanup)

const [one, two] = ['m', 'n'].map((modelId) => ({ providerId: 'p', modelId }))
const provider: ModelProvider = {
  id: 'p',
  kind: 'openai-compatible',
  name: 'Provider',
  baseUrl: 'http://127.0.0.1:1/v1',
  local: true,
  hasKey: false,
  models: [{ id: 'm' }, { id: 'n' }],
  createdAt: 1,
}

const says = (id: string, text: string): TranscriptTurn['entries'][number] => ({
  kind: 'assistant-message',
  id,
  step: 1,
  text,
  reasoning: '',
  status: 'complete',
  createdAt: 1,
})
const question: TranscriptTurn['entries'][number] = {
  kind: 'user-message',
  id: 'u',
  text: 'Which one?',
  createdAt: 1,
}
const first = shownTurn([question, says('a', 'From the first.')], {
  id: 't1',
  model: one!,
  usage: { inputTokens: 10, outputTokens: 3 },
  cost: 0.5,
  comparison: { isFirst: true, model: two!, turnId: 't2' },
})
const second = shownTurn([question, says('b', 'From the second.')], {
  id: 't2',
  model: two!,
  comparison: { isFirst: false, model: one!, turnId: 't1' },
})

function draw(what: ReactNode, handlers: InMemoryHandlers = {}, providers = [provider]) {
  const bridge = createSampleBridge({
    handlers: { 'provider.list': () => providers, 'chat.turn': () => second, ...handlers },
  })
  const store = createUiStore()
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>{what}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
  return { bridge, store, asked }
}

const comparison = (turn: TranscriptTurn, busy = false) => (
  <Comparison turn={turn} busy={busy} onScroll={() => undefined} Row={RowBody} />
)

it('shows both answers in their order, marks the one that goes on, and keeps the other by a press', async () => {
  const { asked } = draw(comparison(first), { 'chat.keep-answer': () => undefined })
  await screen.findByText('From the second.')
  const right = screen.getByRole('group', { name: 'Answer 2 of 2: n' })
  const left = screen.getByRole('group', { name: 'Answer 1 of 2: m' })
  expect(left.textContent).toContain('From the first.')
  expect(left.textContent).toContain('10 → 3 tokens')
  expect(left.textContent).toContain('$0.5')
  expect(left.textContent).toContain('Chat continues here')
  expect(right.textContent).not.toContain('Chat continues here')
  expect(left.compareDocumentPosition(right)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(within(right).getByRole('button', { name: 'Keep this one' }))
  await waitFor(() => expect(asked('chat.keep-answer')).toEqual([{ id: 'c1', turnId: 't2' }]))
})

it('stays in order while the second answer is the shown one, and reads the other again once it changed', async () => {
  let other = first
  const { bridge, asked } = draw(comparison(second, true), { 'chat.turn': () => other })
  await screen.findByText('From the first.')
  const left = screen.getByRole('group', { name: 'Answer 1 of 2: m' })
  const keep = within(left).getByRole('button', { name: 'Keep this one' })
  expect(keep).toHaveProperty('disabled', true)
  other = { ...first, entries: [question, says('a', 'Later.')] }
  act(() =>
    bridge.emit('turn.events', {
      conversationId: 'c1',
      turnId: 't1',
      events: [{ type: 'provider-data-left-out' }],
    }),
  )
  await within(left).findByText('Later.')
  expect(asked('chat.turn').length).toBeGreaterThan(1)
})

it('offers to ask a model that was not asked, and says where it waits for the first answer', async () => {
  const waiting = { ...first, comparison: { isFirst: true, model: two!, turnId: null } }
  draw(comparison({ ...waiting, status: 'running' }, true))
  await screen.findByText('Asked after the first answer')
  cleanup()
  const { asked } = draw(comparison(waiting), { 'chat.compare': () => ({ turnId: 't2' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Ask n' }))
  await waitFor(() =>
    expect(asked('chat.compare')).toEqual([{ id: 'c1', turnId: 't1', model: two }]),
  )
})

it('says that an answer could not be read', async () => {
  draw(comparison(first), {
    'chat.turn': () => {
      throw new Error('The disk refuses.')
    },
  })
  await screen.findByText('This answer could not be read.')
})

it('is one row after the message, as long as nothing follows', () => {
  const kinds = (hasAfter: boolean) =>
    createRowBuilder()
      .build({ turns: [first], hasAfter })
      .rows.map(({ kind }) => kind)
  expect(kinds(false)).toEqual(['user', 'comparison'])
  expect(kinds(true)).toEqual(['user', 'assistant', 'footer'])
})

const dialog = (onChoose: (model: unknown) => void) => (
  <CompareDialog
    conversationId="c1"
    first={one!}
    attachments={[]}
    isDraft
    onChoose={onChoose}
    onClose={() => undefined}
  />
)

it('estimates the request to each model before both are asked', async () => {
  const chosen: unknown[] = []
  const { asked } = draw(dialog((model) => chosen.push(model)))
  await waitFor(() => expect(screen.getAllByText(/tokens will be sent/)).toHaveLength(2))
  expect(asked('chat.next-request')).toEqual([
    { id: 'c1', model: one },
    { id: 'c1', model: two },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Ask both' }))
  expect(chosen).toEqual([two])
})

it('says what to do where there is no other model', async () => {
  const { store } = draw(
    dialog(() => undefined),
    {},
    [{ ...provider, models: [{ id: 'm' }] }],
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a model' }))
  expect(store.getState().overlay).toEqual({ kind: 'connect-model' })
})
