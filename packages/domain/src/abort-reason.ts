import { z } from 'zod'

/**
 * Reason for which work, or an ask, was ended from outside. `app-ended`: the app did not quit, it was killed or
 * crashed. `finished`: the server reported that the work is done. `expired`: its time was over.
 */
export const abortCodeSchema = z.enum([
  'stopped',
  'call-cancelled',
  'call-over',
  'server-withdrew',
  'connection-lost',
  'server-removed',
  'finished',
  'expired',
  'decided-elsewhere',
  'not-saved',
  'app-quit',
  'app-ended',
])
export type AbortCode = z.infer<typeof abortCodeSchema>

/**
 * The value of `signal.reason`. An object of our own: no text that a server gave
 * as its reason is taken for one.
 */
class AbortReason extends Error {
  readonly abort: AbortCode

  constructor(abort: AbortCode) {
    super(`It was ended (${abort}).`)
    this.name = 'AbortReason'
    this.abort = abort
  }
}

/** Aborts with a reason that {@link abortCodeOf} reads. */
export function abortWith(controller: { abort(reason: unknown): void }, code: AbortCode): void {
  controller.abort(new AbortReason(code))
}

/** Returns the reason of an aborted signal; undefined if it was not aborted, or for an unknown reason. */
export function abortCodeOf(signal: { readonly reason: unknown }): AbortCode | undefined {
  const { reason } = signal
  if (!(reason instanceof Error) || reason.name !== 'AbortReason' || !('abort' in reason))
    return undefined
  return abortCodeSchema.safeParse(reason.abort).data
}
