import type { Timers } from '../../ports/index.ts'

/** Calls `action` with the first value at once and then, at most once per `intervalMs`, with the latest. */
export function throttle<Value>(
  intervalMs: number,
  timers: Timers,
  action: (value: Value) => void,
): (value: Value) => void {
  let isPausing = false
  let pending: { value: Value } | null = null
  const run = (value: Value): void => {
    isPausing = true
    pending = null
    action(value)
    timers.after(intervalMs, () => {
      isPausing = false
      if (pending) run(pending.value)
    })
  }
  return (value) => {
    if (isPausing) pending = { value }
    else run(value)
  }
}
