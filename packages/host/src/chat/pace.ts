import type { HostDependencies } from '../dependencies.ts'

/** Milliseconds of one turn of the event loop that work of many parts may take. */
const TURN_MS = 8

/** Between the parts of such work: nothing to wait for, or a later turn once this one was used. */
export type Pace = () => Promise<void> | undefined

export function createPace({ clock, timers }: Pick<HostDependencies, 'clock' | 'timers'>): Pace {
  let began = clock.now()
  return () => {
    if (clock.now() - began < TURN_MS) return undefined
    return new Promise((resolve) => {
      timers.after(0, () => {
        began = clock.now()
        resolve()
      })
    })
  }
}
