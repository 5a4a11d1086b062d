import { SerialQueue } from '@gatehouse/base'
import { GatehouseError, type ConsentDecision, type ConsentRequest } from '@gatehouse/domain'
import type { ConsentOutcome } from '@gatehouse/domain/approvals'
import type { ConsentPrompt, RevealHidden } from '@gatehouse/host/ports'

/** Maximum number of consent requests: the shown one and the queued ones. */
const MAX_AT_ONCE = 4

/** Shows one consent window at a time. */
export interface ConsentWindows {
  show(
    request: ConsentRequest,
    signal: AbortSignal,
    reveal: RevealHidden | undefined,
  ): Promise<ConsentOutcome>
  /** Cancels the window that is open. */
  cancel(): void
}

export interface ConsentQueue extends ConsentPrompt {
  /** Cancels the shown request, all queued ones unseen, and every later one: the app is quitting. */
  close(): void
}

const CANCELLED: ConsentOutcome = { decision: 'cancel', chosen: [] }

/** One after the other, and not without end: a page could pile them up. */
export function createConsentQueue(windows: ConsentWindows): ConsentQueue {
  let atOnce = 0
  const shown = new SerialQueue()
  let isClosed = false
  const enqueue = (...[request, signal, reveal]: Parameters<ConsentWindows['show']>) => {
    if (isClosed) return Promise.resolve(CANCELLED)
    if (atOnce >= MAX_AT_ONCE)
      return Promise.reject(
        new GatehouseError(
          'consent/too-many',
          'Other decisions are waiting for you already. Decide them first, then try again.',
        ),
      )
    atOnce += 1
    return shown
      .run(async () =>
        signal.aborted || isClosed ? CANCELLED : windows.show(request, signal, reveal),
      )
      .finally(() => (atOnce -= 1))
  }
  return {
    ask: (request, signal, reveal) =>
      enqueue(request, signal, reveal).then(({ decision }): ConsentDecision => decision),
    choose: enqueue,
    close() {
      isClosed = true
      windows.cancel()
    },
  }
}
