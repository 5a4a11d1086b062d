import { valueOfJson } from '@gatehouse/domain'
import { withoutTrailing } from '@gatehouse/domain/text'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Shorter parts are words that stand in other texts by chance. */
const MIN_PART = 8
const MIN_UNNAMED = 12
const NAMED = /key|token|secret|pass|pwd|cred|session|sid|auth/i
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const MAX_DEPTH = 8

/**
 * The parts of a value that are as secret as the whole: the token of `Bearer x`, user and password of Basic in clear,
 * the values of cookies, the password of a URL, members of a JSON key file.
 */
export function secretPartsOf(value: string): string[] {
  const parts = [
    ...value.split(/\s+/).slice(1),
    ...basicParts(value),
    ...addressParts(value),
    ...pairParts(value),
    ...jsonParts(valueOfJson(value), '', 0),
  ]
  return [...new Set(parts)].filter((part) => part !== '' && part !== value)
}

/** `Basic` with base64 of `user:password` (RFC 7617); a key is often the user, without a password. */
function basicParts(value: string): string[] {
  const [scheme, encoded] = value.trim().split(/\s+/)
  if (encoded === undefined || scheme?.toLowerCase() !== 'basic') return []
  const pair = decoded(encoded)
  const colon = pair.indexOf(':')
  if (colon === -1) return []
  const password = pair.slice(colon + 1)
  return password === '' ? [pair.slice(0, colon)] : [pair, password]
}

/** The password in `scheme://user:password@host`, as written and as meant. */
function addressParts(value: string): string[] {
  const start = value.indexOf('://')
  const end = value.indexOf('@', start)
  if (start === -1 || end === -1) return []
  const user = value.slice(start + 3, end)
  const colon = user.indexOf(':')
  const password = user.slice(colon + 1)
  return password.length < MIN_PART && colon === -1 ? [] : [password, unescaped(password)]
}

/** `name=value; name=value` and `id:secret`. */
function pairParts(value: string): string[] {
  return value.split(/[\s;,&]+/).flatMap((pair) => {
    const at = pair.search(/[=:]/)
    if (at === -1) return looksRandom(pair) ? [pair] : []
    const [name, rest] = [pair.slice(0, at), pair.slice(at + 1)]
    const isNamed = NAMED.test(name) && rest.length >= MIN_PART
    return isNamed || looksRandom(rest) ? [rest, unescaped(rest)] : []
  })
}

function jsonParts(value: unknown, name: string, depth: number): string[] {
  if (typeof value === 'string') {
    const isNamed = NAMED.test(name) && value.length >= MIN_PART
    return depth > 0 && (isNamed || looksRandom(value)) ? [value] : []
  }
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.entries(value).flatMap(([key, member]) => jsonParts(member, key, depth + 1))
}

/** Long, of letters and digits, and not the name of a host. */
function looksRandom(text: string): boolean {
  if (text.length < MIN_UNNAMED || HOST.test(text) || text.startsWith('//')) return false
  return /[a-z]/i.test(text) && /\d/.test(text)
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Base64 and base64url of text in UTF-8; '' when it is none. */
function decoded(base64: string): string {
  let bits = 0
  let count = 0
  let bytes = ''
  for (const sign of withoutTrailing(base64, '=').replaceAll('-', '+').replaceAll('_', '/')) {
    const digit = DIGITS.indexOf(sign)
    if (digit === -1) return ''
    bits = ((bits << 6) | digit) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes += `%${((bits >> count) & 255).toString(16).padStart(2, '0')}`
  }
  const text = unescaped(bytes)
  return text === bytes ? '' : text
}
