import { SdkError } from '@modelcontextprotocol/client'
import { isGatehouseError } from '@gatehouse/domain'

/** An error with all that it was caused by, outermost first. */
export function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let next = error; next instanceof Error && chain.length < 8; next = next.cause)
    chain.push(next)
  return chain
}

/** The system's or the HTTP client's code for a failed request; `undefined` if there was a response. */
export function networkCode(error: unknown): string | undefined {
  const causes = causesOf(error)
  if (causes.some((cause) => cause.message === 'bad port')) return 'BAD_PORT'
  for (const cause of [...causes].reverse()) {
    if (cause instanceof SdkError || isGatehouseError(cause)) continue
    if ('code' in cause && typeof cause.code === 'string' && cause.code !== 'invalid-response')
      return cause.code
  }
  return causes.some(
    (cause) => cause instanceof TypeError && /fetch failed|terminated/.test(cause.message),
  )
    ? 'UNKNOWN'
    : undefined
}

/** Codes of a certificate that was refused, or of a connection that could not be encrypted. */
export const TLS_CODE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|EPROTO/

const BROKEN_OFF = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET', 'UNKNOWN'])

/** True if an established connection broke off: the next one may hold. */
export function isConnectionReset(error: unknown): boolean {
  return BROKEN_OFF.has(networkCode(error) ?? '')
}
