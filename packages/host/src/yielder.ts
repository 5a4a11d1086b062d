import type { HostDependencies } from './dependencies.ts'

/** Milliseconds of one turn of the event loop that work of many parts may take. */
const BUDGET_MS = 8

/** Between the parts of such work: nothing to wait for, or a later turn once this one was used. */
export type Yielder = () => Promise<void> | undefined

/**
 * A budget that everything shares that calls it. What waits for a later turn gets one of its own: all that
 * a turn let continue at once would be one long turn again.
 */
export function createYielder({
  clock,
  timers,
}: Pick<HostDependencies, 'clock' | 'timers'>): Yielder {
  let began = clock.now()
  const waiting: (() => void)[] = []
  const nextTurn = (): void => {
    began = clock.now()
    waiting.shift()?.()
    if (waiting.length > 0) timers.after(0, nextTurn)
  }
  return () => {
    const used = clock.now() - began
    // After the clock was set back the difference is meaningless.
    if (used >= 0 && used < BUDGET_MS) return undefined
    return new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) timers.after(0, nextTurn)
    })
  }
}
