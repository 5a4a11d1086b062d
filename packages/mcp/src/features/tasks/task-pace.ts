import { MAX_POLL_MS } from './task-schemas.ts'

/** A little later than wished, so that many tasks are not asked for in the same moment. */
const JITTER = 0.1

/** Milliseconds until a task is asked for again. `strikes`: failures in a row, each of which doubles it. */
export function pollDelay(pollIntervalMs: number, strikes: number): number {
  const wished = pollIntervalMs * (1 + Math.random() * JITTER)
  return Math.min(MAX_POLL_MS * (1 + JITTER), wished * 2 ** Math.min(strikes, 10))
}
