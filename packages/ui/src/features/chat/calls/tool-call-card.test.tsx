import type { Ask, ToolCall } from '@gatehouse/domain'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { AskCardSlotProvider } from '../../../lib/chats/ask-card-slot.tsx'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { sampleCause, sampleWait } from '../../../lib/samples/sample-asks.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ToolCallCard } from './tool-call-card.tsx'

function call(id: string): ToolCall {
  return {
    kind: 'tool-call',
    id,
    step: 1,
    callId: id,
    origin: 'model',
    serverId: 'issues',
    serverName: 'issues',
    serverHue: 3,
    toolName: id,
    toolTitle: id,
    proposedArguments: {},
    arguments: {},
    status: 'running',
    createdAt: 1,
  }
}

async function show(asks: Ask[], inert = false) {
  const bridge = createSampleBridge({ asks })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <AskCardSlotProvider
              render={(ask, inline) => <p data-testid="ask">{`${ask.id} ${inline}`}</p>}
            >
              {['first', 'second', 'third'].map((id) => (
                <ToolCallCard key={id} call={call(id)} conversationId="here" inert={inert} />
              ))}
            </AskCardSlotProvider>
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1000))
  return screen
    .getAllByTestId('tool-call')
    .map((row) => row.querySelector('[data-testid=ask]')?.textContent)
}

const cause = (entryId: string, conversationId = 'here') => ({
  ...sampleCause,
  entryId,
  conversationId,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a question is asked below the call that caused it, and there only', async () => {
  expect(await show([{ ...sampleWait, causes: [cause('second')] }])).toEqual([
    undefined,
    'ask-wait true',
    undefined,
  ])
})

it('a question that several calls may have caused is asked once, below the last of this chat', async () => {
  const causes = [cause('first'), cause('second'), cause('elsewhere', 'another')]
  expect(await show([{ ...sampleWait, causes }])).toEqual([undefined, 'ask-wait true', undefined])
})

it('nothing is asked below a call that belongs to an earlier try, or to another chat', async () => {
  expect(await show([{ ...sampleWait, causes: [cause('first')] }], true)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  cleanup()
  expect(await show([{ ...sampleWait, causes: [cause('first', 'another')] }])).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

/** @threat record.lost-outcome */
it.each([
  ['Gatehouse quit while this call was running, so its result was lost.'],
  ['The connection to issues was lost.'],
])('a call whose outcome is not known says that it may have run, and why: %s', async (error) => {
  const unknown: ToolCall = { ...call('pay'), status: 'unknown', error, startedAt: 1, endedAt: 2 }
  render(
    <BridgeProvider bridge={createSampleBridge({ asks: [] })}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ToolCallCard call={unknown} conversationId="here" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
  const shownText = screen.getByTestId('tool-call').textContent
  expect(shownText).toContain('Outcome unknown')
  expect(shownText).toContain('This call may have run.')
  expect(shownText).toContain(error)
  expect(shownText).not.toContain('asked to stop')
})

/** @threat shown.title-for-name */
it('a title never stands without the real name beside it', async () => {
  for (const status of ['waiting', 'running', 'done'] as const) {
    const titled: ToolCall = {
      ...call('delete_all_repositories'),
      toolTitle: 'Read file',
      status,
    }
    render(
      <BridgeProvider bridge={createSampleBridge({ asks: [] })}>
        <UiStoreProvider store={createUiStore()}>
          <LanguageProvider locale="en">
            <KitProvider>
              <ToolCallCard call={titled} conversationId="here" />
            </KitProvider>
          </LanguageProvider>
        </UiStoreProvider>
      </BridgeProvider>,
    )
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText('Read file')).toBeTruthy()
    expect(screen.getByTestId('tool-name').textContent).toBe('delete_all_repositories')
    cleanup()
  }
})
