import type { Readable } from 'node:stream'

/** Milliseconds of one turn of the event loop that the output of one process may take. */
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
