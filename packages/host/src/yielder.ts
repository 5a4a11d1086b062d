import type { HostDependencies } from './dependencies.ts'

/** Milliseconds of one turn of the event loop that work of many parts may take. */
const BUDGET_MS = 8

/** Between the parts of such work: nothing to wait for, or a later turn once this one was used. */
export type Yielder = () => Promise<void> | undefined

export function createYielder({
  clock,
  timers,
}: Pick<HostDependencies, 'clock' | 'timers'>): Yielder {
  let began = clock.now()
  return () => {
    if (clock.now() - began < BUDGET_MS) return undefined
    return new Promise((resolve) => {
      timers.after(0, () => {
        began = clock.now()
        resolve()
      })
    })
  }
}
