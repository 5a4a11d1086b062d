import { GatehouseError, type ConsentDecision } from '@gatehouse/domain'
import type { ConsentPrompt } from '@gatehouse/host/ports'

/** The one before the person and those that wait behind it. */
const MAX_AT_ONCE = 4

/** Shows one consent window at a time. */
export interface ConsentWindows extends ConsentPrompt {
  /** Cancels the window that is open. */
  cancel(): void
}

export interface ConsentQueue extends ConsentPrompt {
  /** Cancels what is before the person, unseen all that waits, and whatever is asked from now on: the app is leaving. */
  close(): void
}

/** One after the other, and not without end: a page could pile them up. */
export function createConsentQueue(windows: ConsentWindows): ConsentQueue {
  let atOnce = 0
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  return {
    ask(request, signal, reveal) {
      if (isClosed) return Promise.resolve('cancel')
      if (atOnce >= MAX_AT_ONCE)
        return Promise.reject(
          new GatehouseError(
            'consent/too-many',
            'Other decisions are waiting for you already. Decide them first, then try again.',
          ),
        )
      atOnce += 1
      const decision = last.then((): ConsentDecision | Promise<ConsentDecision> =>
        signal.aborted || isClosed ? 'cancel' : windows.ask(request, signal, reveal),
      )
      last = decision.catch(() => undefined).then(() => (atOnce -= 1))
      return decision
    },
    close() {
      isClosed = true
      windows.cancel()
    },
  }
}
