import type { ToolCall, UnsentAnswer } from '@gatehouse/domain'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { sampleForm } from '../../../lib/samples/sample-asks.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ToolCallCard } from '../calls/tool-call-card.tsx'

configure({ defaultHidden: true })
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const pass = () => act(() => vi.advanceTimersByTimeAsync(1000))

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
  result: { content: [], isError: false },
  withdrawnAsks: [
    { id: 'a1', kind: 'elicitation', subject: 'Which city?', reason: 'server-withdrew', at: 1 },
  ],
  createdAt: 1,
}

const unsent: UnsentAnswer = {
  id: 'a1',
  kind: 'elicitation',
  serverId: 'travel',
  serverName: 'travel',
  serverHue: 3,
  causes: [{ conversationId: 'here', entryId: 'call' }],
  subject: 'Which city?',
  at: 1,
  reason: 'server-withdrew',
  texts: [{ part: 'field', name: 'city', text: 'Bern,\nbut only in May' }],
}

async function show(first: UnsentAnswer[], conversationId = 'here') {
  let list = first
  const bridge = createSampleBridge({
    handlers: {
      'ask.unsent': () => list,
      'ask.dismiss-unsent': ({ id }) => void (list = list.filter((one) => one.id !== id)),
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ToolCallCard call={call} conversationId={conversationId} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await pass()
  return { bridge, add: (one: UnsentAnswer) => (list = [...list, one]) }
}

const WORDS = 'travel withdrew its request before you answered. It was about: Which city?'

it('a question that its server took back is shown in one line below its call', async () => {
  await show([])
  expect(screen.getByTestId('withdrawn-ask').textContent).toBe(WORDS)
  expect(screen.queryByTestId('unsent-answer')).toBeNull()
})

/** @threat asks.taken-answer */
it('what the person had written for it can be read and copied until they put it away', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) =>
    Promise.resolve(void written.push(text)),
  )
  await show([unsent])
  expect(screen.getByTestId('unsent-answer').textContent).toContain(WORDS)
  expect(screen.getByRole('group', { name: 'city' }).textContent).toContain('but only in May')
  expect(screen.queryByTestId('withdrawn-ask')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Copy: city' }))
  await pass()
  expect(written).toEqual(['Bern,\nbut only in May'])
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await pass()
  expect(screen.queryByTestId('unsent-answer')).toBeNull()
  expect(screen.getByTestId('withdrawn-ask').textContent).toBe(WORDS)
})

it('what was written comes as soon as the question goes, and only into the chat that it belongs to', async () => {
  const { bridge, add } = await show([])
  add(unsent)
  const state = { status: 'withdrawn', at: 1, reason: 'server-withdrew' } as const
  bridge.emit('ask.changed', { ...sampleForm({ type: 'object' }), state })
  await pass()
  expect(screen.getByTestId('unsent-answer')).toBeTruthy()
  cleanup()
  await show([unsent], 'elsewhere')
  expect(screen.queryByTestId('unsent-answer')).toBeNull()
})
