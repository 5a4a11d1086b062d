import type { Page } from 'playwright-core'
import type { ThreadClock } from './thread-clock.ts'

interface Task {
  /** Milliseconds since the epoch. */
  at: number
  took: number
}

interface Meter {
  keys: number[]
  frames: number[]
  tasks: Task[]
}

export interface Seen {
  /** Milliseconds from each key to the frame that follows it. */
  keys: number[]
  /** Milliseconds between two frames. */
  frames: number[]
  /** Milliseconds of tasks of more than 50 ms, without those in which no processor was free for the window. */
  tasks: number[]
  /** The same with them. */
  wholeTasks: number[]
}

/**
 * Watches keys, frames and long tasks of a page from now on; `take` gives what was seen since the last time.
 * `clock`: of the thread that draws the page; without it all of a task is its own.
 */
export async function watchWindow(
  page: Page,
  clock?: Pick<ThreadClock, 'waitedBetween'>,
): Promise<{ take(): Promise<Seen> }> {
  await page.evaluate(() => {
    const holder = window as unknown as { benchMeter?: Meter }
    if (holder.benchMeter) return
    const meter: Meter = { keys: [], frames: [], tasks: [] }
    holder.benchMeter = meter
    let last = performance.now()
    const frame = (): void => {
      const now = performance.now()
      meter.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // After the frame is drawn.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => meter.keys.push(performance.now() - timeStamp))
          port1.start()
          port2.postMessage(null)
        }),
      { capture: true },
    )
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        meter.tasks.push({ at: performance.timeOrigin + startTime, took: duration })
    }).observe({ entryTypes: ['longtask'] })
  })
  return {
    async take() {
      const { keys, frames, tasks } = await page.evaluate(() => {
        const { benchMeter } = window as unknown as { benchMeter: Meter }
        const seen = { ...benchMeter }
        Object.assign(benchMeter, { keys: [], frames: [], tasks: [] })
        return seen
      })
      const own = tasks.map(({ at, took }) => took - (clock?.waitedBetween(at, at + took) ?? 0))
      return { keys, frames, tasks: own, wholeTasks: tasks.map(({ took }) => took) }
    },
  }
}

export interface Typing {
  /** Resolves to how long each key took from outside of the app: to main, to the window, and back. */
  stop(): Promise<number[]>
}

/** Types as a quick person does, until it is stopped. */
export function typeOn(page: Page, everyMs = 60): Typing {
  const state = { isOver: false }
  const work = (async () => {
    const took: number[] = []
    while (!state.isOver) {
      const started = performance.now()
      await page.keyboard.press('a')
      took.push(performance.now() - started)
      await page.waitForTimeout(Math.max(0, everyMs - (performance.now() - started)))
    }
    return took
  })()
  return {
    stop() {
      state.isOver = true
      return work
    },
  }
}
