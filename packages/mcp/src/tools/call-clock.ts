import type { Patience } from '../patience.ts'

/** The longest that any call may take, progress or not. */
const MAX_TOTAL_MS = 30 * 60_000

export type CallEnd = 'cancelled' | 'silent' | 'too-long'

/** Ends a call by whichever comes first: the person, silence, or the total limit. */
export interface CallClock {
  readonly signal: AbortSignal
  /** Why the signal was aborted. */
  end(): CallEnd | undefined
  /** The server showed life: the time of silence starts anew. */
  touch(): void
  dispose(): void
}

/** What the server is told; fixed words, as the reason may be shown or logged there. */
const REASONS: Record<CallEnd, string> = {
  cancelled: 'Cancelled by the user',
  silent: 'No answer or progress in time',
  'too-long': 'The longest time for a call is over',
}

/** `silenceMs`: milliseconds without an answer or progress. All time stands still while a person is asked. */
export function startCallClock(
  { silenceMs, patience }: { silenceMs: number; patience: Patience },
  signal: AbortSignal,
): CallClock {
  const controller = new AbortController()
  let reason: CallEnd | undefined
  const stop = (end: CallEnd) => {
    if (reason !== undefined) return
    reason = end
    controller.abort(REASONS[end])
  }
  const onAbort = () => stop('cancelled')
  const silence = patience.timer(silenceMs, () => stop('silent'))
  const total = patience.timer(Math.max(MAX_TOTAL_MS, silenceMs), () => stop('too-long'))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return {
    signal: controller.signal,
    end: () => reason,
    touch: () => silence.restart(),
    dispose() {
      silence.stop()
      total.stop()
      signal.removeEventListener('abort', onAbort)
    },
  }
}
