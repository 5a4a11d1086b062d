/** Thrown inside this package when a signal fires; its owner says what that meant. */
const ABORTED = new Error('aborted')
ABORTED.name = 'AbortError'

/** Waits for `task`, or rejects with {@link ABORTED} at once when the signal fires. */
export function untilAborted<T>(task: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(ABORTED)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(task)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A controller that also fires when `signal` does. `dispose` takes the link away. */
export function linkedController(signal: AbortSignal): {
  controller: AbortController
  dispose: () => void
} {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return { controller, dispose: () => signal.removeEventListener('abort', abort) }
}

/** Resolves after `ms`, or rejects with {@link ABORTED}. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await untilAborted(done, signal)
  } finally {
    clearTimeout(timer)
  }
}
