/** Resolves after `ms` milliseconds, or at once when `signal` is aborted. Never rejects. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal?.addEventListener('abort', finish, { once: true })
    if (signal?.aborted) finish()
  })
}

/** The promise's outcome, or nothing once `ms` are over or `signal` is aborted; leaves no timer. */
export async function withTimeout<T>(
  promise: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const done = new AbortController()
  const end = () => done.abort()
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  try {
    return await Promise.race([promise, delay(ms, done.signal).then(() => undefined)])
  } finally {
    end()
    signal?.removeEventListener('abort', end)
  }
}
