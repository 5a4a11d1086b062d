import { expect, it } from 'vitest'
import { createSeenCalls, type ViewedCall } from './seen-calls.ts'

const all = { from: 0, to: 200, height: 200, width: 600 }
const inView: ViewedCall = { card: all, changes: all, arguments: all }

function calls() {
  let now = 0
  const seen = createSeenCalls(() => now)
  return {
    seen,
    look(passed: number, viewed: Partial<ViewedCall> = {}, isWaived = false) {
      now += passed
      seen.look('a', { ...inView, ...viewed, isOpen: true, isWaived })
    },
  }
}

it('a card that comes back begins to be in view then, not when it went', () => {
  const { seen, look } = calls()
  look(0)
  for (let time = 0; time < 3; time += 1) look(100)
  seen.leave('a')
  look(60_000)
  look(100)
  expect(seen.whole().has('a')).toBe(false)
  look(100)
  expect(seen.whole().get('a')).toBe('seen')
})

it('a list that scrolls by itself is seen only once all of it was scrolled through', () => {
  for (const part of ['changes', 'arguments'] as const) {
    const { seen, look } = calls()
    const long = { ...all, height: 400 }
    for (let time = 0; time < 9; time += 1) look(100, { [part]: long })
    expect(seen.whole().has('a')).toBe(false)
    expect(seen.firstUnseen('a')).toMatchObject({ card: null, [part]: 192 })
    for (let time = 0; time < 9; time += 1) look(100, { [part]: { ...long, from: 190, to: 400 } })
    expect(seen.whole().has('a')).toBe(true)
  }
})

it('a call with something that need not be shown is distinguished from one seen in full', () => {
  const { seen, look } = calls()
  for (let time = 0; time < 9; time += 1) look(100, {}, true)
  expect(seen.whole().get('a')).toBe('waived')
  look(100)
  expect(seen.whole().get('a')).toBe('seen')
})
