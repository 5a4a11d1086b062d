import { SdkHttpError } from '@modelcontextprotocol/client'
import { networkCode } from '../../system/network/network-error.ts'

/** Request Timeout, Too Early, Too Many Requests. */
const LATER = new Set([408, 425, 429])

/**
 * True if a start failed for a reason unrelated to the protocol: another version or transport would fail too, and
 * an immediate retry is what a busy server needs least.
 */
export function isTemporaryFailure(error: unknown): boolean {
  if (!(error instanceof SdkHttpError)) return networkCode(error) !== undefined
  return LATER.has(error.status) || error.status >= 500
}
