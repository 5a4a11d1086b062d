import { DEFAULT_TOTAL_TIMEOUT_MS } from '@gatehouse/domain'
import type { CallLimits, ConnectionOptions } from '@gatehouse/host/ports'
import type { PausableTimeouts } from '../system/timing/pausable-timeouts.ts'

/** The limits that the person set for this tool, or else the general ones. */
export function callLimits(
  options: Pick<ConnectionOptions, 'requestTimeoutMs' | 'callLimits'>,
  toolName: string,
): CallLimits {
  const silenceMs = options.requestTimeoutMs
  const usual = { silenceMs, totalMs: Math.max(DEFAULT_TOTAL_TIMEOUT_MS, silenceMs) }
  return options.callLimits?.(toolName) ?? usual
}

export type RequestEnd = 'cancelled' | 'silent' | 'too-long'

/** Ends a call by whichever comes first: the person, silence, or the total limit. */
export interface RequestTimer {
  readonly signal: AbortSignal
  /** Returns the end that aborted the signal; undefined while it is not aborted. */
  end(): RequestEnd | undefined
  /** The server sent something: the time of silence restarts. */
  touch(): void
  /** True once the server sent something. */
  isTouched(): boolean
  dispose(): void
}

/** Sent to the server as the reason; fixed texts, as they may be shown or logged there. */
const REASONS: Record<RequestEnd, string> = {
  cancelled: 'Cancelled by the user',
  silent: 'No response or progress in time',
  'too-long': 'The longest time for a call is over',
}

/** All limits pause while a person is asked. */
export function startRequestTimer(
  { silenceMs, totalMs, timeouts }: CallLimits & { timeouts: PausableTimeouts },
  signal: AbortSignal,
): RequestTimer {
  const controller = new AbortController()
  let reason: RequestEnd | undefined
  let isTouched = false
  const stop = (end: RequestEnd) => {
    if (reason !== undefined) return
    reason = end
    controller.abort(REASONS[end])
  }
  const onAbort = () => stop('cancelled')
  const silence = timeouts.start(silenceMs, () => stop('silent'))
  const total = timeouts.start(totalMs, () => stop('too-long'))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return {
    signal: controller.signal,
    end: () => reason,
    touch() {
      isTouched = true
      silence.restart()
    },
    isTouched: () => isTouched,
    dispose() {
      silence.stop()
      total.stop()
      signal.removeEventListener('abort', onAbort)
    },
  }
}
