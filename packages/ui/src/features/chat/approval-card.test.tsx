// @vitest-environment happy-dom
import type { JsonObject, JsonValue, ToolApprovalAsk } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { SETTLE_MS } from '../../lib/ask-target.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { createI18n } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { ApprovalCard } from './approval-card.tsx'

const [sampleApproval] = sampleAsks as [ToolApprovalAsk]

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function show(args: JsonObject, settle = 2 * SETTLE_MS) {
  const ask: ToolApprovalAsk = { ...sampleApproval, arguments: args }
  const bridge = createSampleBridge({ asks: [ask] })
  const ui = (shown: ToolApprovalAsk) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <I18nextProvider i18n={createI18n('en')}>
          <KitProvider>
            <ApprovalCard ask={shown} />
          </KitProvider>
        </I18nextProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(ui(ask))
  await pass(settle)
  return {
    again: (next: JsonObject) => view.rerender(ui({ ...ask, arguments: next })),
    answers: () => bridge.requests.filter(({ route }) => route === 'ask.answer').length,
  }
}

const nested = (depth: number): JsonValue => (depth === 0 ? 'deep' : { in: nested(depth - 1) })
const wide = { list: Array.from({ length: 250 }, (_, index) => index) }
const allow = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Allow once/ })
const inChat = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Allow in this chat/ })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const unseen = () => screen.queryByTestId('unseen')?.textContent
const keys = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  // There is no layout here; everything is in view.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50, 600, 200))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('what was not in view', () => {
  it('is nothing for small arguments, however they nest', async () => {
    await show({ a: nested(7), b: [1, [2, [3]]], c: 'text' })
    expect(unseen()).toBeUndefined()
    expect(allow().disabled).toBe(false)
    expect(screen.getByText('deep')).toBeTruthy()
  })

  it('is counted for nesting that is folded, and not allowed by button or key', async () => {
    const { answers } = await show({ deep: nested(20) })
    expect(unseen()).toBe('1 part has not been shown yet.')
    expect([allow().disabled, inChat().disabled]).toEqual([true, true])
    keys()
    await pass(SETTLE_MS)
    expect(answers()).toBe(0)
    press('Show all')
    expect(unseen()).toBeUndefined()
    expect(allow().disabled).toBe(false)
    keys()
    await pass(SETTLE_MS)
    expect(answers()).toBe(1)
  })

  it('is counted for the pages of a long array', async () => {
    await show(wide)
    expect(unseen()).toBe('150 parts have not been shown yet.')
    expect(allow().disabled).toBe(true)
    fireEvent.click(screen.getByText(/Show more/))
    expect(unseen()).toBe('50 parts have not been shown yet.')
    press('Show all')
    expect(unseen()).toBeUndefined()
    expect(screen.getByText('249', { selector: '.tabular-nums' })).toBeTruthy()
  })

  it('stays seen once it was open, also when it is folded again', async () => {
    await show(wide)
    press('Show all')
    fireEvent.click(screen.getAllByRole('treeitem')[0] ?? document.body)
    expect(screen.getAllByRole('treeitem')).toHaveLength(1)
    expect(allow().disabled).toBe(false)
  })

  it('is all seen in the raw view, which is whole', async () => {
    await show({ deep: nested(20), ...wide })
    press('Show as raw JSON')
    expect(JSON.parse(screen.getByTestId('raw-arguments').textContent)).toEqual({
      deep: nested(20),
      ...wide,
    })
    expect(unseen()).toBeUndefined()
    expect(allow().disabled).toBe(false)
  })

  it('can be waived in so many words, and not for other arguments that take its place', async () => {
    const { again } = await show(wide)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Continue without viewing' }))
    expect(allow().disabled).toBe(false)
    again({ list: [...wide.list, 'other'] })
    expect(allow().disabled).toBe(true)
  })

  it('is not allowed unchanged from the form either', async () => {
    const { answers } = await show(wide)
    press('Edit arguments')
    const button = allow()
    expect(button.disabled).toBe(true)
    fireEvent.keyDown(button, { key: 'Enter', ctrlKey: true })
    await pass(SETTLE_MS)
    expect(answers()).toBe(0)
  })

  it('is a thousand arguments beyond the first hundred', async () => {
    await show(Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`k${index}`, index])))
    expect(unseen()).toBe('1000 parts have not been shown yet.')
    press('Show all')
    expect(unseen()).toBeUndefined()
    expect(screen.getByTestId('raw-arguments').textContent).toContain('"k1099": 1099')
  })
})

describe('a text that is cut', () => {
  it('is not allowed before its end was shown', async () => {
    await show({ text: `${'x\u200B'.repeat(4100)}the end` })
    expect(unseen()).toBe('1 part has not been shown yet.')
    expect(allow().disabled).toBe(true)
    press('Show all')
    expect(unseen()).toBeUndefined()
    expect(document.querySelector('dd')?.textContent).toMatch(/the end/)
  })
})

describe('arguments', () => {
  it('a text that reads like another value, or like nothing, stands in quotes', async () => {
    await show({ a: 'true', b: '', c: '5', d: ' x', e: 'plain', f: true })
    const values = [...document.querySelectorAll('dd')].map((one) => one.textContent)
    expect(values).toEqual(['"true"', '""', '"5"', '" x"', 'plain', 'true'])
  })
})

it('is not allowed with changes in the moment it appears, as main would not count the press', async () => {
  const { answers } = await show(sampleApproval.arguments, 50)
  press('Edit arguments')
  const [field] = screen.getAllByRole('textbox')
  fireEvent.change(field ?? document.body, { target: { value: 'other.txt' } })
  press(/^Allow (?:with changes|once)/)
  expect(answers()).toBe(0)
  await pass(2 * SETTLE_MS)
  press(/^Allow (?:with changes|once)/)
  await pass(SETTLE_MS)
  expect(answers()).toBe(1)
})
