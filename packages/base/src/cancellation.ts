/** A signal for work that only the person ends. */
export const NEVER_ABORTED: AbortSignal = new AbortController().signal

/** Runs `task` after `ms` milliseconds; the returned function cancels it. A clock of a test may take its place. */
interface Timers {
  after(ms: number, task: () => void): () => void
}

const systemTimers: Timers = {
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * The promise's outcome, or a rejection with the signal's reason if that is aborted first. The work behind the
 * promise continues: others may wait for it too.
 */
export function raceAbort<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Resolves after `ms` milliseconds, or at once when `signal` is aborted. Never rejects. */
export function delay(
  ms: number,
  signal: AbortSignal = NEVER_ABORTED,
  timers = systemTimers,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = timers.after(ms, finish)
    signal.addEventListener('abort', finish, { once: true })
    if (signal.aborted) finish()
  })
}

interface TimeLimit<Late> {
  /** Ends the wait early, as the time limit does. */
  signal?: AbortSignal | undefined
  /** Its result or error is the outcome when the promise is late; without it that is `undefined`. */
  onTimeout?: () => Late
  timers?: Timers
}

/**
 * The promise's outcome, or that of `onTimeout` once `ms` milliseconds are over or `signal` is aborted. Leaves no
 * timer. The work behind the promise continues; a later rejection of it is ignored.
 */
export async function withTimeout<T, Late = undefined>(
  promise: PromiseLike<T>,
  ms: number,
  { signal = NEVER_ABORTED, onTimeout, timers }: TimeLimit<Late> = {},
): Promise<T | Late> {
  const done = new AbortController()
  const end = (): void => done.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    const late = delay(ms, done.signal, timers).then(() => LATE)
    const outcome = await Promise.race([promise, late])
    if (outcome !== LATE) return outcome as T
    return onTimeout?.() as Late
  } finally {
    end()
    signal.removeEventListener('abort', end)
  }
}

const LATE = Symbol('late')
