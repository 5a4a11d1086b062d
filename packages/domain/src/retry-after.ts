/** Who asks for more is asked again after a day. */
const MAX_MS = 86_400_000

/**
 * Milliseconds that a response asks to wait before the next request: the value of `retry-after`, in seconds or as an
 * HTTP date (RFC 9110, 10.2.3), at most a day. `undefined` when it asks for nothing that can be read.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? ''
  if (/^\d{1,12}(?:\.\d{1,12})?$/.test(value)) return Math.min(Number(value) * 1000, MAX_MS)
  // Only dates have letters; a date can be read from almost any number.
  const at = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), MAX_MS)
}
