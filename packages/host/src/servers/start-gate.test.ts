import { describe, expect, it } from 'vitest'
import { createStartGate, type StartSlot } from './start-gate.ts'

async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await Promise.resolve()
}

/** Slots that are noted in `begun` when they are granted. */
function queued(limit: number, count: number): { slots: StartSlot[]; begun: number[] } {
  const gate = createStartGate(limit)
  const begun: number[] = []
  const slots = Array.from({ length: count }, (_, index) => {
    const slot = gate.request()
    void slot.granted.then(() => begun.push(index))
    return slot
  })
  return { slots, begun }
}

describe('the start gate', () => {
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

  it('gives the turn of a start that was given up to the next', async () => {
    const { slots, begun } = queued(1, 3)
    slots[1]?.release()
    slots[0]?.release()
    await settle()
    expect(begun).toEqual([0, 1, 2])
  })
})
