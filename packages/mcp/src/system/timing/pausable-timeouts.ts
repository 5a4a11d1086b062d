/** A timeout that can be paused. */
export interface PausableTimeout {
  /** Starts again with the full time. */
  restart(): void
  stop(): void
}

/** The time limits of one connection. They pause while a person is being asked. */
export interface PausableTimeouts {
  start(ms: number, onTimeout: () => void): PausableTimeout
  /** Pauses all timeouts until `work` is settled. */
  pauseDuring<T>(work: () => Promise<T>): Promise<T>
}

interface Running {
  pause(): void
  resume(): void
}

export function createPausableTimeouts(): PausableTimeouts {
  const timeouts = new Set<Running>()
  let pauses = 0

  function start(ms: number, onTimeout: () => void): PausableTimeout {
    let left = ms
    let since = 0
    let handle: ReturnType<typeof setTimeout> | undefined
    const self: Running = {
      pause() {
        if (handle === undefined) return
        clearTimeout(handle)
        handle = undefined
        left = Math.max(0, left - (performance.now() - since))
      },
      resume() {
        if (handle !== undefined || pauses > 0 || !timeouts.has(self)) return
        since = performance.now()
        handle = setTimeout(() => {
          timeouts.delete(self)
          onTimeout()
        }, left)
      },
    }
    timeouts.add(self)
    self.resume()
    return {
      restart() {
        self.pause()
        left = ms
        self.resume()
      },
      stop() {
        self.pause()
        timeouts.delete(self)
      },
    }
  }

  return {
    start,
    async pauseDuring(work) {
      pauses += 1
      for (const running of timeouts) running.pause()
      try {
        return await work()
      } finally {
        pauses -= 1
        for (const running of timeouts) running.resume()
      }
    },
  }
}
