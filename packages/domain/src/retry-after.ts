/**
 * Milliseconds that a response asks to wait before the next request: the value of `retry-after`, in seconds or as an
 * HTTP date (RFC 9110, 10.2.3). `undefined` when it asks for nothing that can be read.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? ''
  if (/^\d{1,12}(?:\.\d{1,12})?$/.test(value)) return Number(value) * 1000
  // Only dates have letters; a date can be read from almost any number.
  const at = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
