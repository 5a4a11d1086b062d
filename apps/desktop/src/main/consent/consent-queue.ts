import { GatehouseError, type ConsentDecision } from '@gatehouse/domain'
import type { ConsentPrompt } from '@gatehouse/host/ports'

/** The one before the person and those that wait behind it. */
const MAX_AT_ONCE = 4

/** One after the other, and not without end: a page could pile them up. */
export function createConsentQueue(desk: ConsentPrompt): ConsentPrompt {
  let atOnce = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask(request, signal, reveal) {
      if (atOnce >= MAX_AT_ONCE)
        return Promise.reject(
          new GatehouseError(
            'consent/too-many',
            'Other decisions are waiting for you already. Decide them first, then try again.',
          ),
        )
      atOnce += 1
      const decision = last.then((): ConsentDecision | Promise<ConsentDecision> =>
        signal.aborted ? 'cancel' : desk.ask(request, signal, reveal),
      )
      last = decision.catch(() => undefined).then(() => (atOnce -= 1))
      return decision
    },
  }
}
