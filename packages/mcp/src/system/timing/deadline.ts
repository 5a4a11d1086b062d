import { createPausableTimeouts } from './pausable-timeouts.ts'

/** A signal that is aborted by its parent or when its time is over. */
export interface Deadline {
  readonly signal: AbortSignal
  /** True when the time was over before the parent was aborted. */
  expired(): boolean
  dispose(): void
}

/** `AbortSignal.any` and `AbortSignal.timeout` in one, for runtimes that lack the first. */
export function createDeadline(
  ms: number,
  parent: AbortSignal,
  timeouts = createPausableTimeouts(),
): Deadline {
  const controller = new AbortController()
  let expired = false
  const timer = timeouts.start(ms, () => {
    expired = true
    controller.abort(new Error(`No response within ${ms} ms.`))
  })
  const onAbort = () => controller.abort(parent.reason)
  parent.addEventListener('abort', onAbort, { once: true })
  if (parent.aborted) onAbort()
  return {
    signal: controller.signal,
    expired: () => expired,
    dispose() {
      timer.stop()
      parent.removeEventListener('abort', onAbort)
    },
  }
}
