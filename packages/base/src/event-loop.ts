/** Milliseconds of one iteration of the event loop that all long work of the process may take together. */
const BUDGET_MS = 8

/** Work that continues in later iterations, one piece in each. */
const waiting: (() => void)[] = []
let iterationStarted: number | undefined

/** Node has `setImmediate`: after the sockets, and without the millisecond of a timer. */
const { setImmediate: inNextIteration = (task: () => void) => setTimeout(task, 0) } =
  globalThis as { setImmediate?: (task: () => void) => unknown }

/** True if this iteration may take more: twenty servers that write at once get no more of it than one. */
export function hasTime(): boolean {
  if (iterationStarted === undefined) {
    iterationStarted = performance.now()
    inNextIteration(nextIteration)
  }
  return performance.now() - iterationStarted < BUDGET_MS
}

function nextIteration(): void {
  iterationStarted = undefined
  const work = waiting.shift()
  if (work === undefined) return
  // What is read from here on, until the next iteration, counts as this one's.
  hasTime()
  work()
}

/** Does a piece of work in an iteration that others have taken nothing of yet. */
export function inLaterIteration(work: () => void): void {
  waiting.push(work)
  hasTime()
}

/** Resolves in an iteration that others have taken nothing of yet. */
export function waitForFreshIteration(): Promise<void> {
  return new Promise((resolve) => inLaterIteration(resolve))
}

/** Called between the parts of long work: nothing to wait for, or a later iteration. */
export type Yielder = () => Promise<void> | undefined

/** Waits for a fresh iteration if this one has no time left; `undefined` while it has. */
export function yieldIfBudgetSpent(): Promise<void> | undefined {
  return hasTime() ? undefined : waitForFreshIteration()
}
