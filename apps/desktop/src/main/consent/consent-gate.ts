import type { ConsentDecision } from '@gatehouse/domain'
import type { UserActivation } from './presses.ts'

/** Milliseconds for which the window must be in front before a press in it counts. */
const INPUT_DELAY_MS = 500
/** Milliseconds after a press in which a decision can result from it. */
const PRESS_LIMIT_MS = 3000

export interface ConsentGateOptions {
  now(): number
  latest(): UserActivation | undefined
  isAssisted(): boolean
}

export interface ConsentGate {
  /** The window came to the front, painted, or left it. */
  front(isInFront: boolean): void
  counts(decision: ConsentDecision): boolean
}

/** Decides which decisions of the consent window count: cancelling always, consenting not by accident. */
export function createConsentGate({ now, latest, isAssisted }: ConsentGateOptions): ConsentGate {
  let since: number | undefined
  return {
    front(isInFront) {
      since = isInFront ? (since ?? now()) : undefined
    },
    counts(decision) {
      if (decision === 'cancel') return true
      if (since === undefined || now() - since < INPUT_DELAY_MS) return false
      if (isAssisted()) return true
      const press = latest()
      return (
        press !== undefined &&
        press.downAt - since >= INPUT_DELAY_MS &&
        now() - press.at <= PRESS_LIMIT_MS
      )
    },
  }
}
