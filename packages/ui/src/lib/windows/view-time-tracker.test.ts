import { expect, it } from 'vitest'
import { ViewTimeTracker, type ViewedPart } from './view-time-tracker.ts'

/** Looks at a part once, and then every 100 ms, `times` more often. */
function lookAt(extent: ViewTimeTracker, part: Partial<ViewedPart>, times: number): void {
  const { from = 0, height = 200, to = height, width = 600, ...more } = part
  for (let time = 0; time <= times; time += 1)
    extent.look({ from, to, height, width, ...more }, 100)
}

it('is seen only once every part of it was in view for half a second', () => {
  const extent = new ViewTimeTracker()
  const look = (from: number, to: number, times: number) =>
    lookAt(extent, { from, to, height: 1000 }, times)
  look(0, 600, 5)
  expect(extent.isWhole).toBe(false)
  look(700, 1000, 5)
  // 600 to 700 was scrolled past.
  expect(extent.isWhole).toBe(false)
  expect(extent.firstUnseen).toBe(600)
  look(560, 760, 4)
  expect(extent.isWhole).toBe(false)
  look(560, 760, 0)
  expect(extent.isWhole).toBe(true)
  expect(extent.firstUnseen).toBeNull()
})

it('is unseen again when it grew, and counts no time in which the page stood still', () => {
  const extent = new ViewTimeTracker()
  const all = { from: 0, to: 200, height: 200, width: 600 }
  extent.look(all, 100)
  extent.look(all, 60_000)
  expect(extent.isWhole).toBe(false)
  lookAt(extent, {}, 5)
  expect(extent.isWhole).toBe(true)
  extent.look({ ...all, height: 400 }, 100)
  expect(extent.isWhole).toBe(false)
  expect(new ViewTimeTracker().isWhole).toBe(false)
})

it('is unseen again when it shrank or has another width: what was below slid into what was counted', () => {
  for (const after of [{ height: 500 }, { height: 1000, width: 590 }]) {
    const extent = new ViewTimeTracker()
    lookAt(extent, { height: 1000, to: 600 }, 5)
    expect(extent.firstUnseen).toBe(600)
    extent.look({ from: 500, to: 500, width: 600, ...after }, 100)
    expect(extent.firstUnseen).toBe(0)
    lookAt(extent, { ...after, to: 100 }, 9)
    expect(extent.firstUnseen).toBe(96)
  }
})

it('is unseen again when it grew by little at a time', () => {
  const extent = new ViewTimeTracker()
  lookAt(extent, {}, 5)
  for (let height = 204; height <= 216; height += 4) lookAt(extent, { height, to: 200 }, 0)
  expect(extent.firstUnseen).toBe(0)
})

it('stays seen when only the buttons below it wrap', () => {
  const extent = new ViewTimeTracker()
  lookAt(extent, { height: 240, content: 200 }, 5)
  expect(extent.isWhole).toBe(true)
  extent.look({ from: 0, to: 100, height: 208, width: 600, content: 200 }, 100)
  expect(extent.isWhole).toBe(true)
})

it('counts only what was in view at both looks, and nothing after it was out of view', () => {
  const extent = new ViewTimeTracker()
  const look = (from: number, to: number) => extent.look({ from, to, height: 480, width: 600 }, 200)
  for (let time = 0; time < 9; time += 1) {
    look(0, 240)
    look(240, 480)
  }
  expect(extent.firstUnseen).toBe(0)
  for (let time = 0; time < 9; time += 1) {
    look(0, 480)
    extent.look(null, 200)
  }
  expect(extent.firstUnseen).toBe(0)
})
