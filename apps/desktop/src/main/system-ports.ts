import { createHash, randomBytes } from 'node:crypto'
import type { Clock, Digest, IdSource, Timers } from '@gatehouse/host/ports'

export const systemClock: Clock = { now: () => Date.now() }

export const systemTimers: Timers = {
  after(ms, task) {
    // Node runs the timers that are due one after the other in one turn, also those that were set meanwhile.
    if (ms <= 0) {
      const immediate = setImmediate(task)
      return () => clearImmediate(immediate)
    }
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}

export const sha256: Digest = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
}

/** Nine digits of time in base 36, a counter for the same millisecond, and 80 random bits. */
export function createIdSource(now: () => number = Date.now): IdSource {
  let last = 0
  let count = 0
  return {
    next() {
      const time = Math.max(now(), last)
      count = time === last ? count + 1 : 0
      last = time
      const order = time.toString(36).padStart(9, '0') + count.toString(36).padStart(4, '0')
      return `${order}-${randomBytes(10).toString('hex')}`
    },
    timeOf(id) {
      const [, time] = /^([0-9a-z]{9})[0-9a-z]{4,}-[0-9a-f]{20}$/.exec(id) ?? []
      return time === undefined ? undefined : Number.parseInt(time, 36)
    },
  }
}
