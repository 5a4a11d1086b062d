import { expect, it } from 'vitest'
import { createManualClock } from '../../testing/index.ts'
import { throttle } from './throttle.ts'

it('what changes often is reported at once, then at most once in a while, the latest last', () => {
  const timers = createManualClock()
  const reported: number[] = []
  const notify = throttle<number>(1000, timers, (value) => reported.push(value))
  for (let value = 0; value < 100; value += 1) notify(value)
  expect(reported).toEqual([0])
  timers.advance(1000)
  expect(reported).toEqual([0, 99])
  timers.advance(5000)
  notify(100)
  expect(reported).toEqual([0, 99, 100])
})
