import { SdkHttpError, type Transport } from '@modelcontextprotocol/client'
import { networkCode } from '../../system/network/network-error.ts'

/** Request Timeout, Too Early, Too Many Requests. */
const LATER = new Set([408, 425, 429])

/**
 * Whether a start failed for a reason that has nothing to do with the protocol: another version or
 * transport would fail too, and asking at once is what a busy server needs least.
 */
export function isTemporaryFailure(error: unknown): boolean {
  if (!(error instanceof SdkHttpError)) return networkCode(error) !== undefined
  return LATER.has(error.status) || error.status >= 500
}

/** The client takes such a status for one of an older server, and sends `initialize` at once. */
export function stopAfterTemporaryFailure(transport: Transport): void {
  const send = transport.send.bind(transport)
  let refusal: Error | undefined
  transport.send = async (message, options) => {
    const isHandshake = 'method' in message && message.method === 'initialize'
    if (isHandshake && refusal) throw refusal
    try {
      await send(message, options)
    } catch (error) {
      const isProbe = 'method' in message && message.method === 'server/discover'
      if (isProbe && error instanceof Error && isTemporaryFailure(error)) refusal = error
      throw error
    }
  }
}
