import type { Readable } from 'node:stream'

/** Milliseconds of one turn of the event loop that one stream or queue may take. */
const TURN_MS = 8

/**
 * Gives the chunks of a stream, but lets everything else have its turn in between: the system hands over
 * up to 2 MB at once, which for small messages is half a second of work. A process that writes faster
 * than it is read has to wait, and so does one whose chunk is still being dealt with.
 */
export function readFairly(
  stream: Readable,
  take: (chunk: Buffer) => Promise<void> | undefined | void,
): void {
  let turnStarted: number | undefined
  stream.on('data', (chunk: Buffer) => {
    if (turnStarted === undefined) {
      turnStarted = performance.now()
      setImmediate(() => (turnStarted = undefined))
    }
    const busy = take(chunk)
    if (stream.isPaused()) return
    if (busy) {
      stream.pause()
      void busy.then(() => stream.resume())
    } else if (performance.now() - turnStarted >= TURN_MS) {
      stream.pause()
      setImmediate(() => stream.resume())
    }
  })
}

/** A piece of work that gives what is left of it, to be done in a later turn. */
export type Step = () => Step | undefined

/** Steps in their order, at once where nothing waits. */
export interface WorkQueue {
  take(step: Step): void
  /** Resolves when nothing waits; `undefined` when that is so now. */
  idle(): Promise<void> | undefined
}

/** Does what is taken in its order, and lets everything else have its turn between the parts of large work. */
export function createWorkQueue(): WorkQueue {
  const waiting: Step[] = []
  let idle: Promise<void> | undefined
  let settle = (): void => undefined

  function goOn(): void {
    const started = performance.now()
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const rest = step()
      if (rest) waiting.unshift(rest)
      if (rest || performance.now() - started > TURN_MS) break
    }
    if (waiting.length > 0) {
      setImmediate(goOn)
      return
    }
    idle = undefined
    settle()
  }

  return {
    take(step) {
      if (idle) {
        waiting.push(step)
        return
      }
      const rest = step()
      if (!rest) return
      waiting.push(rest)
      idle = new Promise((resolve) => (settle = resolve))
      setImmediate(goOn)
    },
    idle: () => idle,
  }
}
