import { afterEach, expect, it, vi } from 'vitest'
import { waitForFreshIteration, yieldIfBudgetSpent } from './event-loop.ts'

const nextIteration = () => new Promise((resolve) => setImmediate(resolve))

/** A clock that moves by hand; work takes the time that it is given. */
function stoppedClock(): { advance(ms: number): void } {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return { advance: (ms) => void (now += ms) }
}

afterEach(nextIteration)

it('work waits for nothing while the iteration has time', () => {
  const clock = stoppedClock()
  expect(yieldIfBudgetSpent()).toBeUndefined()
  clock.advance(7)
  expect(yieldIfBudgetSpent()).toBeUndefined()
})

it('all share one budget, and have a fresh one in the next iteration', async () => {
  const clock = stoppedClock()
  await nextIteration()
  expect(yieldIfBudgetSpent()).toBeUndefined()
  clock.advance(8)
  await yieldIfBudgetSpent()
  expect(yieldIfBudgetSpent()).toBeUndefined()
})

it('of a hundred that wait, each iteration lets one go on', async () => {
  const clock = stoppedClock()
  const finished: number[] = []
  const all = Promise.all(
    Array.from({ length: 100 }, async (_, name) => {
      await waitForFreshIteration()
      clock.advance(8)
      finished.push(name)
    }),
  )
  for (let done = 0; done < 100; done += 1) {
    const before = finished.length
    await nextIteration()
    expect(finished.length - before).toBeLessThanOrEqual(1)
  }
  await all
  expect(finished).toEqual(Array.from({ length: 100 }, (_, name) => name))
})
