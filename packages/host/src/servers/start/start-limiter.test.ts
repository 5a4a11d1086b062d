import { describe, expect, it } from 'vitest'
import { createStartLimiter } from './start-limiter.ts'

async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await Promise.resolve()
}

/** Slots that are noted in `begun` when they are granted. */
function queued(limit: number, count: number) {
  const due: (() => void)[] = []
  const limiter = createStartLimiter(limit, {
    after(_ms, task) {
      due.push(task)
      return () => void due.splice(due.indexOf(task), 1)
    },
  })
  const begun: number[] = []
  const slots = Array.from({ length: count }, (_, index) => {
    const slot = limiter.request()
    void slot.granted.then(() => begun.push(index))
    return slot
  })
  return { slots, begun, due }
}

describe('the start limiter', () => {
  it('does not start every server at once, nor forget one that waits', async () => {
    const { slots, begun } = queued(2, 4)
    await settle()
    expect(begun).toEqual([0, 1])
    slots[0]?.release()
    slots[0]?.release()
    await settle()
    expect(begun).toEqual([0, 1, 2])
    slots[1]?.release()
    await settle()
    expect(begun).toEqual([0, 1, 2, 3])
  })

  it('does not make a person wait for slow servers that nobody asked for', async () => {
    const { slots, begun } = queued(2, 4)
    slots[3]?.skipQueue()
    await settle()
    expect(begun).toEqual([0, 1, 3])
    slots[3]?.release()
    slots[0]?.release()
    await settle()
    expect(begun).toEqual([0, 1, 3, 2])
  })

  it('lets the next one begin beside a start that waits for long, and counts it only once', async () => {
    const { slots, begun, due } = queued(1, 3)
    await settle()
    expect(begun).toEqual([0])
    due[0]?.()
    await settle()
    expect(begun).toEqual([0, 1])
    slots[0]?.release()
    await settle()
    expect(begun).toEqual([0, 1])
    slots[1]?.release()
    await settle()
    expect(begun).toEqual([0, 1, 2])
  })

  it('gives the slot of a start that was cancelled to the next', async () => {
    const { slots, begun } = queued(1, 3)
    slots[1]?.release()
    slots[0]?.release()
    await settle()
    expect(begun).toEqual([0, 1, 2])
  })
})
