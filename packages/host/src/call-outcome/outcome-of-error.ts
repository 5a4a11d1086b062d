/** Error codes of a stopped call. */
const CANCELLED = new Set(['call/task-cancelled', 'call/cancelled', 'ask/withdrawn'])
/** Error codes of a call that was sent and has no reported outcome: it may have run. */
const OUTCOME_UNKNOWN = new Set([
  'call/connection-lost',
  'call/timed-out',
  'call/outcome-unknown',
  'call/task-unknown',
  'server/not-found',
])

/** The outcome of a call that was sent and failed with this code. */
export function outcomeOfError(code: string): 'cancelled' | 'unknown' | 'failed' {
  if (CANCELLED.has(code)) return 'cancelled'
  return OUTCOME_UNKNOWN.has(code) || isUnsaved(code) ? 'unknown' : 'failed'
}

/** The disk refused what came of the call, or the task that it became: the call itself ran, or still does. */
export function isUnsaved(code: string): boolean {
  return code.startsWith('store/')
}
