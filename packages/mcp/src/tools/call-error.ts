import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import { networkCode } from '../http/http-failure.ts'
import { LOST_DATA } from '../http/http-transport.ts'
import type { CallEnd } from './call-clock.ts'
import { unansweredError } from './unanswered-error.ts'
import { urlElicitationError } from './url-elicitation-error.ts'

export interface CallSituation {
  serverName: string
  toolName: string
  end: CallEnd | undefined
  elapsedMs: number
}

/** Any failure of a call as one of the codes of the port, with the server's own words kept. */
export function toCallError(error: unknown, situation: CallSituation): GatehouseError {
  const { serverName, toolName, end } = situation
  const seconds = Math.round(situation.elapsedMs / 100) / 10
  if (end === 'cancelled')
    return new GatehouseError(
      'call/cancelled',
      `The call of "${toolName}" was cancelled; ${serverName} was told.`,
    )
  if (end !== undefined)
    return new GatehouseError(
      'call/timed-out',
      `${serverName} gave no ${end === 'silent' ? 'answer or progress' : 'result'} for "${toolName}" within ${seconds} s, so the call was given up. Allow it more time in the server's settings if it needs that.`,
      { data: { waitedMs: Math.round(situation.elapsedMs) } },
    )
  if (isGatehouseError(error) && error.code.startsWith('call/')) return error
  if (isConnectionLost(error))
    return new GatehouseError(
      'call/connection-lost',
      `The connection to ${serverName} was lost before "${toolName}" gave a result. It may or may not have run.`,
      { cause: error },
    )
  return (
    urlElicitationError(error, situation) ??
    unansweredError(error, situation) ??
    protocolError(error, situation)
  )
}

function protocolError(error: unknown, { serverName, toolName }: CallSituation): GatehouseError {
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 2000)
  if (error instanceof SdkHttpError)
    return new GatehouseError(
      'call/protocol',
      error.status === 401
        ? `${serverName} asks for a sign-in (HTTP 401), so "${toolName}" was not run.`
        : `${serverName} refused the call of "${toolName}" with HTTP ${error.status}: ${words.slice(0, 300)}`,
      { data: { status: error.status, detail: words }, cause: error },
    )
  const code = error instanceof ProtocolError ? { rpcCode: error.code } : {}
  return new GatehouseError(
    'call/protocol',
    `${serverName} answered the call of "${toolName}" with an error: ${words}`,
    { data: { detail: words, ...code }, cause: error },
  )
}

function isConnectionLost(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.data === LOST_DATA
  if (error instanceof SdkHttpError) return false
  if (error instanceof SdkError)
    return [
      SdkErrorCode.ConnectionClosed,
      SdkErrorCode.NotConnected,
      SdkErrorCode.SendFailed,
    ].includes(error.code)
  if (isGatehouseError(error)) return error.code.startsWith('connection/')
  const words = error instanceof Error ? error.message : ''
  return networkCode(error) !== undefined || words === 'Not connected' || saysInputClosed(words)
}

function saysInputClosed(words: string): boolean {
  const input = words.indexOf('standard input ')
  return input !== -1 && words.includes(' closed', input)
}
