import type { ConsentDecision, ConsentView } from '@gatehouse/domain'

/** The channels of the consent window; no other page can use them. */
export const CONSENT_READ_CHANNEL = 'gatehouse:consent-read'
export const CONSENT_DECIDE_CHANNEL = 'gatehouse:consent-decide'
export const CONSENT_REVEAL_CHANNEL = 'gatehouse:consent-reveal'

/** The type of `window.consent`, in the consent window only. */
export interface ConsentBridge {
  /** The request to decide on; null when none is left. */
  read(): Promise<ConsentView | null>
  /**
   * Decides a request. False when it did not count, because the window came to the front too recently. `chosen`:
   * ids of the person's choices.
   */
  decide(id: string, decision: ConsentDecision, chosen?: readonly string[]): Promise<boolean>
  /**
   * Returns one hidden value of the request `id`; `serverId` names the server of an import. Null when it may not be
   * shown: it comes from the person's own environment, or is stored already.
   */
  reveal(id: string, value: { serverId?: string | undefined; name: string }): Promise<string | null>
}
