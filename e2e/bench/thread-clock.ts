/** Share of a time span in which a thread of another process could not run, by Linux's count. */
import { threadTimes, type ThreadTimes } from '../fuzz/meters/processes.ts'

const LOOK_MS = 10
const KEPT_MS = 120_000

export interface ThreadClock {
  /** Milliseconds in which the thread was ready to run and no processor took it; times since the epoch. */
  waitedBetween(from: number, to: number): number
  close(): void
}

/** Follows the main thread of a process from now on. */
export function followThread(pid: number): ThreadClock {
  const looks: ({ at: number } & ThreadTimes)[] = []
  const look = (): void => {
    const times = threadTimes(pid)
    const at = performance.timeOrigin + performance.now()
    if (times) looks.push({ at, ...times })
    while (looks[0] && looks[0].at < at - KEPT_MS) looks.shift()
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    waitedBetween(from, to) {
      look()
      // Only what was surely within it counts: a look before and one after it would take in other waits.
      const first = looks.find(({ at }) => at >= from)
      const last = looks.findLast(({ at }) => at <= to)
      return first && last ? Math.max(0, last.waited - first.waited) : 0
    },
    close: () => clearInterval(timer),
  }
}
