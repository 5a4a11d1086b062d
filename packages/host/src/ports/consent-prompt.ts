import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import type { ConsentOutcome } from '@gatehouse/domain/approvals'

/** Gives one hidden value of what is shown; throws when it may not be shown. */
export type RevealHidden = (value: { serverId?: string | undefined; name: string }) => string

/** The person's consent, given where no page script reaches. */
export interface ConsentPrompt {
  /**
   * Shows the request, one after the other. Resolves with `cancel` when it was closed, and when `signal`
   * is aborted. Rejects with `consent/too-many` when too many wait already.
   */
  ask(request: ConsentRequest, signal: AbortSignal, reveal?: RevealHidden): Promise<ConsentDecision>
  /** As {@link ask}, with what the person chose in the window; nothing is chosen in one that was cancelled. */
  choose(request: ConsentRequest, signal: AbortSignal): Promise<ConsentOutcome>
}
