import { GatehouseError } from '@gatehouse/domain'
import type { Clock } from '../ports/index.ts'

const WINDOW_MS = 60_000
/** A tool loop of a busy server stays below; one that runs away does not. */
const MAX_IN_WINDOW = 60

/** Bounds how often one server may ask, so that a loop cannot wear a person down. */
export interface RequestLimit {
  /** Throws `request/too-many`. */
  take(serverName: string): void
}

export function createRequestLimit(clock: Clock): RequestLimit {
  let times: number[] = []
  return {
    take(serverName) {
      const now = clock.now()
      times = times.filter((time) => now - time < WINDOW_MS)
      if (times.length >= MAX_IN_WINDOW)
        throw new GatehouseError(
          'request/too-many',
          `${serverName} asked more than ${MAX_IN_WINDOW} times in a minute; what it asks beyond that is refused.`,
        )
      times.push(now)
    },
  }
}
