import type { Disposable } from '@gatehouse/base'
import type { Timers } from './ports/index.ts'

/** The same timers with an owner: none fires once it is disposed, and none can be set from then on. */
export function ownTimers(timers: Timers): Timers & Disposable {
  const running = new Set<Disposable>()
  let isDisposed = false
  return {
    after(ms, task) {
      if (isDisposed) return () => undefined
      const cancel = timers.after(ms, () => {
        running.delete(timer)
        task()
      })
      const timer: Disposable = {
        dispose() {
          running.delete(timer)
          cancel()
        },
      }
      running.add(timer)
      return () => timer.dispose()
    },
    dispose() {
      isDisposed = true
      for (const timer of running) timer.dispose()
    },
  }
}
