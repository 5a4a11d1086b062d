/**
 * Seconds that an answer asks to wait: `retry-after-ms`, or `retry-after` in seconds or as an HTTP
 * date (RFC 9110, 10.2.3). Never negative; `undefined` if absent or unreadable.
 */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return milliseconds / 1000
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number.parseFloat(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
