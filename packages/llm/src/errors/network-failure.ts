import type { ModelFailure } from '@gatehouse/domain'
import { sanitizeProviderMessage } from '../provider-message.ts'
import type { Target } from '../target.ts'

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
      return undefined
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
  // A failure of the proxy is one before there was a tunnel.
  if (proxyFailureIn(error)) return true
  const codes = codesOf(error)
  return codes.length > 0 && codes.every((code) => NO_CONNECTION.has(code))
}

/** A failure of the proxy, as the app's network access throws it: its host, and a code, a status or a word. */
function proxyFailureIn(error: unknown): { place: string; reason: string } | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause && 'place' in cause && 'reason' in cause)) continue
    const { code, place, reason } = cause
    if (code === 'proxy-failure' && typeof place === 'string' && typeof reason === 'string')
      return { place, reason }
  }
  return undefined
}

/** Codes of a certificate that was refused, or of a connection that could not be encrypted. */
const TLS_CODE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|EPROTO/

/** Code of a file of certificate authorities that cannot be read. */
const CA_FILE = 'ca-file'

function settingFailure(
  error: unknown,
  codes: string[],
  { host }: Target,
): ModelFailure | undefined {
  const proxy = proxyFailureIn(error)
  if (proxy) {
    const { place, reason } = proxy
    const isRefused = reason === '407'
    return {
      code: isRefused ? 'proxy-refused' : 'proxy-failed',
      message: isRefused
        ? `The proxy ${place} wants another user name or password. Check Settings, Network.`
        : `${host} cannot be reached through the proxy ${place} (${reason}). Check Settings, Network.`,
    }
  }
  if (codes.includes(CA_FILE))
    return {
      code: 'proxy-failed',
      message: `The request to ${host} was not sent, because the certificates that the app trusts cannot be read. Choose their file again in Settings, Network.`,
    }
  return undefined
}

/** Returns the failure of a request without a response. Never quotes the error: it may hold headers. */
export function connectFailure(error: unknown, target: Target): ModelFailure {
  const codes = codesOf(error)
  const setting = settingFailure(error, codes, target)
  if (setting) return setting
  if (codes.some((code) => code.includes('TIMEOUT') || code === 'ETIMEDOUT')) {
    return {
      code: 'timed-out',
      message: `${target.host} did not respond in time. Check that it is not stuck, and try again.`,
    }
  }
  const certificate = codes.find((code) => TLS_CODE.test(code))
  if (certificate !== undefined)
    return {
      code: 'certificate-untrusted',
      message: `The certificate of ${target.host} is not trusted (${certificate}). If your organization has a certificate authority of its own, add it in Settings, Network.`,
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
