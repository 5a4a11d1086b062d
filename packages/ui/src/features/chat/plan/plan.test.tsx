import type { JsonObject, JsonValue, ToolApprovalAsk } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { INPUT_DELAY_MS } from '../../../lib/ask-target.ts'
import { BridgeProvider } from '../../../lib/bridge.tsx'
import { LanguageProvider } from '../../../lib/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { withDisplayHash } from '../../../lib/with-display-hash.ts'
import { ApprovalCard } from '../approval-card.tsx'
import { PlanFooter } from './plan-footer.tsx'
import { PlanCall, PlanHeader } from './plan-header.tsx'
import { createSeenCalls } from './seen-calls.ts'

const [sample] = sampleAsks as [ToolApprovalAsk]
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const askOf = (id: string, args: JsonObject = { path: id }): ToolApprovalAsk => ({
  ...sample,
  id,
  entryId: `entry-${id}`,
  arguments: args,
})

const summary = (calls: number) => ({
  turnId: sample.turnId,
  step: sample.step,
  stepLimit: 20,
  calls,
  waiting: calls,
  allowed: 0,
  denied: 0,
  ended: 0,
})

/** Ids of cards that are scrolled out of view; there is no layout here. */
const outOfView = new Set<string>()

async function show(asks: ToolApprovalAsk[], settle = 3 * INPUT_DELAY_MS) {
  const store = createUiStore()
  const bridge = createSampleBridge({ asks })
  const seen = createSeenCalls()
  const went: string[] = []
  const plan = (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <PlanHeader plan={summary(asks.length)} />
            {asks.map((ask) => (
              <PlanCall key={ask.id} seen={seen}>
                <ApprovalCard ask={ask} />
              </PlanCall>
            ))}
            <PlanFooter
              plan={summary(asks.length)}
              seen={seen}
              onGo={({ entryId }) => went.push(entryId)}
            />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  render(plan)
  await pass(settle)
  return {
    went,
    /** Goes to another place and comes back. */
    async leaveAndReturn() {
      cleanup()
      render(plan)
      await pass(settle)
    },
    sent: () =>
      bridge.requests.filter(({ route }) => route === 'ask.answer-plan').map(({ input }) => input),
    single: () => bridge.requests.filter(({ route }) => route === 'ask.answer').length,
  }
}

const shown = (ask: ToolApprovalAsk) => ({
  id: ask.id,
  shown: withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-once' }).shown,
})

const cancel = () => screen.getByRole('button', { name: 'Cancel' })
const allowAll = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Allow all/ })
const seen = () => screen.getByTestId('plan-seen').textContent
const keys = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init)

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const id = this.closest('[data-ask-card]')?.getAttribute('data-ask-card')
    return outOfView.has(id ?? '') ? new DOMRect(0, 5000, 600, 200) : new DOMRect(0, 50, 600, 200)
  })
})
afterEach(() => {
  cleanup()
  outOfView.clear()
  vi.useRealTimers()
})

describe('all calls of a plan', () => {
  it('are allowed together, each with the hash of what its card drew, once', async () => {
    const asks = [askOf('a'), askOf('b'), askOf('c')]
    const { sent, single } = await show(asks)
    fireEvent.click(allowAll())
    fireEvent.click(allowAll())
    await pass(10)
    expect(sent()).toEqual([{ decision: 'allow-once', calls: asks.map(shown) }])
    expect(single()).toBe(0)
  })

  it('are not allowed before each of them was in view for half a second', async () => {
    outOfView.add('c')
    const { sent, went } = await show([askOf('a'), askOf('b'), askOf('c')])
    expect(allowAll().disabled).toBe(true)
    expect(seen()).toBe('You have seen 2 of 3 calls in full.')
    keys({ key: 'Enter', ctrlKey: true, shiftKey: true })
    fireEvent.click(allowAll())
    fireEvent.click(screen.getByRole('button', { name: 'Show the next' }))
    expect(went).toEqual(['entry-c'])
    outOfView.clear()
    await pass(INPUT_DELAY_MS - 150)
    expect(allowAll().disabled).toBe(true)
    await pass(400)
    expect(allowAll().disabled).toBe(false)
    expect(sent()).toEqual([])
  })

  it('are not allowed in the moment in which they appear', async () => {
    const { sent } = await show([askOf('a'), askOf('b')], INPUT_DELAY_MS - 100)
    expect(allowAll().disabled).toBe(true)
    keys({ key: 'Enter', ctrlKey: true, shiftKey: true })
    await pass(10)
    expect(sent()).toEqual([])
  })

  it('are not allowed while a part of one is folded, until it is opened', async () => {
    const nested = (depth: number): JsonValue => (depth === 0 ? 'deep' : { in: nested(depth - 1) })
    const { sent } = await show([askOf('a'), askOf('b', { deep: nested(30) })])
    expect(allowAll().disabled).toBe(true)
    expect(seen()).toBe('You have seen 1 of 2 calls in full.')
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await pass(2 * INPUT_DELAY_MS)
    expect(allowAll().disabled).toBe(false)
    expect(sent()).toEqual([])
  })

  it('are not allowed while one is being edited or refused: what was typed would be lost', async () => {
    await show([askOf('a'), askOf('b')])
    const edit = () => screen.getAllByRole('button', { name: /^Edit/ })[0] as HTMLElement
    fireEvent.click(edit())
    await pass(2 * INPUT_DELAY_MS)
    expect(allowAll().disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
    await pass(2 * INPUT_DELAY_MS)
    expect(allowAll().disabled).toBe(false)
    fireEvent.click(screen.getAllByRole('button', { name: /^Deny…/ })[0] as HTMLElement)
    await pass(2 * INPUT_DELAY_MS)
    expect(allowAll().disabled).toBe(true)
    fireEvent.click(cancel())
    await pass(2 * INPUT_DELAY_MS)
    expect(allowAll().disabled).toBe(false)
  })

  it('are said to be reviewed, not seen in full, where the person waived what is folded', async () => {
    outOfView.add('a')
    const nested = (depth: number): JsonValue => (depth === 0 ? 'deep' : { in: nested(depth - 1) })
    await show([askOf('a'), askOf('b', { deep: nested(30) })])
    expect(seen()).toBe('You have seen 0 of 2 calls in full.')
    fireEvent.click(screen.getByRole('checkbox'))
    await pass(2 * INPUT_DELAY_MS)
    expect(seen()).toBe('You have reviewed 1 of 2 calls, not all of them in full.')
  })

  it('are not allowed, and the person sees why, when one of them has no text to verify', async () => {
    const { sent } = await show([askOf('a'), askOf('b', { n: Infinity })])
    fireEvent.click(allowAll())
    await pass(10)
    const notice = document.querySelector('[data-notice]')
    expect(notice?.textContent).toMatch(/^These calls cannot be allowed together/)
    expect(sent()).toEqual([])
  })

  it('keep the focus in their foot when what had it goes', async () => {
    outOfView.add('b')
    await show([askOf('a'), askOf('b')])
    screen.getByRole('button', { name: 'Show the next' }).focus()
    outOfView.clear()
    await pass(2 * INPUT_DELAY_MS)
    expect(screen.queryByRole('button', { name: 'Show the next' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByTestId('plan-footer'))
  })
})

describe('the form for denying all calls of a plan', () => {
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Reason for denying/ })
  const open = async () => {
    keys({ key: 'Escape', shiftKey: true })
    await pass(10)
  }

  it('lets no key allow them', async () => {
    const { sent } = await show([askOf('a'), askOf('b')])
    await open()
    cancel().focus()
    fireEvent.keyDown(cancel(), { key: 'Enter', ctrlKey: true, shiftKey: true })
    keys({ key: 'Enter', ctrlKey: true, shiftKey: true })
    await pass(10)
    expect(sent()).toEqual([])
    expect(field()).toBeDefined()
  })

  it('keeps the reason while the person is elsewhere', async () => {
    const { leaveAndReturn } = await show([askOf('a'), askOf('b')])
    await open()
    fireEvent.change(field(), { target: { value: 'Not today.' } })
    await leaveAndReturn()
    expect(field().value).toBe('Not today.')
  })

  it('closes by Escape on its buttons, which nothing else receives, and leaves the focus at the foot', async () => {
    const pressed: string[] = []
    const onKey = ({ key }: KeyboardEvent) => void pressed.push(key)
    window.addEventListener('keydown', onKey)
    await show([askOf('a'), askOf('b')])
    await open()
    pressed.length = 0
    cancel().focus()
    fireEvent.keyDown(cancel(), { key: 'Escape' })
    await pass(10)
    window.removeEventListener('keydown', onKey)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByTestId('plan-footer'))
    expect(pressed).toEqual([])
  })
})

describe('keys of a plan', () => {
  it('are denied together with one reason, seen or not, by keyboard', async () => {
    outOfView.add('b')
    const { sent } = await show([askOf('a'), askOf('b')])
    keys({ key: 'Escape', shiftKey: true })
    await pass(10)
    const field = screen.getByRole('textbox', { name: /^Reason for denying 2 calls/ })
    fireEvent.change(field, { target: { value: 'Not today.' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await pass(10)
    expect(sent()).toEqual([{ decision: 'deny', calls: ['a', 'b'], reason: 'Not today.' }])
  })

  it('deny where they are drawn, also while their footer grew out of view, and allow nothing there', async () => {
    const { sent } = await show([askOf('a'), askOf('b')])
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, window.innerHeight - 100, 600, 200),
    )
    keys({ key: 'Enter', ctrlKey: true, shiftKey: true })
    keys({ key: 'Escape', shiftKey: true })
    await pass(10)
    expect(sent()).toEqual([])
    expect(screen.getByRole('textbox', { name: /^Reason for denying 2 calls/ })).toBeDefined()
  })

  it('are allowed by keyboard, and a held key decides nothing more', async () => {
    const { sent, single } = await show([askOf('a'), askOf('b')])
    keys({ key: 'Enter', ctrlKey: true, shiftKey: true })
    keys({ key: 'Enter', ctrlKey: true, shiftKey: true, repeat: true })
    await pass(10)
    expect(sent()).toHaveLength(1)
    expect(single()).toBe(0)
  })
})
