/** A timer that can stand still. */
export interface PatientTimer {
  /** Begins anew with the whole time. */
  restart(): void
  stop(): void
}

/** Time limits of a connection stand still while a person is being asked. */
export interface Patience {
  timer(ms: number, task: () => void): PatientTimer
  /** Runs a question to its end, in whichever way that comes. */
  during<T>(question: () => Promise<T>): Promise<T>
}

interface Running {
  pause(): void
  resume(): void
}

export function createPatience(): Patience {
  const timers = new Set<Running>()
  let questions = 0

  function timer(ms: number, task: () => void): PatientTimer {
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
        if (handle !== undefined || questions > 0 || !timers.has(self)) return
        since = performance.now()
        handle = setTimeout(() => {
          timers.delete(self)
          task()
        }, left)
      },
    }
    timers.add(self)
    self.resume()
    return {
      restart() {
        self.pause()
        left = ms
        self.resume()
      },
      stop() {
        self.pause()
        timers.delete(self)
      },
    }
  }

  return {
    timer,
    async during(question) {
      questions += 1
      for (const running of timers) running.pause()
      try {
        return await question()
      } finally {
        questions -= 1
        for (const running of timers) running.resume()
      }
    },
  }
}
