export interface CodeToColor {
  code: string
  language: string
}

/** The service's view of a worker: a message out, one response back, and an end at any time. */
export interface HighlightWorker {
  send(request: CodeToColor): void
  terminate(): void
}

/** Starts a worker; `receive` gets its messages, and undefined when it failed. */
export type StartHighlightWorker = (receive: (message: unknown) => void) => HighlightWorker

export interface HighlightService {
  /** The ranges of a code, or null where it stays plain. Resolves to null once the signal is aborted. */
  color(request: CodeToColor, signal: AbortSignal): Promise<number[] | null>
}

/** Characters; a longer code stays plain. */
export const MAX_COLORED = 30_000
/** Time limits: of one code, of the first one, which includes the start, and of the start on a slow machine. */
const DEADLINE_MS = 1000
const FIRST_MS = 3000
const START_MS = 20_000
/** A worker that no one needed for so long is ended. */
const IDLE_MS = 30_000
/** Results that are kept, in characters of their codes and numbers of their ranges. */
const MAX_KEPT = 500_000
/** A language of which so many codes took too long, each twice, is not tried again. */
const MAX_ENDED = 3

interface Job extends CodeToColor {
  key: string
  signal: AbortSignal
  /** It took too long once, which may have been the machine. */
  isAgain: boolean
  resolve: (ranges: number[] | null) => void
}

/** Colours codes one after the other in a worker, which is ended when one takes too long. */
export function createHighlightService(start: StartHighlightWorker): HighlightService {
  const runner = createHighlightRunner(start)
  const results = createResultCache()
  const endedBy = new Map<string, number>()
  const waiting: Job[] = []
  let isRunning = false

  function next(): void {
    const job = isRunning ? undefined : waiting.shift()
    if (!job) return
    isRunning = true
    runner.run({ code: job.code, language: job.language }, (ranges, wasEnded) => {
      isRunning = false
      settle(job, ranges, wasEnded)
      next()
    })
  }

  function settle(job: Job, ranges: number[] | null, wasEnded: boolean): void {
    if (wasEnded && !job.isAgain) {
      if (!job.signal.aborted) waiting.push({ ...job, isAgain: true })
      return
    }
    if (wasEnded) endedBy.set(job.language, (endedBy.get(job.language) ?? 0) + 1)
    results.set(job.key, ranges)
    job.resolve(ranges)
  }

  return {
    color({ code, language }, signal) {
      const key = `${language}\n${code}`
      const known = results.get(key)
      if (known !== undefined) return Promise.resolve(known)
      const ended = (endedBy.get(language) ?? 0) >= MAX_ENDED
      if (signal.aborted || ended || code.length > MAX_COLORED) return Promise.resolve(null)
      return new Promise((resolve) => {
        waiting.push({ code, language, key, signal, isAgain: false, resolve })
        signal.addEventListener('abort', () => {
          const index = waiting.findIndex((job) => job.resolve === resolve)
          if (index >= 0) waiting.splice(index, 1)
          resolve(null)
        })
        next()
      })
    },
  }
}

interface Run {
  request: CodeToColor
  done: (ranges: number[] | null, wasEnded: boolean) => void
}

/** Runs one code at a time in a worker, which it starts for the first and ends when no one needs it. */
function createHighlightRunner(start: StartHighlightWorker) {
  let run: Run | undefined
  let worker: HighlightWorker | undefined
  let isReady = false
  /** No worker starts here: everything stays plain. */
  let isBroken = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function wait(milliseconds: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
  }

  function end(): void {
    clearTimeout(timer)
    worker?.terminate()
    worker = undefined
    isReady = false
  }

  function finish(ranges: number[] | null, wasEnded: boolean): void {
    const finished = run
    run = undefined
    if (worker) wait(IDLE_MS, end)
    finished?.done(ranges, wasEnded)
  }

  /** Ends a worker that took too long, or that failed. */
  function fail(): void {
    if (!isReady) isBroken = true
    end()
    finish(null, true)
  }

  function send(to: HighlightWorker, deadline: number): void {
    if (run) to.send(run.request)
    wait(deadline, fail)
  }

  function startWorker(): void {
    const started = start((message) => {
      if (worker !== started) return
      if (message === undefined) return fail()
      if (message !== 'ready') return finish(readRanges(message), false)
      isReady = true
      send(started, FIRST_MS)
    })
    worker = started
    wait(START_MS, fail)
  }

  return {
    run(request: CodeToColor, done: Run['done']): void {
      run = { request, done }
      if (isBroken) finish(null, false)
      else if (!worker) startWorker()
      else send(worker, DEADLINE_MS)
    },
  }
}

function readRanges(message: unknown): number[] | null {
  if (!Array.isArray(message)) return null
  const numbers = message.filter((item) => typeof item === 'number')
  return numbers.length === message.length ? numbers : null
}

/** The results that were used last, as many as fit. */
function createResultCache() {
  const kept = new Map<string, number[] | null>()
  let size = 0
  const sizeOf = (key: string, ranges: number[] | null): number =>
    key.length + (ranges?.length ?? 0)
  return {
    get(key: string): number[] | null | undefined {
      const ranges = kept.get(key)
      if (ranges === undefined) return undefined
      kept.delete(key)
      kept.set(key, ranges)
      return ranges
    },
    set(key: string, ranges: number[] | null): void {
      if (kept.has(key)) return
      kept.set(key, ranges)
      size += sizeOf(key, ranges)
      for (const [oldest, its] of kept) {
        if (size <= MAX_KEPT) return
        kept.delete(oldest)
        size -= sizeOf(oldest, its)
      }
    },
  }
}
