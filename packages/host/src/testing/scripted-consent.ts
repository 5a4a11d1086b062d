import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import type { ConsentPrompt } from '../ports/index.ts'

/** Somebody who decides everything in the same way, until told otherwise. */
export interface ScriptedConsent extends ConsentPrompt {
  decision: ConsentDecision
  /** What was shown, in order. */
  asked: ConsentRequest[]
}

export function createScriptedConsent(
  decision: ConsentDecision = 'allow-and-start',
): ScriptedConsent {
  const consent: ScriptedConsent = {
    decision,
    asked: [],
    ask(request, signal) {
      consent.asked.push(request)
      return Promise.resolve(signal.aborted ? 'cancel' : consent.decision)
    },
  }
  return consent
}
