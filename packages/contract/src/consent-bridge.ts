import type { ConsentDecision, ConsentView } from '@gatehouse/domain'

/** The two channels of the consent window; no other page can use them. */
export const CONSENT_READ_CHANNEL = 'gatehouse:consent-read'
export const CONSENT_DECIDE_CHANNEL = 'gatehouse:consent-decide'

/** All that `window.consent` is, in the consent window only. */
export interface ConsentBridge {
  /** What the person is to decide; null when nothing is left to decide. */
  read(): Promise<ConsentView | null>
  /** False when it did not count, because the window came to the front too short a time ago. */
  decide(id: string, decision: ConsentDecision): Promise<boolean>
}
