import type { Disposable } from '@gatehouse/base'
import type { Timers } from './ports/index.ts'

/** The same timers with an owner: none fires once it is disposed, and none can be set from then on. */
export function ownTimers(timers: Timers): Timers & Disposable {
  const cancels = new Set<() => void>()
  let isDisposed = false
  return {
    after(ms, task) {
      if (isDisposed) return () => undefined
      const cancel = timers.after(ms, () => {
        cancels.delete(end)
        task()
      })
      const end = (): void => {
        cancels.delete(end)
        cancel()
      }
      cancels.add(end)
      return end
    },
    dispose() {
      isDisposed = true
      for (const end of cancels) end()
    },
  }
}
