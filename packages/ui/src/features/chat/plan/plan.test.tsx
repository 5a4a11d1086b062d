import type { JsonValue } from '@gatehouse/domain'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDisplayHash } from '../../../lib/bridge/with-display-hash.ts'
import { passTime, renderPlan, type GivenCall } from '../../../testing/render-plan.setup.tsx'

const reads = { readOnlyHint: true, openWorldHint: false }
const writes = { destructiveHint: true }
const long = { text: 'word '.repeat(100) }

const read = (id: string, more: Partial<GivenCall> = {}): GivenCall => ({
  id,
  annotations: reads,
  ...more,
})
const write = (id: string, more: Partial<GivenCall> = {}): GivenCall => ({
  id,
  annotations: writes,
  ...more,
})

const MOD_ENTER = { key: 'Enter', ctrlKey: true }
const ALLOW_ALL = { key: 'Enter', ctrlKey: true, shiftKey: true }
const ALLOW_READ_ONLY = { key: 'Enter', ctrlKey: true, altKey: true }
const DENY_ALL = { key: 'Escape', shiftKey: true }

const idsOf = (answers: readonly { calls: readonly (string | { id: string })[] }[]): string[] =>
  answers.flatMap(({ calls }) => calls.map((one) => (typeof one === 'string' ? one : one.id)))

let close = (): void => undefined
async function show(...[calls, layout = { list: 400 }]: [GivenCall[], { list: number }?]) {
  const plan = await renderPlan(calls, layout)
  close = plan.close
  return plan
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
})
afterEach(() => {
  close()
  cleanup()
  vi.useRealTimers()
})

describe('rows of a plan', () => {
  it('are a line where a call is declared read-only, and open where it is not', async () => {
    const { row } = await show([
      read('a'),
      write('b'),
      { id: 'c' },
      { id: 'd', annotations: { ...reads, ...writes } },
    ])
    const expanded = (id: string) =>
      row(id)?.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')
    expect(['a', 'b', 'c', 'd'].map(expanded)).toEqual(['false', 'true', 'true', 'true'])
    expect(row('a')?.textContent).toContain('path: a')
    expect(row('a')?.textContent).toContain('Read-only')
    expect(row('b')?.textContent).toContain('Destructive')
    expect(row('c')?.textContent).toContain('Undeclared')
    expect(row('d')?.textContent).toContain('Destructive')
  })

  it('are allowed one by one by keys, each the next that waits, in order', async () => {
    const { press, sent } = await show([read('a'), write('b'), read('c')])
    for (const _call of [1, 2, 3]) {
      press(MOD_ENTER)
      await passTime(700)
    }
    expect(idsOf(sent())).toEqual(['a', 'b', 'c'])
  })

  it('are marked, opened, moved to and denied by plain keys while one has the focus', async () => {
    const { press, row, sent, button } = await show([read('a'), read('b'), write('c')])
    press({ key: 'ArrowDown' })
    expect(document.activeElement).toBe(row('b'))
    press({ key: ' ' })
    await passTime(0)
    expect(button(/^Allow 1 marked/)).not.toBeNull()
    press({ key: 'Enter' })
    expect(row('b')?.querySelector('[aria-expanded=true]')).not.toBeNull()
    press({ key: 'Escape' })
    await passTime(10)
    expect(sent()).toEqual([{ decision: 'deny', calls: ['b'] }])
  })

  it('are said to be edited when a key would allow one that is', async () => {
    const { press, note, sent } = await show([write('a'), write('b')])
    fireEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    await passTime(700)
    ;(document.activeElement as HTMLElement).blur()
    press(ALLOW_READ_ONLY)
    expect(note()).toMatch(/^No waiting call is declared read-only/)
    press(MOD_ENTER)
    expect(note()).toMatch(/^This call is being edited/)
    expect(sent()).toEqual([])
  })
})

describe('calls of a plan that are allowed together', () => {
  it('are those that were in view, each with the hash of what its row drew, once', async () => {
    const { asks, button, sent } = await show([read('a'), write('b'), read('c')])
    const allow = button(/^Allow 3 shown/) as HTMLElement
    fireEvent.click(allow)
    fireEvent.click(allow)
    await passTime(10)
    const calls = asks.map((ask) => ({
      id: ask.id,
      shown: withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-once' }).shown,
    }))
    expect(sent()).toEqual([{ decision: 'allow-once', calls }])
  })

  /**
   * @threat unseen.in-a-plan
   * @attacker model
   * @tries Hides one bad call among many of one step, far down or folded, so that it is allowed with the others.
   * @stoppedBy A key or button allows those calls alone of which every part was in view for half a second, with nothing
   * folded, and none that is being edited; the key shows the next of the others instead; each once, as it was proposed,
   * by the hash of what its row drew. A call that is not declared read-only, or with a warning, stands open. A line
   * that does not hold all arguments is not the call: it is opened first. Main takes one press for one step, half a
   * second after the last call came.
   * @remains Who scrolls through without reading allows without having read.
   */
  it('are scrolled into view by the key, which says how many are left, and allows all by one press', async () => {
    const calls = ['a', 'b', 'c', 'd'].map((id) => write(id, { height: 60 }))
    const { press, sent, note, button } = await show(calls, { list: 200 })
    for (const left of [3, 2, 1]) {
      expect(button(/^Show the next/)).not.toBeNull()
      press(ALLOW_ALL)
      expect(note()).toMatch(new RegExp(`^${left} not read yet`))
      await passTime(700)
      expect(sent()).toEqual([])
    }
    expect(button(/^Allow 4 shown/)).not.toBeNull()
    press(ALLOW_ALL)
    await passTime(10)
    expect(sent().map(({ calls: sentCalls }) => sentCalls.length)).toEqual([4])
    expect(note()).toBe('')
  })

  /** @threat unseen.in-a-plan */
  it('are those in view alone, where the button that names their number is pressed', async () => {
    const calls = ['a', 'b', 'c', 'd'].map((id) => write(id, { height: 60 }))
    const { sent, button } = await show(calls, { list: 200 })
    fireEvent.click(button(/^Allow 1 shown/) as HTMLElement)
    await passTime(10)
    expect(idsOf(sent())).toEqual(['a'])
  })

  it('do not wait for one that the person edits', async () => {
    const { press, row, sent } = await show([write('a'), write('b'), write('c')])
    fireEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    await passTime(700)
    row('b')?.focus()
    press(ALLOW_ALL)
    await passTime(700)
    expect(idsOf(sent())).toEqual(['b', 'c'])
  })

  /** @threat unseen.in-a-plan */
  it('are not those with a part that is folded, until it is opened', async () => {
    const nested = (depth: number): JsonValue => (depth === 0 ? 'deep' : { in: nested(depth - 1) })
    const { press, note, sent, button } = await show([
      write('a', { arguments: { deep: nested(30) } }),
      write('b'),
    ])
    expect(button(/^Allow 1 shown/)).not.toBeNull()
    press(MOD_ENTER)
    expect(note()).toMatch(/^Parts of this call were folded/)
    expect(sent()).toEqual([])
    await passTime(700)
    press(MOD_ENTER)
    await passTime(10)
    expect(sent()).toMatchObject([{ calls: [{ id: 'a' }] }])
  })

  /**
   * @threat unseen.waived-in-a-plan
   * @attacker model
   * @tries Puts a call that changes or destroys something among many that read, so that it is allowed unopened with
   * them.
   * @stoppedBy Unopened calls are allowed only by a button whose words count them. Main refuses the whole answer when
   * one of them is not declared read-only, is declared destructive, or has a warning or text from elsewhere, whatever
   * the page claims. The record of each keeps how many were allowed so, and which.
   * @remains The declaration is the server’s own: a tool that lies about it runs unopened once. Only the page knows
   * what was in view; a page with hostile script can claim that all of it was.
   */
  it('include unopened reads only by a button that counts them, and are named in the answer', async () => {
    const { press, button, sent } = await show([
      read('a'),
      read('b', { arguments: long }),
      write('c'),
    ])
    expect(button(/^Allow 2 shown/)).not.toBeNull()
    expect(button(/^Allow 1 without opening it/)).not.toBeNull()
    expect(button(/^Allow all 2 read-only, 1 not in view/)).not.toBeNull()
    press(ALLOW_READ_ONLY)
    await passTime(10)
    expect(sent()).toMatchObject([{ calls: [{ id: 'a' }, { id: 'b' }], unopened: ['b'] }])
  })

  /** @threat unseen.in-a-plan */
  it('do not include a line that does not hold its call: the key opens it first', async () => {
    const { press, note, sent, row } = await show([read('a', { arguments: long }), read('b')])
    press(MOD_ENTER)
    expect(note()).toMatch(/^Its arguments did not fit the line/)
    expect(row('a')?.querySelector('[aria-expanded=true]')).not.toBeNull()
    await passTime(700)
    press(MOD_ENTER)
    await passTime(10)
    expect(sent()).toMatchObject([{ calls: [{ id: 'a' }] }])
  })

  it('are not allowed in the moment in which they appear, and the card says so', async () => {
    const { press, note, sent } = await show([read('a'), read('b'), read('c')])
    press(MOD_ENTER)
    press(MOD_ENTER)
    await passTime(10)
    press(MOD_ENTER)
    expect(note()).toMatch(/half a second|on its way/)
    expect(sent()).toHaveLength(1)
  })

  it('are not allowed, and the person sees why, when one of them has no text to verify', async () => {
    const { button, sent } = await show([write('a'), write('b', { arguments: { n: Infinity } })])
    fireEvent.click(button(/^Allow 2 shown/) as HTMLElement)
    await passTime(10)
    const notice = document.querySelector('[data-notice]')
    expect(notice?.textContent).toMatch(/^These calls cannot be allowed together/)
    expect(sent()).toEqual([])
  })
})

describe('all calls of a plan are denied by one press', () => {
  it.each([0, 10_000])('with the list scrolled to %i', async (top) => {
    const { press, sent, list } = await show(
      ['a', 'b', 'c', 'd'].map((id) => write(id)),
      { list: 120 },
    )
    list.scrollTop = top
    await passTime(100)
    press(DENY_ALL)
    await passTime(10)
    expect(sent()).toEqual([{ decision: 'deny', calls: ['a', 'b', 'c', 'd'] }])
  })

  /** @threat unseen.stalled-asks */
  it('also from a field in which a reason is being written, and while the card is out of view', async () => {
    const { press, sent } = await show([write('a'), write('b')])
    fireEvent.click(screen.getByRole('button', { name: 'Deny…' }))
    await passTime(10)
    expect(document.activeElement?.tagName).toBe('INPUT')
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, 9000, 600, 200),
    )
    press(DENY_ALL)
    await passTime(10)
    expect(sent()).toEqual([{ decision: 'deny', calls: ['a', 'b'] }])
  })
})

it('a lasting permission answers the calls in view that it covers, and counts the others', async () => {
  const calls = [
    read('a'),
    read('b'),
    write('c'),
    ...['d', 'e', 'f', 'g', 'h', 'i'].map((id) => read(id)),
  ]
  const { press, row, note, answers } = await show(calls, { list: 220 })
  row('a')?.focus()
  press({ key: 'Enter' })
  await passTime(700)
  fireEvent.click(screen.getByRole('button', { name: /Don’t ask again/ }))
  await passTime(700)
  const [inChat] = screen.getAllByRole('menuitem', { name: /In this chat/ })
  if (!inChat) throw new Error('No menu.')
  fireEvent.click(inChat)
  await passTime(100)
  const [answer] = answers() as { id: string; alike?: { id: string }[] }[]
  expect(answer?.id).toBe('a')
  const alike = answer?.alike?.map(({ id }) => id) ?? []
  expect(alike).toContain('b')
  expect(alike).not.toContain('c')
  expect(alike).not.toContain('i')
  expect(note()).toContain(`still ask: ${7 - alike.length}`)
})
