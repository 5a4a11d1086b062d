export { delay, NEVER_ABORTED, raceAbort, withTimeout } from './cancellation.ts'
export { DisposableStore, trackDisposables, type Disposable } from './disposable.ts'
export { Emitter } from './emitter.ts'
export {
  hasTime,
  inLaterIteration,
  waitForFreshIteration,
  yieldIfBudgetSpent,
  type Yielder,
} from './event-loop.ts'
export { runEach } from './run-each.ts'
export { SerialQueue } from './serial-queue.ts'
export { SingleFlight } from './single-flight.ts'
