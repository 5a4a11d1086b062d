import type { ToolCall } from '@gatehouse/domain'
import type { SamplingExchange } from '@gatehouse/domain/server-requests'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { SamplingExchanges } from './sampling-exchanges.tsx'

afterEach(cleanup)

const side = (text: string, by: 'person' | 'policy', isEdited = false) => ({
  text,
  characters: text.length,
  by,
  isEdited,
})
const exchange: SamplingExchange = {
  id: 'x1',
  at: 1,
  model: { provider: 'Anthropic', id: 'claude-sonnet-5' },
  runs: 1,
  tokens: { kind: 'used', count: 1200 },
  asked: side('user: Hi', 'person', true),
  answered: side('Hello.', 'person'),
  outcome: 'answered',
}

function show(...exchanges: SamplingExchange[]): string[] {
  const call: ToolCall = {
    kind: 'tool-call',
    id: 'call',
    step: 1,
    callId: 'call',
    origin: 'model',
    serverId: 'travel',
    serverName: 'travel',
    serverHue: 3,
    toolName: 'book',
    toolTitle: 'Book',
    proposedArguments: {},
    arguments: {},
    status: 'done',
    exchanges,
    createdAt: 1,
  }
  render(
    <LanguageProvider locale="en">
      <KitProvider>
        <SamplingExchanges call={call} />
      </KitProvider>
    </LanguageProvider>,
  )
  return screen
    .getAllByTestId('sampling-exchange')
    .map((one) => one.querySelector('summary')?.textContent ?? '')
}

it('is one line: who asked which model, what came of it, its tokens, who changed and allowed it', () => {
  const policy = {
    ...exchange,
    id: 'x2',
    runs: 2,
    asked: side('user: Hi', 'policy'),
    answered: side('Hello.', 'policy'),
  }
  const { model: _, tokens: __, asked: ___, answered: ____, ...bare } = exchange
  const lines = show(
    exchange,
    policy,
    { ...policy, id: 'x3', runs: 1, answered: side('Hello.', 'person') },
    { ...bare, id: 'x4', runs: 0, outcome: 'by-hand', answered: side('Mine.', 'person') },
    { ...bare, id: 'x5', runs: 0, outcome: 'denied' },
    { ...bare, id: 'x6', runs: 0, outcome: 'refused' },
  )
  expect(lines).toEqual([
    'claude-sonnet-5 (Anthropic) answered travel · 1,200 tokens · Edited by you · Allowed by you',
    'claude-sonnet-5 (Anthropic) answered travel · 1,200 tokens · 2 answers, the last one was used · Allowed by your policy',
    'claude-sonnet-5 (Anthropic) answered travel · 1,200 tokens · Request allowed by your policy, answer by you',
    'You answered travel in place of a model',
    'You denied a sampling request from travel',
    'Your policy refused a sampling request from travel',
  ])
})

it('opens to what each side got, and says of what is cut how long it was', () => {
  show({ ...exchange, answered: { ...side('Hel', 'person'), characters: 5000 } })
  expect(screen.queryByText('user: Hi')).toBeNull()
  const fold = screen.getByTestId('sampling-exchange').querySelector('details')
  if (!fold) throw new Error('Nothing opens.')
  fold.open = true
  fireEvent(fold, new Event('toggle'))
  expect(screen.getByRole('group', { name: 'Sent to the model' }).textContent).toBe('user: Hi')
  expect(screen.getByRole('group', { name: 'Sent to travel' }).textContent).toBe('Hel')
  expect(screen.getByText(/Edited by you\./)).toBeTruthy()
  expect(screen.getByText(/Beginning only, of 5,000 characters in all/)).toBeTruthy()
})

it('shows words of a server or model with what cannot be seen in them', () => {
  show({ ...exchange, model: { provider: 'P', id: 'm\u202ex' } })
  expect(screen.getByTestId('sampling-exchange').textContent).toContain('U+202E')
})
