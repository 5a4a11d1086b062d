import { app } from 'electron'
import type { Log } from '../log.ts'

export interface CrashGuard {
  /** From now on a fault is logged and the app lives on; before, it cannot have started well. */
  booted(): void
}

/** Replaces Electron's modal error box, which would hang a run without a person in front of it. */
export function guardAgainstCrashes(log: Log): CrashGuard {
  let hasBooted = false
  // A reader of our output that went away must not end the app.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    log.error('Something failed that nothing expected.', error)
    if (hasBooted) return
    process.stderr.write(`Gatehouse could not start: ${error.stack ?? error.message}\n`)
    app.exit(1)
  })
  process.on('unhandledRejection', (reason) => {
    log.error('Something failed that nothing waited for.', reason)
  })
  return {
    booted() {
      hasBooted = true
    },
  }
}
