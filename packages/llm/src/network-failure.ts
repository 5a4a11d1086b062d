import type { ModelFailure } from '@gatehouse/domain'
import { sanitizeProviderMessage } from './provider-message.ts'
import type { Target } from './target.ts'

const MAX_CAUSES = 8

/** Codes such as `ECONNREFUSED` of an error and of what caused it, nested errors included. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const nested = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return [...own, ...[error.cause, ...nested].flatMap((cause) => codesOf(cause, depth + 1))]
}

function sentence(codes: string[], host: string): string | undefined {
  const code = codes.find((candidate) => candidate !== 'UND_ERR_SOCKET') ?? codes[0]
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing responds at ${host}. Is the model server running, and is the port right?`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} cannot be resolved. Check the base URL and the network.`
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `${host} cannot be reached from this network.`
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${host} closed the connection without a response. Try again.`
    default:
      return code !== undefined && /CERT|SSL|TLS|SIGNED/.test(code)
        ? `The certificate of ${host} is not trusted (${code}).`
        : undefined
  }
}

/** True if the connection was closed by the other side, as happens to one that was kept too long. */
export function isReset(error: unknown): boolean {
  return codesOf(error).some((code) => ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code))
}

/** Codes with which a connection ends before there is one. */
const NO_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** True only where there was no connection, so that nothing of the request can have left. */
export function wasNeverConnected(error: unknown): boolean {
  const codes = codesOf(error)
  return codes.length > 0 && codes.every((code) => NO_CONNECTION.has(code))
}

/** Why no response came. Never quotes the error: it may hold headers. */
export function connectFailure(error: unknown, target: Target): ModelFailure {
  const codes = codesOf(error)
  if (codes.some((code) => code.includes('TIMEOUT') || code === 'ETIMEDOUT')) {
    return {
      code: 'timed-out',
      message: `${target.host} did not respond in time. Check that it is not stuck, and try again.`,
    }
  }
  const message =
    sentence(codes, target.host) ??
    `The request to ${target.host} could not be sent. Check the base URL.`
  return { code: 'unreachable', message }
}

/** Returns the failure of an answer that broke off; `reason` is the provider's own word for it, or empty. */
export function truncatedFailure(target: Target, reason = ''): ModelFailure {
  const detail = sanitizeProviderMessage(reason, target)
  return {
    code: 'truncated',
    message: `${target.host} ended the answer before it was complete. What came is kept; retry or continue.`,
    ...(detail === '' ? {} : { detail }),
  }
}
