import { parseRetryAfter } from '@gatehouse/domain'

/**
 * Seconds that a response asks to wait: `retry-after-ms`, which OpenAI and Azure send beside it, or `retry-after`.
 * Never negative; `undefined` if absent or unreadable.
 */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return milliseconds / 1000
  const wait = parseRetryAfter(headers.get('retry-after'), now)
  return wait === undefined ? undefined : Math.ceil(wait) / 1000
}
