import { describe, expect, it } from 'vitest'
import { createStartGate, type StartTurn } from './start-gate.ts'

async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await Promise.resolve()
}

/** Turns that note in `begun` when they come. */
function queued(limit: number, count: number): { turns: StartTurn[]; begun: number[] } {
  const gate = createStartGate(limit)
  const begun: number[] = []
  const turns = Array.from({ length: count }, (_, index) => {
    const turn = gate.queue()
    void turn.come.then(() => begun.push(index))
    return turn
  })
  return { turns, begun }
}

describe('the start gate', () => {
  it('does not start every server at once, nor forget one that waits', async () => {
    const { turns, begun } = queued(2, 4)
    await settle()
    expect(begun).toEqual([0, 1])
    turns[0]?.leave()
    turns[0]?.leave()
    await settle()
    expect(begun).toEqual([0, 1, 2])
    turns[1]?.leave()
    await settle()
    expect(begun).toEqual([0, 1, 2, 3])
  })

  it('does not make a person wait for slow servers that nobody asked for', async () => {
    const { turns, begun } = queued(2, 4)
    turns[3]?.hurry()
    await settle()
    expect(begun).toEqual([0, 1, 3])
    turns[3]?.leave()
    turns[0]?.leave()
    await settle()
    expect(begun).toEqual([0, 1, 3, 2])
  })

  it('gives the turn of a start that was given up to the next', async () => {
    const { turns, begun } = queued(1, 3)
    turns[1]?.leave()
    turns[0]?.leave()
    await settle()
    expect(begun).toEqual([0, 1, 2])
  })
})
