import { expect, it } from 'vitest'
import { SeenExtent } from './seen-extent.ts'

it('is seen only once every part of it was in view for half a second', () => {
  const extent = new SeenExtent()
  const look = (from: number, to: number, times: number) => {
    for (let time = 0; time < times; time += 1) extent.look({ from, to, height: 1000 }, 100)
  }
  look(0, 600, 5)
  expect(extent.isWhole).toBe(false)
  look(700, 1000, 5)
  // 600 to 700 was scrolled past.
  expect(extent.isWhole).toBe(false)
  expect(extent.unseenFrom).toBe(600)
  look(560, 760, 4)
  expect(extent.isWhole).toBe(false)
  look(560, 760, 1)
  expect(extent.isWhole).toBe(true)
  expect(extent.unseenFrom).toBeNull()
})

it('is unseen again when it grew, and counts no time in which the page stood still', () => {
  const extent = new SeenExtent()
  extent.look({ from: 0, to: 200, height: 200 }, 60_000)
  expect(extent.isWhole).toBe(false)
  for (let time = 0; time < 5; time += 1) extent.look({ from: 0, to: 200, height: 200 }, 100)
  expect(extent.isWhole).toBe(true)
  extent.look({ from: 0, to: 200, height: 400 }, 100)
  expect(extent.isWhole).toBe(false)
  expect(new SeenExtent().isWhole).toBe(false)
})
