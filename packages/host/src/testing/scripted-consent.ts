import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import type { ConsentPrompt } from '../ports/index.ts'

/** Somebody who decides everything in the same way, until told otherwise. */
export interface ScriptedConsent extends ConsentPrompt {
  decision: ConsentDecision
  /** The choice in the next window that has something to choose. */
  chosen: string[]
  /** The requests that were shown, in order. */
  asked: ConsentRequest[]
  /** Shows a value of what was asked last, as the consent window does. */
  reveal?: Parameters<ConsentPrompt['ask']>[2]
}

export function createScriptedConsent(
  decision: ConsentDecision = 'allow-and-start',
): ScriptedConsent {
  const consent: ScriptedConsent = {
    decision,
    chosen: [],
    asked: [],
    ask(request, signal, reveal) {
      consent.asked.push(request)
      if (reveal) consent.reveal = reveal
      return Promise.resolve(signal.aborted ? 'cancel' : consent.decision)
    },
    async choose(request, signal, reveal) {
      const given = await consent.ask(request, signal, reveal)
      return { decision: given, chosen: given === 'cancel' ? [] : consent.chosen }
    },
  }
  return consent
}
