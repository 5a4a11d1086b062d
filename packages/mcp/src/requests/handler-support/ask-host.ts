import { yieldIfBudgetSpent } from '@gatehouse/base'
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { abortWith, GatehouseError, isGatehouseError } from '@gatehouse/domain'
import type { ConnectionOptions, ServerRequestContext } from '@gatehouse/host/ports'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import type { PausableTimeouts } from '../../system/timing/pausable-timeouts.ts'
import { requestRefusal, invalidParams } from './request-refusal.ts'
import { expiryOfTask } from './requests-as-tasks.ts'
import type { CallTracker } from '../call-tracker.ts'

/** JSON-RPC code for a person's no (MCP 2025-11-25, client/sampling, "Error Handling"). */
const REFUSED = -1
const INTERNAL_ERROR = -32_603

export interface HandlerContext {
  options: Pick<ConnectionOptions, 'clientFeatures' | 'onRequest' | 'serverName'>
  timeouts: PausableTimeouts
  log: Pick<OutputLog, 'write'>
  calls: CallTracker
  /** Aborted when the connection is over. */
  ended: AbortSignal
}

export interface IncomingRequest<T> {
  /** The name of the request in a refusal, for the server. */
  what: string
  run(context: ServerRequestContext, signal: AbortSignal): Promise<T>
  signal: AbortSignal
  /** The id of the request, or of one of several input requests. */
  id: string | number
}

/**
 * Asks the host on behalf of the server: all time limits pause, and the request is aborted when the
 * server takes it back or the connection ends. The same handlers serve a legacy server's requests and
 * the rounds of a modern one (MCP 2026-07-28, "Multi round-trip requests").
 */
export function askHost<T>(
  { options, timeouts, calls, ended }: HandlerContext,
  request: IncomingRequest<T>,
): Promise<T> {
  const expiry = expiryOfTask(request.signal)
  const causes = calls.causes()
  const source = sourceOf(request.id, causes)
  const context = { ...causes, ...(expiry ? { expiry } : {}), ...(source ? { source } : {}) }
  // In a round of the modern era no request is open that the end of the connection would end.
  const signal = AbortSignal.any([inOwnWords(request.signal), ended])
  return timeouts.pauseDuring(async () => {
    try {
      // To read it may have taken as long as a turn may.
      await yieldIfBudgetSpent()
      return await request.run(context, signal)
    } catch (error) {
      if (ended.aborted)
        throw new GatehouseError(
          'call/connection-lost',
          `The connection to ${options.serverName} ended before its request was answered.`,
        )
      throw refusalOf(error, request.what)
    }
  })
}

/** The message that carried it. */
function sourceOf(
  id: string | number,
  { callIds: [callId], isExact }: ReturnType<CallTracker['causes']>,
): ServerRequestContext['source'] {
  if (!isExact) return { kind: 'request', id }
  return callId === undefined ? undefined : { kind: 'input-request', callId, key: String(id) }
}

/** The same, in our words where the connection ended: a request that a server took back is distinguished from one whose server is gone. */
function inOwnWords(signal: AbortSignal): AbortSignal {
  const named = new AbortController()
  const end = (): void => {
    const reason: unknown = signal.reason
    if (reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed)
      abortWith(named, 'connection-lost')
    else named.abort(reason)
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return named.signal
}

/** Fixed words: why a person or the host refused is not the server's business. */
function refusalOf(error: unknown, what: string): Error {
  const code = isGatehouseError(error) ? error.code : ''
  if (code === 'request/too-many')
    return requestRefusal(REFUSED, 'Too many requests for the user. Try again later.', 'host')
  if (code === 'link/refused') return invalidParams('The URL may not be opened.')
  if (code === 'request/refused' || code === 'ask/withdrawn')
    return requestRefusal(REFUSED, `User rejected ${what}`, 'person')
  return requestRefusal(INTERNAL_ERROR, 'The request could not be put before the user.', 'host')
}
