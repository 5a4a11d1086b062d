import { expect, it } from 'vitest'
import { scaleOf, ticksOf } from './chart-scale.ts'

it.each([
  [0, 290.5, [0, 100, 200, 300]],
  [-35, 20, [-40, -20, 0, 20]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [5, 5, [4, 6]],
  [0, 0, [0, 0.25]],
  [0, 1e12, [0, 2.5e11, 5e11, 7.5e11, 1e12]],
])('the ticks of %s to %s are round and hold both', (min, max, ticks) => {
  expect(ticksOf(min, max)).toEqual(ticks)
})

it('a scale maps the first and the last tick to the ends', () => {
  const y = scaleOf([0, 50, 100], 200, 0)
  expect([y(0), y(25), y(100)]).toEqual([200, 150, 0])
})
