import type { Page } from 'playwright-core'
import type { Delay } from './delays.ts'
import { threadTimes, type ThreadTimes } from './processes.ts'

const STEP_MS = 25
const KEPT_MS = 60
/** Times of the last so many looks are kept, enough for one that is collected late. */
const HISTORY_MS = 60_000

interface Probe {
  gaps: { at: number; gap: number }[]
  looks: number
  /** While a profile is taken. */
  isPaused: boolean
}

/**
 * Puts a task into the page that notes when it is late, as a key that is pressed would be: it goes before what is less
 * urgent, as keys do. Does nothing where there is one.
 */
export async function placeProbe(page: Page): Promise<void> {
  await page.evaluate(
    ([step, kept]) => {
      const holder = window as unknown as { __attackProbe?: Probe }
      if (holder.__attackProbe) return
      const probe: Probe = { gaps: [], looks: 0, isPaused: false }
      holder.__attackProbe = probe
      let last = performance.now()
      const look = (): void => {
        const now = performance.now()
        probe.looks += 1
        if (now - last - step > kept && !probe.isPaused)
          probe.gaps.push({ at: performance.timeOrigin + now, gap: now - last - step })
        last = now
        lookAgain()
      }
      const lookAgain = (): void =>
        void scheduler.postTask(look, { priority: 'user-blocking', delay: step })
      lookAgain()
    },
    [STEP_MS, KEPT_MS] as const,
  )
}

/**
 * Tells for each late timer of the page how much of the delay was the window's own, by what Linux says
 * of the renderer's main thread: a page cannot see that itself, so it is read from outside.
 */
export function createWindowMeter() {
  const history: ({ at: number } & ThreadTimes)[] = []
  let pid: number | undefined
  const look = () => {
    const times = pid === undefined ? undefined : threadTimes(pid)
    const at = Date.now()
    if (times) history.push({ at, ...times })
    while (history[0] && history[0].at < at - HISTORY_MS) history.shift()
  }
  const timer = setInterval(look, STEP_MS)
  /** Times at a moment, between the two looks around it. */
  const timesAt = (at: number): ThreadTimes | undefined => {
    const next = history.find((entry) => entry.at >= at) ?? history.at(-1)
    const before = history.findLast((entry) => entry.at <= at) ?? next
    if (!next || !before) return undefined
    const share = next.at === before.at ? 0 : (at - before.at) / (next.at - before.at)
    const between = (a: number, b: number) => a + (b - a) * Math.min(1, Math.max(0, share))
    return { ran: between(before.ran, next.ran), waited: between(before.waited, next.waited) }
  }
  const judge = ({ at, gap }: Probe['gaps'][number]): Delay => {
    const start = timesAt(at - gap - STEP_MS)
    const end = timesAt(at)
    if (!start || !end) return { at, late: gap, own: 0, busy: 0 }
    const own = Math.max(0, gap - (end.waited - start.waited))
    return { at, late: gap, own, busy: Math.min(own, end.ran - start.ran) }
  }
  return {
    /** Follows another renderer; forgets the one before. */
    follow(renderer: number): void {
      pid = renderer
      history.length = 0
    },
    /** Takes the probe's records since the last call. */
    async take(page: Page): Promise<{ delays: Delay[]; counts: [number, number][] }> {
      const probe = await page.evaluate(() => {
        const { __attackProbe: found } = window as unknown as { __attackProbe?: Probe }
        const taken = { gaps: found?.gaps ?? [], looks: found?.looks ?? 0 }
        if (found) Object.assign(found, { gaps: [], looks: 0 })
        return taken
      })
      look()
      const delays = probe.gaps.map(judge)
      const short: [number, number] = [0, Math.max(0, probe.looks - delays.length)]
      return { delays, counts: [short] }
    },
    close: () => clearInterval(timer),
  }
}
