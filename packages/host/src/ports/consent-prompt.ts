import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import type { ConsentOutcome } from '@gatehouse/domain/approvals'

/** Returns one hidden value of the shown request; throws when it may not be shown. */
export type RevealHidden = (value: { serverId?: string | undefined; name: string }) => string

/** Asks for the person's consent in a window that no page script reaches. */
export interface ConsentPrompt {
  /**
   * Shows the request; several are shown one after the other. Resolves with `cancel` when the window was closed,
   * and when `signal` is aborted. Rejects with `consent/too-many` when too many are queued.
   */
  ask(request: ConsentRequest, signal: AbortSignal, reveal?: RevealHidden): Promise<ConsentDecision>
  /** As {@link ask}, with the person's choices in the window; a cancelled request has none. */
  choose(
    request: ConsentRequest,
    signal: AbortSignal,
    reveal?: RevealHidden,
  ): Promise<ConsentOutcome>
}
