// Without a schema library: the window's first screen uses it.

/**
 * A JSON value as its one canonical text (RFC 8785), for hashing and comparing. Members that are
 * `undefined` are left out, as on the wire. Where the RFC has no text for a value, two differ here too:
 * a lone surrogate is written as its escape, and a number that is not finite throws a `TypeError`, for
 * JSON would send `null` in its place.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} is not a number of JSON.`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  // By UTF-16 code units, as the RFC wants; keys are unique, so no two are equal.
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
