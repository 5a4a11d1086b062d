import { DEFAULT_TOTAL_TIMEOUT_MS } from '@gatehouse/domain'
import type { CallLimits, ConnectionOptions } from '@gatehouse/host/ports'
import type { Patience } from '../system/timing/pausable-timeouts.ts'

/** What the person set for this tool, or else what holds for every one. */
export function callLimits(
  options: Pick<ConnectionOptions, 'requestTimeoutMs' | 'callLimits'>,
  toolName: string,
): CallLimits {
  const silenceMs = options.requestTimeoutMs
  const usual = { silenceMs, totalMs: Math.max(DEFAULT_TOTAL_TIMEOUT_MS, silenceMs) }
  return options.callLimits?.(toolName) ?? usual
}

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

/** All time stands still while a person is asked. */
export function startCallClock(
  { silenceMs, totalMs, patience }: CallLimits & { patience: Patience },
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
  const total = patience.timer(totalMs, () => stop('too-long'))
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
