import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Client,
  type RequestOptions,
} from '@modelcontextprotocol/client'
import { GatehouseError, isGatehouseError, type ToolCallProgress } from '@gatehouse/domain'
import { describeIssues, errorWords } from '../message-parsing/describe-issue.ts'
import { networkCode } from '../system/network/network-error.ts'
import { isResponseLost, isResponseUnreadable } from '../message-parsing/unusable-response.ts'
import type { RequestContext } from './connection-context.ts'
import { callLimits, startRequestTimer } from './request-timeouts.ts'
import { createProgressRelay } from './progress-relay.ts'
import type { z } from 'zod'
import { isSignInError } from '../transports/http/authorized-fetch.ts'

/** The SDK's own timers are off: time is kept here, where an abort differs from a time-out. */
const NO_SDK_TIMEOUT = 2_147_483_647

export interface RequestSpec<T> {
  /** The request as a phrase that follows "did not respond to …". */
  what: string
  run(client: Client, options: RequestOptions): Promise<T>
  /** Asks the server for progress. */
  onProgress?: ((progress: ToolCallProgress) => void) | undefined
}

/** One request with the time limits of its server; progress restarts them. Rejects with the codes of the `ServerFeatures` port. */
export async function runRequest<T>(
  { session, context }: RequestContext,
  { what, run, onProgress }: RequestSpec<T>,
  signal: AbortSignal,
): Promise<T> {
  const { serverName } = context.options
  const startedAt = performance.now()
  // No tool has an empty name: what holds for the whole server.
  const limits = callLimits(context.options, '')
  const clock = startRequestTimer({ ...limits, timeouts: context.timeouts }, signal)
  const relay = onProgress && createProgressRelay(onProgress)
  const progress = relay && {
    onprogress(report: ToolCallProgress) {
      clock.touch()
      relay.push(progressOf(report))
    },
  }
  const options = { signal: clock.signal, timeout: NO_SDK_TIMEOUT, ...progress }
  try {
    return await session.request((client) => run(client, options))
  } catch (error) {
    if (signal.aborted)
      throw new GatehouseError('request/cancelled', `The request to ${serverName} was cancelled.`)
    const waitedMs = Math.round(performance.now() - startedAt)
    if (clock.end() !== undefined)
      throw new GatehouseError(
        'request/timed-out',
        `${serverName} did not respond to ${what} within ${Math.round(waitedMs / 1000)} s.${context.log.unknownResponse() || ' Try again, or allow it more time in its settings.'}`,
        { data: { waitedMs } },
      )
    throw toRequestError(error, serverName, what)
  } finally {
    relay?.stop()
    clock.dispose()
  }
}

function progressOf({ progress, total, message }: ToolCallProgress): ToolCallProgress {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  }
}

function toRequestError(error: unknown, serverName: string, what: string): GatehouseError {
  if (isGatehouseError(error) && error.code.startsWith('request/')) return error
  const words = errorWords(error).slice(0, 2000)
  if (isLost(error))
    return new GatehouseError(
      'request/connection-lost',
      `The connection to ${serverName} was lost before it responded to ${what}.`,
      { cause: error },
    )
  if (isSignInError(error))
    return new GatehouseError('request/refused', error.message, {
      data: { detail: error.message, signIn: error.code },
      cause: error,
    })
  const isRefused = error instanceof ProtocolError && !isResponseUnreadable(error)
  if (isRefused || error instanceof SdkHttpError)
    return new GatehouseError('request/refused', `${serverName} refused ${what}: ${words}`, {
      data: { detail: words },
      cause: error,
    })
  return new GatehouseError(
    'request/invalid-response',
    `${serverName} sent an invalid response to ${what}: ${words.slice(0, 500)}`,
    { data: { detail: words.slice(0, 500) }, cause: error },
  )
}

/** True if the connection ended before a response came. */
export function isLost(error: unknown): boolean {
  if (error instanceof ProtocolError) return isResponseLost(error)
  if (error instanceof SdkHttpError) return false
  if (error instanceof SdkError)
    return [
      SdkErrorCode.ConnectionClosed,
      SdkErrorCode.NotConnected,
      SdkErrorCode.SendFailed,
    ].includes(error.code)
  if (isGatehouseError(error)) return error.code.startsWith('connection/')
  return networkCode(error) !== undefined
}

/** The response as domain data. Throws `request/invalid-response` saying which part is wrong. */
export function parseResponse<T>(
  schema: z.ZodType<T>,
  response: unknown,
  about: { parts: RequestContext; what: string },
): T {
  const parsed = schema.safeParse(response)
  if (parsed.success) return parsed.data
  throw new GatehouseError(
    'request/invalid-response',
    `${about.parts.context.options.serverName} sent an invalid response to ${about.what}: ${describeIssues(parsed.error.issues, { given: response })}.`,
  )
}
