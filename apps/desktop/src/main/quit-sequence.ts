export interface QuitSequenceOptions {
  /** Ends everything that runs; may take a while or never settle. */
  close(): Promise<void>
  /** Milliseconds that `close` gets. */
  limitMs: number
  /** Leaves at once. */
  exit(code: number): void
  onProblem(problem: string, cause?: unknown): void
}

/** `run` starts to close on the first call and exits when that is done or takes too long. */
export interface QuitSequence {
  run(): void
}

export function createQuitSequence(options: QuitSequenceOptions): QuitSequence {
  let started = false
  return {
    run() {
      if (started) return
      started = true
      let left = false
      const leave = (): void => {
        if (left) return
        left = true
        clearTimeout(timer)
        options.exit(0)
      }
      const timer = setTimeout(() => {
        options.onProblem(`Closing took longer than ${options.limitMs} ms; left without it.`)
        leave()
      }, options.limitMs)
      closeSafely(options).then(leave, leave)
    },
  }
}

async function closeSafely({ close, onProblem }: QuitSequenceOptions): Promise<void> {
  try {
    await close()
  } catch (error) {
    onProblem('Closing failed.', error)
  }
}
