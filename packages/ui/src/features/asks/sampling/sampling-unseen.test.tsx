import { markedSampling, marksIn, marksToShow } from '@gatehouse/testkit/sampling-with-markers'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { INPUT_DELAY_MS } from '../../../lib/chats/ask-target.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import {
  sampleAnswer,
  sampleForm,
  sampleSampling,
  sampleSamplingRequest,
} from '../../../lib/samples/sample-asks.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ServerAskCard } from '../server-ask-card.tsx'
import type { ServerAsk } from '../server-ask.ts'

async function show(ask: ServerAsk) {
  render(
    <BridgeProvider bridge={createSampleBridge({ asks: [ask] })}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerAskCard ask={ask} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(2 * INPUT_DELAY_MS))
}

const unseen = () => screen.queryByTestId('unseen')?.textContent
const isDisabled = (name: RegExp) =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled
const showAll = () => fireEvent.click(screen.getByRole('button', { name: 'Show all' }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/**
 * @threat shown.folded-request
 * @attacker server
 * @tries Puts what matters into the thirtieth message, the tools, the metadata or a call of a sampling request.
 * @stoppedBy The same count guards Run, Send and Submit on the cards of what servers ask.
 */
it('messages beyond the first page of a sampling request are shown before it runs', async () => {
  const messages = Array.from({ length: 23 }, (_, index) => ({
    role: 'user' as const,
    content: [{ type: 'text' as const, text: `message ${index}` }],
  }))
  const { tools: _, metadata: __, ...plain } = sampleSamplingRequest
  await show(sampleSampling({ request: { ...plain, messages } }))
  expect(unseen()).toBe('3 parts have not been shown yet.')
  expect(isDisabled(/^Run/)).toBe(true)
  showAll()
  expect(unseen()).toBeUndefined()
  expect(screen.getByDisplayValue('message 22')).toBeTruthy()
  expect(isDisabled(/^Run/)).toBe(false)
})

/**
 * @threat parts.of-one-sampling-request
 * @attacker server
 * @tries To freeze the window with thousands of parts or stop sequences in one sampling request.
 * @stoppedBy Of a request that is taken at all, the parts, tools and stop sequences are drawn in steps, measured in one
 * layout, and what was not drawn counts as unseen.
 */
it('parts beyond the first page of one message, and of one tool result, are shown before it runs', async () => {
  const text = (index: number) => ({ type: 'text' as const, text: `part ${index}` })
  const texts = Array.from({ length: 60 }, (_, index) => text(index))
  const { tools: _, metadata: __, ...plain } = sampleSamplingRequest
  const use = { type: 'tool_use' as const, id: 'u', name: 'read', input: {} }
  const result = { type: 'tool_result' as const, toolUseId: 'u', content: texts.slice(0, 8) }
  const messages = [
    { role: 'assistant' as const, content: [use] },
    { role: 'user' as const, content: [result] },
    { role: 'user' as const, content: texts },
  ]
  await show(sampleSampling({ request: { ...plain, messages } }))
  expect(screen.getAllByDisplayValue(/^part/)).toHaveLength(18)
  expect(unseen()).toBe('45 parts have not been shown yet.')
  expect(isDisabled(/^Run/)).toBe(true)
  showAll()
  expect(screen.getByDisplayValue('part 59')).toBeTruthy()
  expect(unseen()).toBeUndefined()
  expect(isDisabled(/^Run/)).toBe(false)
})

/** @threat parts.of-one-sampling-request */
it('stop sequences beyond the first are shown before a sampling request runs', async () => {
  const stopSequences = Array.from({ length: 30 }, (_, index) => `stop ${index}`)
  const { tools: _, metadata: __, ...plain } = sampleSamplingRequest
  await show(sampleSampling({ request: { ...plain, stopSequences } }))
  expect(screen.queryByText('stop 29')).toBeNull()
  expect(unseen()).toBe('10 parts have not been shown yet.')
  showAll()
  expect(screen.getByText('stop 29')).toBeTruthy()
  expect(isDisabled(/^Run/)).toBe(false)
})

/** @threat shown.folded-request */
it('tools and metadata of a sampling request are shown before it runs', async () => {
  const { tools: _, ...plain } = sampleSamplingRequest
  const tools = [{ name: 'delete_all', inputSchema: { type: 'object' } }]
  await show(sampleSampling({ request: { ...plain, tools, metadata: { tier: 'gold' } } }))
  expect(unseen()).toBe('3 parts have not been shown yet.')
  expect(isDisabled(/^Run/)).toBe(true)
  showAll()
  expect(unseen()).toBeUndefined()
  expect(isDisabled(/^Run/)).toBe(false)
})

/** @threat shown.folded-request */
it('a call in an answer is shown before the server gets it', async () => {
  const input = { list: Array.from({ length: 120 }, (_, index) => index) }
  const content = [{ type: 'tool_use' as const, id: 'u', name: 'save', input }]
  await show(sampleAnswer({ response: { model: 'm', content } }))
  expect(unseen()).toBe('20 parts have not been shown yet.')
  expect(isDisabled(/^Send/)).toBe(true)
  showAll()
  expect(isDisabled(/^Send/)).toBe(false)
})

/** @threat unseen.sampling-words */
it('the name and the id of a call in an answer stand in full before the server gets them', async () => {
  const [id, name] = ['id', 'name'].map((what) => `${what}_${'x'.repeat(240)}_${what}end`)
  const content = [{ type: 'tool_use' as const, id: id ?? '', name: name ?? '', input: {} }]
  await show(sampleAnswer({ response: { model: 'm', content } }))
  expect(readable()).toContain(id)
  expect(readable()).toContain(name)
})

/** @threat shown.folded-request */
it('the end of a long question is shown before its form is submitted', async () => {
  const ask = sampleForm()
  if (ask.request.mode !== 'form') throw new Error('Not a form.')
  await show({ ...ask, request: { ...ask.request, message: `${'a '.repeat(5000)}the end` } })
  expect(isDisabled(/^Submit/)).toBe(true)
  showAll()
  expect(screen.getByText(/the end$/)).toBeTruthy()
  expect(isDisabled(/^Submit/)).toBe(false)
})

/** All that can be read: no text that its style cuts. */
function readable(): string {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('.truncate')) texts.push(node.textContent ?? '')
  const fields = document.querySelectorAll<HTMLTextAreaElement>('textarea, input')
  return [...texts, ...[...fields].map(({ value }) => value)].join('\n')
}

/** @threat unseen.sampling-words */
it('every text that a model would get stands on the card in full before the request runs', async () => {
  await show(sampleSampling({ request: markedSampling }))
  expect(isDisabled(/^Run/)).toBe(true)
  // A fold that opens may hold others.
  while (screen.queryByRole('button', { name: 'Show all' })) {
    showAll()
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  expect(isDisabled(/^Run/)).toBe(false)
  const read = marksIn(readable())
  expect(marksToShow().filter((mark) => !read.has(mark))).toEqual([])
  proves('ask.sampling.whole')
})
