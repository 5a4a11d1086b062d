/** Milliseconds between two looks at the processes of views: twice this and a late answer are below two seconds. */
export const WATCH_MS = 125
/** Resident kilobytes of a view's process. */
const MAX_MEMORY_KB = 512 * 1024
/** A view whose script answers nothing for so long, and has used so much of the processor since, is ended. */
const SPIN = { unansweredMs: 1375, cpuSeconds: 0.7 }
/** Average use of the processor beyond which a view is ended although it answers: workers that never rest. */
const LOAD = { cores: 1.5, windowMs: 10_000 }

/** One look at the process of a view. */
export interface ProcessSample {
  /** Milliseconds of any clock that does not go back. */
  at: number
  memoryKb: number
  /** Seconds of processor time since the process began. */
  cpuSeconds: number
}

/** The budget of one view's process. */
export interface ViewWatch {
  /** Returns the reason to end the view, if there is one. `ask` runs a script in the view and resolves once it ran. */
  look(sample: ProcessSample, ask: () => Promise<unknown>): 'over-limits' | 'spinning' | undefined
}

/** Memory and processor of one process. A view that draws without pause answers between two pictures, and stays. */
export function createViewWatch(): ViewWatch {
  let asked: ProcessSample | undefined
  let window: ProcessSample | undefined
  return {
    look(sample, ask) {
      if (sample.memoryKb > MAX_MEMORY_KB) return 'over-limits'
      if (asked) {
        const isLate = sample.at - asked.at >= SPIN.unansweredMs
        if (isLate && sample.cpuSeconds - asked.cpuSeconds >= SPIN.cpuSeconds) return 'spinning'
      } else {
        asked = sample
        const answered = (): void => {
          if (asked === sample) asked = undefined
        }
        ask().then(answered, answered)
      }
      window ??= sample
      const passed = sample.at - window.at
      if (passed < LOAD.windowMs) return undefined
      const cores = ((sample.cpuSeconds - window.cpuSeconds) * 1000) / passed
      window = sample
      return cores > LOAD.cores ? 'spinning' : undefined
    },
  }
}
