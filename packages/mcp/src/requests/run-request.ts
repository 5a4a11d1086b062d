import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Client,
} from '@modelcontextprotocol/client'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import { createDeadline } from '../deadline.ts'
import { networkCode } from '../http/http-failure.ts'
import { LOST_DATA } from '../http/http-transport.ts'
import type { Session, SessionContext } from '../session.ts'

/** The SDK's own timers are off: time is kept here, where an abort can be told from a time-out. */
const NO_SDK_TIMEOUT = 2_147_483_647

export interface RequestParts {
  session: Session
  context: SessionContext
}

export interface RequestOf<T> {
  /** What is asked for, in words that fit "did not answer …". */
  what: string
  run(client: Client, options: { signal: AbortSignal; timeout: number }): Promise<T>
}

/** One request with the server's time limit. Rejects with the codes of the `ServerFeatures` port. */
export async function runRequest<T>(
  { session, context }: RequestParts,
  { what, run }: RequestOf<T>,
  signal: AbortSignal,
): Promise<T> {
  const { requestTimeoutMs, serverName } = context.options
  const deadline = createDeadline(requestTimeoutMs, signal, context.patience)
  try {
    return await session.request((client) =>
      run(client, { signal: deadline.signal, timeout: NO_SDK_TIMEOUT }),
    )
  } catch (error) {
    if (signal.aborted)
      throw new GatehouseError('request/cancelled', `The request to ${serverName} was cancelled.`)
    if (deadline.expired())
      throw new GatehouseError(
        'request/timed-out',
        `${serverName} did not answer ${what} within ${Math.round(requestTimeoutMs / 1000)} s. Try again, or allow it more time in its settings.`,
        { data: { waitedMs: requestTimeoutMs } },
      )
    throw toRequestError(error, serverName, what)
  } finally {
    deadline.dispose()
  }
}

function toRequestError(error: unknown, serverName: string, what: string): GatehouseError {
  if (isGatehouseError(error) && error.code.startsWith('request/')) return error
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 2000)
  if (isLost(error))
    return new GatehouseError(
      'request/connection-lost',
      `The connection to ${serverName} was lost before it answered ${what}.`,
      { cause: error },
    )
  if (error instanceof ProtocolError || error instanceof SdkHttpError)
    return new GatehouseError('request/refused', `${serverName} refused ${what}: ${words}`, {
      data: { detail: words },
      cause: error,
    })
  return new GatehouseError(
    'request/bad-answer',
    `${serverName} answered ${what} with something that is not allowed: ${words.slice(0, 500)}`,
    { data: { detail: words.slice(0, 500) }, cause: error },
  )
}

function isLost(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.data === LOST_DATA
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
