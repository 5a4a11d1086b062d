/** Waits for what others wait for too: an abort ends the waiting, never the task. */
export function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('Ended.'))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
