import { raceAbort } from '@gatehouse/base'

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

/** Resolves after `ms`, or rejects when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await raceAbort(done, signal)
  } finally {
    clearTimeout(timer)
  }
}
