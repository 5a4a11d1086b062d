import { expect, it } from 'vitest'
import { createSeenCalls, type CallDisplay, type ViewedCall } from './seen-calls.ts'

const all = { from: 0, to: 200, height: 200, width: 600 }
const inView: ViewedCall = { card: all, changes: all, arguments: all }

function calls() {
  let now = 0
  const seen = createSeenCalls(() => now)
  return {
    seen,
    view: () => seen.views().get('a'),
    look(passed: number, viewed: Partial<ViewedCall> = {}, display: CallDisplay = 'whole') {
      now += passed
      seen.look('a', { ...inView, ...viewed, display })
    },
  }
}

it('a row that comes back begins to be in view then, not when it went', () => {
  const { seen, view, look } = calls()
  look(0)
  for (let time = 0; time < 3; time += 1) look(100)
  seen.leave('a')
  look(60_000)
  look(100)
  expect(view()?.isRead).toBe(false)
  look(100)
  expect(view()?.isRead).toBe(true)
})

it('a list that scrolls by itself is seen only once all of it was scrolled through', () => {
  for (const part of ['changes', 'arguments'] as const) {
    const { seen, view, look } = calls()
    const long = { ...all, height: 400 }
    for (let time = 0; time < 9; time += 1) look(100, { [part]: long })
    expect(view()?.isRead).toBe(false)
    expect(seen.firstUnseen('a')).toMatchObject({ card: null, [part]: 192 })
    for (let time = 0; time < 9; time += 1) look(100, { [part]: { ...long, from: 190, to: 400 } })
    expect(view()?.isRead).toBe(true)
  }
})

it('a line that does not hold all of its call is viewed and not read, until it was open', () => {
  const { view, look } = calls()
  for (let time = 0; time < 9; time += 1) look(100, {}, 'line')
  expect(view()).toMatchObject({ isViewed: true, isRead: false })
  for (let time = 0; time < 9; time += 1) look(100, {}, 'whole')
  look(100, {}, 'line')
  expect(view()?.isRead).toBe(true)
})

it('a call that is changed or refused is read anew after that', () => {
  const { view, look } = calls()
  for (let time = 0; time < 9; time += 1) look(100)
  look(100, { card: null, changes: null, arguments: null }, 'busy')
  expect(view()?.isRead).toBe(false)
  look(100, {}, 'line')
  expect(view()?.isRead).toBe(false)
})
