/** After a key the person is taken to type on for so long, in milliseconds. */
const TYPING_MS = 300
/** Longest delay of work that waits for a key's frame, in milliseconds. */
const MAX_WAIT_MS = 150

/** Keeps what an answer that grows costs out of the way of what the person types meanwhile. */
export interface TypingPace {
  /**
   * Runs `task` at once, or, while the person types, right after the frame that draws their next key: the key
   * after that finds the window free. Tasks run in the order in which they came.
   */
  run(task: () => void): void
  /** True if a key was pressed a moment ago. */
  isTyping(): boolean
  /** Runs what waits, now. */
  flush(): void
  /** Listens no more; what waits is dropped. */
  stop(): void
}

/** Receives the keys of `target()` before anything else does, from the first task on. */
export function createTypingPace(target: () => EventTarget): TypingPace {
  let source: EventTarget | undefined
  let waiting: (() => void)[] = []
  let lastKey = Number.NEGATIVE_INFINITY
  let latest: ReturnType<typeof setTimeout> | undefined
  let afterFrame: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined

  function flush(): void {
    clearTimeout(latest)
    latest = undefined
    const tasks = waiting
    waiting = []
    for (const task of tasks) task()
  }

  function onKey(): void {
    lastKey = performance.now()
    if (frame !== undefined) return
    frame = requestAnimationFrame(() => {
      frame = undefined
      clearTimeout(afterFrame)
      afterFrame = setTimeout(flush)
    })
  }

  function listen(): void {
    if (source) return
    source = target()
    source.addEventListener('keydown', onKey, { capture: true, passive: true })
  }

  const isTyping = (): boolean => performance.now() - lastKey < TYPING_MS

  return {
    run(task) {
      listen()
      if (!isTyping() && waiting.length === 0) return task()
      waiting.push(task)
      latest ??= setTimeout(flush, MAX_WAIT_MS)
    },
    isTyping,
    flush,
    stop() {
      source?.removeEventListener('keydown', onKey, { capture: true })
      source = undefined
      clearTimeout(latest)
      clearTimeout(afterFrame)
      if (frame !== undefined) cancelAnimationFrame(frame)
      waiting = []
    },
  }
}

/** The pace of this window. */
export const typingPace: TypingPace = createTypingPace(() => document)
