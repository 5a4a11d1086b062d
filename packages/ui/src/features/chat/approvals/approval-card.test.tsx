import type { AskDraft, JsonObject, JsonValue, ToolApprovalAsk } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { INPUT_DELAY_MS } from '../../../lib/chats/ask-target.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks, sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ApprovalCard } from './approval-card.tsx'

const [sampleApproval] = sampleAsks as [ToolApprovalAsk]

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

interface Shown {
  settle?: number
  store?: ReturnType<typeof createUiStore>
  inputSchema?: JsonObject
  workspaceId?: string
  tool?: ToolApprovalAsk['tool']
}

async function show(args: JsonObject, more: Shown = {}) {
  const { settle = 2 * INPUT_DELAY_MS, store = createUiStore(), inputSchema } = more
  const tool = { ...(more.tool ?? sampleApproval.tool), ...(inputSchema && { inputSchema }) }
  const ask: ToolApprovalAsk = { ...sampleApproval, tool, arguments: args }
  const bridge = createSampleBridge({
    asks: [ask],
    handlers: {
      'chat.list': () =>
        sampleConversations.map((chat) => ({ ...chat, workspaceId: more.workspaceId ?? null })),
    },
  })
  const ui = (shown: ToolApprovalAsk) => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ApprovalCard ask={shown} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(ui(ask))
  await pass(settle)
  return {
    again: (next: JsonObject) => view.rerender(ui({ ...ask, arguments: next })),
    close: view.unmount,
    drafts: () => store.getState().askDrafts,
    sent: () => bridge.requests.findLast(({ route }) => route === 'ask.answer')?.input,
    answers: () => bridge.requests.filter(({ route }) => route === 'ask.answer').length,
  }
}

const nested = (depth: number): JsonValue => (depth === 0 ? 'deep' : { in: nested(depth - 1) })
const listOf = (length: number) => ({ list: Array.from({ length }, (_, index) => index) })
/** One page and some. */
const wide = listOf(151)
const allow = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Allow once/ })
const standing = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Don’t ask again' })
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

/** As after a reload: another window's store with what main kept. */
const reloaded = (askDrafts: Readonly<Record<string, AskDraft>>) =>
  createUiStore({ askDrafts: JSON.parse(JSON.stringify(askDrafts)) as typeof askDrafts })

describe('what is half written is there after a reload', () => {
  it('the reason for denying, with its form open, and it goes with the denial', async () => {
    const before = await show({ a: 1 })
    press(/^Deny/)
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Not on a Fri' } })
    await pass(10)
    before.close()
    const { sent } = await show({ a: 1 }, { store: reloaded(before.drafts()) })
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Not on a Fri')
    press(/^Deny/)
    await pass(INPUT_DELAY_MS)
    expect(sent()).toMatchObject({ answer: { decision: 'deny', reason: 'Not on a Fri' } })
    proves('window.reload.half-typed')
  })

  it('no reason is kept once the person went back', async () => {
    const before = await show({ a: 1 })
    press(/^Deny/)
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Not' } })
    press('Cancel')
    await pass(10)
    before.close()
    await show({ a: 1 }, { store: reloaded(before.drafts()) })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(allow()).toBeTruthy()
  })

  it('arguments whose JSON is not whole yet, where they were typed', async () => {
    const before = await show({ path: '/a' })
    press(/^Edit/)
    await pass(10)
    const tab = screen.getByRole('tab', { name: 'Raw JSON' })
    fireEvent.mouseDown(tab)
    fireEvent.click(tab)
    await pass(10)
    const raw = screen.getAllByRole<HTMLTextAreaElement>('textbox').at(-1)
    if (!raw) throw new Error('There is no text.')
    fireEvent.change(raw, { target: { value: '{"path": "/b", "mo' } })
    await pass(10)
    before.close()
    await show({ path: '/a' }, { store: reloaded(before.drafts()) })
    const values = screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value)
    expect(values).toContain('{"path": "/b", "mo')
  })
})

describe('what was not in view', () => {
  it('is nothing for small arguments, however they nest', async () => {
    await show({ a: nested(7), b: [1, [2, [3]]], c: 'text' })
    expect(unseen()).toBeUndefined()
    expect(allow().disabled).toBe(false)
    expect(screen.getByText('deep')).toBeTruthy()
  })

  /**
   * @threat shown.folded-away
   * @attacker model
   * @tries Hides an argument in deep nesting or behind the hundredth item of a list, out of view.
   * @stoppedBy Values that were never in view are counted, and neither button nor key allows the call until they were
   * opened, or the person chose to continue without viewing them.
   * @remains What is unfolded may lie outside of the part that is scrolled to; the card says that there is more below.
   */
  it('is counted for nesting that is folded, and not allowed by button or key', async () => {
    const { answers } = await show({ deep: nested(20) })
    expect(unseen()).toBe('1 part has not been shown yet.')
    expect([allow().disabled, standing().disabled]).toEqual([true, true])
    keys()
    await pass(INPUT_DELAY_MS)
    expect(answers()).toBe(0)
    press('Show all')
    expect(unseen()).toBeUndefined()
    expect(allow().disabled).toBe(false)
    keys()
    await pass(INPUT_DELAY_MS)
    expect(answers()).toBe(1)
  })

  /** @threat shown.folded-away */
  it('is counted for the pages of a long array', async () => {
    await show(listOf(250))
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

  /**
   * @threat unseen.form-lets-out
   * @attacker model
   * @tries Folds away most of the arguments and breaks a rule of the tool, or makes a mistake that is easily put right:
   * the form is opened, and its buttons let out what was never in view.
   * @stoppedBy While something of the proposal was never in view it stands below the form with its count, and no button
   * of the form works until it was opened, or the person chose to continue without viewing it.
   */
  it('is not allowed "anyway" from the form when the arguments break a rule of the tool', async () => {
    const inputSchema = { type: 'object', properties: { path: { type: 'string', minLength: 5 } } }
    const { answers } = await show(
      { path: 'a', extra: { ...wide, far: nested(20) } },
      { inputSchema },
    )
    press('Edit arguments')
    fireEvent.blur(screen.getByLabelText('path'))
    await pass(10)
    const anyway = screen.getByRole<HTMLButtonElement>('button', { name: 'Allow anyway' })
    expect(anyway.disabled).toBe(true)
    fireEvent.click(anyway)
    await pass(INPUT_DELAY_MS)
    expect(answers()).toBe(0)
    expect(screen.queryByText('deep')).toBeNull()
    press('Show all')
    expect(screen.getByText('deep')).toBeTruthy()
    expect(anyway.disabled).toBe(false)
    fireEvent.click(anyway)
    await pass(INPUT_DELAY_MS)
    expect(answers()).toBe(1)
  })

  /** @threat unseen.form-lets-out */
  it('is not let out by a change of another part, before it was shown below the form', async () => {
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } } }
    const { answers, sent } = await show({ path: 'a', ...wide }, { inputSchema })
    press('Edit arguments')
    fireEvent.change(screen.getByLabelText('path'), { target: { value: 'b' } })
    await pass(10)
    const changed = screen.getByRole<HTMLButtonElement>('button', { name: /^Allow with changes/ })
    expect(changed.disabled).toBe(true)
    expect(unseen()).toBe('51 parts have not been shown yet.')
    press('Show all')
    expect(changed.disabled).toBe(false)
    fireEvent.click(changed)
    await pass(INPUT_DELAY_MS)
    expect(answers()).toBe(1)
    expect(sent()).toMatchObject({ answer: { arguments: { path: 'b' } } })
    proves('shown.bytes.unseen')
  })

  /** @threat shown.folded-away */
  it('is not allowed unchanged from the form either', async () => {
    const { answers } = await show(wide)
    press('Edit arguments')
    const button = allow()
    expect(button.disabled).toBe(true)
    fireEvent.keyDown(button, { key: 'Enter', ctrlKey: true })
    await pass(INPUT_DELAY_MS)
    expect(answers()).toBe(0)
  })

  it('is a thousand arguments beyond the first hundred', async () => {
    await show(Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`k${index}`, index])))
    expect(unseen()).toBe('1,000 parts have not been shown yet.')
    press('Show all')
    expect(unseen()).toBeUndefined()
    expect(screen.getByTestId('raw-arguments').textContent).toContain('"k1099": 1099')
  })
})

describe('a text that is cut', () => {
  it('is not allowed before its end was shown', async () => {
    await show({ text: `${'x'.repeat(1_200_000)}the end` })
    expect(unseen()).toBe('1 part has not been shown yet.')
    expect(allow().disabled).toBe(true)
    press('Show all')
    expect(unseen()).toBeUndefined()
    expect(document.querySelector('dd')?.textContent).toMatch(/the end/)
  })
})

describe('arguments', () => {
  /**
   * @threat shown.type-for-type
   * @attacker model
   * @tries Sends the text "true" or an empty text where the person reads a yes, or nothing.
   * @stoppedBy A text that reads like another kind of value, or like nothing, stands in quotes.
   */
  it('a text that reads like another value, or like nothing, stands in quotes', async () => {
    await show({ a: 'true', b: '', c: '5', d: ' x', e: 'plain', f: true })
    const values = [...document.querySelectorAll('dd')].map((one) => one.textContent)
    expect(values).toEqual(['"true"', '""', '"5"', '" x"', 'plain', 'true'])
  })
})

it('is not allowed with changes in the moment it appears, as main would not count the press', async () => {
  const { answers } = await show(sampleApproval.arguments, { settle: 50 })
  press('Edit arguments')
  const [field] = screen.getAllByRole('textbox')
  fireEvent.change(field ?? document.body, { target: { value: 'other.txt' } })
  press(/^Allow (?:with changes|once)/)
  expect(answers()).toBe(0)
  await pass(2 * INPUT_DELAY_MS)
  press(/^Allow (?:with changes|once)/)
  await pass(INPUT_DELAY_MS)
  expect(answers()).toBe(1)
})

it('edited arguments are found again as they were left, and are let go with Discard', async () => {
  const store = createUiStore({ askDrafts: { [sampleApproval.id]: { arguments: { path: 'b' } } } })
  const ask: ToolApprovalAsk = {
    ...sampleApproval,
    tool: {
      name: 'read',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    },
    arguments: { path: 'a' },
  }
  const ui = (
    <BridgeProvider bridge={createSampleBridge({ asks: [ask] })}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ApprovalCard ask={ask} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const { unmount } = render(ui)
  await pass(2 * INPUT_DELAY_MS)
  expect(screen.getByLabelText<HTMLInputElement>('path').value).toBe('b')
  fireEvent.change(screen.getByLabelText('path'), { target: { value: 'c' } })
  await pass(0)
  unmount()
  render(ui)
  await pass(2 * INPUT_DELAY_MS)
  expect(screen.getByLabelText<HTMLInputElement>('path').value).toBe('c')
  press('Discard changes')
  await pass(0)
  expect(store.getState().askDrafts[ask.id]?.arguments).toBeUndefined()
  expect(allow()).toBeTruthy()
})

const choose = async (name: string | RegExp, group = 'Allow this tool') => {
  fireEvent.click(standing())
  await pass(10)
  const list = within(screen.getByRole('group', { name: group }))
  fireEvent.click(list.getByRole('menuitem', { name }))
  await pass(10)
}

it('allows a tool in the workspace of the chat, by its name, and offers that to no other chat', async () => {
  const shown = await show({}, { workspaceId: 'workspace-0' })
  await choose('In workspace “gatehouse”')
  expect(shown.sent()).toMatchObject({
    answer: { decision: 'allow-in-workspace', workspaceId: 'workspace-0' },
  })
  shown.close()
  await show({})
  fireEvent.click(standing())
  await pass(10)
  expect(screen.queryByRole('menuitem', { name: /gatehouse/ })).toBeNull()
})

it('offers the read-only tools of the server only where this one is declared so', async () => {
  const tool = { ...sampleApproval.tool, annotations: { readOnlyHint: true, openWorldHint: false } }
  const shown = await show({}, { tool })
  await choose('In this chat', `Allow read-only tools of ${sampleApproval.serverName}`)
  expect(shown.sent()).toMatchObject({ answer: { decision: 'allow-in-chat', tools: 'read-only' } })
  shown.close()
  await show({}, { tool: { ...tool, annotations: { destructiveHint: true } } })
  fireEvent.click(standing())
  await pass(10)
  expect(screen.getAllByRole('group', { name: /^Allow (?:this tool|read-only)/ })).toHaveLength(1)
})

/** @threat unseen.stalled-asks */
it('says why a key allows nothing: too soon, folded, or not in view, where it scrolls to it', async () => {
  const note = () => screen.getByTestId('key-note').textContent
  const { answers, close } = await show({ deep: nested(30) })
  keys()
  expect(note()).toMatch(/^Parts of it have not been shown/)
  close()
  const second = await show({ a: 1 }, { settle: 50 })
  keys()
  expect(note()).toMatch(/^It has been in view for less than half a second/)
  second.close()
  const scrolled = vi.fn<() => void>()
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolled)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 5000, 600, 200),
  )
  const third = await show({ a: 1 })
  keys()
  expect(note()).toMatch(/^Not all of it was in view/)
  expect(scrolled).toHaveBeenCalled()
  expect([answers(), second.answers(), third.answers()]).toEqual([0, 0, 0])
})
