import { expect, it } from 'vitest'
import { createManualClock } from './testing/index.ts'
import { createYielder } from './yielder.ts'

it('work that has its budget waits for nothing', () => {
  const clock = createManualClock()
  const pause = createYielder({ clock, timers: clock })
  expect(pause()).toBeUndefined()
})

it('a clock that was set back lets no work go on without end', () => {
  const clock = createManualClock()
  clock.advance(3_600_000)
  let isBack = false
  const now = (): number => clock.now() - (isBack ? 3_600_000 : 0)
  const pause = createYielder({ clock: { now }, timers: clock })
  expect(pause()).toBeUndefined()
  isBack = true
  expect(pause()).toBeInstanceOf(Promise)
  clock.advance(1)
  expect(pause()).toBeUndefined()
})

it('of a hundred that wait, each turn lets one go on', async () => {
  const clock = createManualClock()
  const tasks: (() => void)[] = []
  const pause = createYielder({
    clock,
    timers: { after: (_ms, task) => (tasks.push(task), () => undefined) },
  })
  const finished: number[] = []
  const work = async (name: number): Promise<void> => {
    await pause()
    // As long as a turn may take.
    clock.advance(8)
    finished.push(name)
  }
  clock.advance(8)
  const all = Promise.all(Array.from({ length: 100 }, (_, name) => work(name)))
  for (let turn = 0; turn < 100; turn += 1) {
    expect(tasks).toHaveLength(1)
    tasks.pop()?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(finished).toHaveLength(turn + 1)
  }
  await all
  expect(finished).toEqual(Array.from({ length: 100 }, (_, name) => name))
  expect(tasks).toEqual([])
})
