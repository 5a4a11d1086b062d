import { hasTime, inLaterIteration } from '@gatehouse/base'
import type { Readable } from 'node:stream'

/**
 * Reads a stream in slices of time, so that other work runs in between: the system hands over up to 2 MB
 * at once, which for small messages is half a second of work. A process that writes faster than it is
 * read has to wait, and so does one whose chunk is still being handled.
 */
export function readInSlices(
  stream: Readable,
  take: (chunk: Buffer) => Promise<void> | undefined | void,
): void {
  stream.on('data', (chunk: Buffer) => {
    // Its time begins before the chunk is dealt with.
    hasTime()
    const busy = take(chunk)
    if (stream.isPaused()) return
    if (busy) {
      stream.pause()
      void busy.then(() => stream.resume())
    } else if (!hasTime()) {
      stream.pause()
      inLaterIteration(() => stream.resume())
    }
  })
}

/** A piece of work that gives what is left of it, to be done in a later turn. */
export type Step = () => Step | undefined

/** Steps in their order, at once where nothing waits and the turn has time. */
export interface WorkQueue {
  take(step: Step): void
  /** Resolves when nothing waits; `undefined` when that is so now. */
  idle(): Promise<void> | undefined
}

/** Does what is taken in its order, and lets everything else have its turn between the parts of large work. */
export function createWorkQueue(): WorkQueue {
  let steps: Step[] = []
  let idle: Promise<void> | undefined
  let settle = (): void => undefined

  function goOn(): void {
    let done = 0
    let rest: Step | undefined
    try {
      do {
        const step = steps[done]
        done += 1
        rest = step?.()
      } while (!rest && done < steps.length && hasTime())
    } finally {
      // One that throws holds up nothing but itself.
      steps = rest ? [rest, ...steps.slice(done)] : steps.slice(done)
      if (steps.length > 0) inLaterIteration(goOn)
      else {
        idle = undefined
        settle()
      }
    }
  }

  function wait(step: Step): void {
    steps.push(step)
    if (idle) return
    idle = new Promise((resolve) => (settle = resolve))
    inLaterIteration(goOn)
  }

  return {
    take(step) {
      if (idle || !hasTime()) return wait(step)
      const rest = step()
      if (rest) wait(rest)
    },
    idle: () => idle,
  }
}
