import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import { urlElicitationSchema } from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { refusedBy } from '../../requests/handler-support/request-refusal.ts'
import { errorWords } from '../../message-parsing/describe-issue.ts'
import {
  isResponseUnreadable,
  isResponseUnusable,
} from '../../message-parsing/unusable-response.ts'
import { SessionNotFoundError } from '../../transports/http/retryable.ts'
import type { RequestEnd } from '../../requests/request-timeouts.ts'
import { isSignInError } from '../../transports/http/authorized-fetch.ts'
import { isLost } from '../../requests/run-request.ts'

/** The HTTP status of a request that timed out; it may still be running. */
const REQUEST_TIMEOUT = 408
/** The server does not know how to do it at all (RFC 9110, 15.6.2). */
const NOT_IMPLEMENTED = 501

export interface CallSituation {
  serverName: string
  toolName: string
  end: RequestEnd | undefined
  elapsedMs: number
  /** Milliseconds without progress that ended the call, where some came before. */
  stalledMs?: number | undefined
  /** See `OutputLog`. */
  unknownResponse: string
}

/** Any failure of a call as one of the codes of the port, with the server's own words kept. */
export function toCallError(error: unknown, situation: CallSituation): GatehouseError {
  const { serverName, toolName, end } = situation
  const seconds = Math.round(situation.elapsedMs / 100) / 10
  if (end === 'cancelled')
    return new GatehouseError(
      'call/cancelled',
      `The call of "${toolName}" was cancelled; ${serverName} was notified.`,
    )
  if (end !== undefined)
    return new GatehouseError(
      'call/timed-out',
      `${serverName} gave no ${missingOf(situation)} for "${toolName}" within ${seconds} s${stallOf(situation)}, so the call timed out.${situation.unknownResponse || " Allow it more time in the server's settings if it needs that."}`,
      { data: { waitedMs: Math.round(situation.elapsedMs) } },
    )
  if (isGatehouseError(error) && error.code.startsWith('call/')) return error
  if (isSignInError(error))
    return new GatehouseError('call/protocol', `"${toolName}" did not run. ${error.message}`, {
      data: { detail: error.message, signIn: error.code },
      cause: error,
    })
  const unknown = unknownOutcome(error, situation)
  if (unknown) return unknown
  if (isConnectionLost(error))
    return new GatehouseError(
      'call/connection-lost',
      `The connection to ${serverName} was lost before "${toolName}" gave a result. It may or may not have run.`,
      { cause: error },
    )
  return (
    urlElicitationError(error, situation) ??
    noResponseError(error, situation) ??
    (isRefusal(error) ? protocolError(error, situation) : unusedError(error, situation))
  )
}

function missingOf({ end, stalledMs }: CallSituation): string {
  return end === 'silent' && stalledMs === undefined ? 'response or progress' : 'result'
}

function stallOf({ end, stalledMs }: CallSituation): string {
  if (end !== 'silent' || stalledMs === undefined) return ''
  return `, and no progress for ${Math.round(stalledMs / 100) / 10} s`
}

/** Only an error in the server's own words states that there is no result. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ProtocolError) return !isResponseUnusable(error)
  if (error instanceof SdkHttpError) return error.status >= 400
  // HTTP 401 and 403, which the SDK has classes of their own for.
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError) return true
  if (error instanceof SdkError)
    return ![SdkErrorCode.InvalidResult, SdkErrorCode.UnsupportedResultType].includes(error.code)
  return false
}

/** There was a response, and maybe a result: what cannot be read does not show what was done. */
function unusedError(error: unknown, { serverName, toolName }: CallSituation): GatehouseError {
  const words = wordsOf(error)
  return new GatehouseError(
    'call/outcome-unknown',
    `${serverName} responded to the call of "${toolName}" with something that cannot be used: ${words} "${toolName}" may have run; the call was not sent again. Look at what it should have done before you run it once more.`,
    { data: { detail: words }, cause: error },
  )
}

const wordsOf = (error: unknown): string => errorWords(error).slice(0, 2000)

/** The server refused the call in a way that others take as leave to send it again. */
function unknownOutcome(
  error: unknown,
  { serverName, toolName }: CallSituation,
): GatehouseError | undefined {
  const isForgotten = error instanceof SessionNotFoundError
  const status = error instanceof SdkHttpError ? error.status : 0
  const isLedOn = status >= 300 && status < 400
  const why = isForgotten
    ? 'no longer knew the session, so a new one was begun'
    : isResponseUnreadable(error)
      ? 'responded with something that is not JSON and may have been cut off'
      : isLedOn
        ? `responded with a redirect (HTTP ${status})`
        : mayHaveRun(status)
          ? `or something on the way to it responded with HTTP ${status} in place of a result`
          : undefined
  if (why === undefined) return undefined
  return new GatehouseError(
    'call/outcome-unknown',
    `${serverName} ${why}. It is not known whether "${toolName}" ran; the call was not sent again. Look at what it should have done before you run it once more.`,
    { cause: error },
  )
}

/** Proxies respond so too, for a server that works on: a status states what went wrong, not when. */
function mayHaveRun(status: number): boolean {
  return status === REQUEST_TIMEOUT || (status >= 500 && status !== NOT_IMPLEMENTED)
}

function protocolError(error: unknown, { serverName, toolName }: CallSituation): GatehouseError {
  const words = wordsOf(error)
  if (error instanceof SdkHttpError)
    return new GatehouseError(
      'call/protocol',
      error.status === 401
        ? `${serverName} asks for a sign-in (HTTP 401) in place of a result for "${toolName}".`
        : `${serverName} refused the call of "${toolName}" with HTTP ${error.status}: ${words.slice(0, 300)}`,
      {
        data: {
          status: error.status,
          detail: words,
          ...(error.status === 401 ? { signIn: 'sign-in/rejected' } : {}),
        },
        cause: error,
      },
    )
  const code = error instanceof ProtocolError ? { rpcCode: error.code } : {}
  return new GatehouseError(
    'call/protocol',
    `${serverName} responded to the call of "${toolName}" with an error: ${words}`,
    { data: { detail: words, ...code }, cause: error },
  )
}

function isConnectionLost(error: unknown): boolean {
  if (isLost(error)) return true
  const isTold = [ProtocolError, SdkError, SdkHttpError].some((kind) => error instanceof kind)
  if (isTold || isGatehouseError(error)) return false
  const words = error instanceof Error ? error.message : ''
  return words === 'Not connected' || isInputClosedMessage(words)
}

function isInputClosedMessage(words: string): boolean {
  const input = words.indexOf('standard input ')
  return input !== -1 && words.includes(' closed', input)
}

/**
 * The end of a call in the modern era because what the server asked during it got no response; the
 * server gets nothing, as it has no such response (MCP 2026-07-28, "Multi round-trip requests").
 */
function noResponseError(
  error: unknown,
  { serverName, toolName }: { serverName: string; toolName: string },
): GatehouseError | undefined {
  switch (refusedBy(error)) {
    case 'person':
      return new GatehouseError(
        'call/cancelled',
        `You refused what ${serverName} asked for during "${toolName}", so the call ended without a result.`,
      )
    case 'host': {
      const words = error instanceof Error ? error.message : ''
      return new GatehouseError(
        'call/protocol',
        `${serverName} asked for something during "${toolName}" that could not be answered: ${words}`,
        { data: { detail: words } },
      )
    }
    case undefined:
      return undefined
  }
}

/** `URLElicitationRequiredError` (MCP 2025-11-25, client/elicitation). */
const URL_ELICITATION_REQUIRED = -32_042
const MAX_ELICITATIONS = 20

const dataSchema = z.object({
  elicitations: z.array(urlElicitationSchema).min(1).max(MAX_ELICITATIONS),
})

/** The failure of a call that waits for something in the browser; `undefined` for all others. */
function urlElicitationError(
  error: unknown,
  about: { serverName: string; toolName: string },
): GatehouseError | undefined {
  if (!(error instanceof ProtocolError) || error.code !== URL_ELICITATION_REQUIRED) return undefined
  const data = dataSchema.safeParse(error.data)
  if (!data.success) return undefined
  return new GatehouseError(
    'call/url-elicitation-required',
    `${about.serverName} wants something to be done in the browser before it runs "${about.toolName}".`,
    { data: { elicitations: data.data.elicitations }, cause: error },
  )
}
