import type { ServerConfig } from '@gatehouse/domain'
import type { SecretVault } from '../ports/index.ts'
import { createSecretFinder } from './find-secrets.ts'
import { createTruncatedSecretFinder } from './find-truncated-secrets.ts'
import { secretPartsOf } from './secret-parts.ts'
import { encodedFormsOf } from './secret-encodings.ts'
import { oauthClientSecretRefs } from '../secrets/oauth-client-secrets.ts'
import { networkSecretRefs } from '../secrets/proxy-secrets.ts'
import { secretRefs } from '../secrets/server-secrets.ts'

const MASK = '••••••'
/** Shorter ones are no secrets, and hiding them would make everything unreadable. */
const MIN_LENGTH = 5
/** Headers and variables whose values sign in, though they may not be stored as secrets. */
const CREDENTIAL_NAME = /authorization|cookie|token|secret|api-?key/i

/** Hides the secrets of a server in everything it sends back or prints. */
export interface SecretMask {
  /** There is nothing to hide: everything passes as it is. */
  readonly isEmpty: boolean
  text(text: string): string
  /**
   * JSON-like data with the secrets hidden in every text, key and number. The same value when it holds
   * none. In time linear in the size of the value.
   */
  value<T>(value: T): T
}

/** For a server that was given no secret. */
export const NO_MASK: SecretMask = { isEmpty: true, text: (text) => text, value: (value) => value }

export function createSecretMask(
  values: readonly string[],
  encode: typeof encodedFormsOf = encodedFormsOf,
): SecretMask {
  const secrets = [...new Set(values)].filter((value) => value.length >= MIN_LENGTH)
  if (secrets.length === 0) return NO_MASK
  const forms = secrets.flatMap((secret) => encode(secret))
  const find = createSecretFinder(forms)
  const findCut = createTruncatedSecretFinder([...new Set(forms.map(({ text }) => text))])
  const mayBeNumber = secrets.some((secret) => /^[\d.eE+-]+$/.test(secret))

  function hide(text: string): string {
    const whole = hideFound(text, find(text))
    return hideFound(whole, findCut(whole))
  }

  function hideFound(text: string, found: readonly number[]): string {
    if (found.length === 0) return text
    let masked = ''
    let from = 0
    for (let at = 0; at < found.length; at += 2) {
      masked += text.slice(from, found[at]) + MASK
      from = found[at + 1] ?? text.length
    }
    return masked + text.slice(from)
  }

  function walk(value: unknown): unknown {
    if (typeof value === 'string') return hide(value)
    if (typeof value === 'number' && mayBeNumber) {
      const text = String(value)
      const masked = hide(text)
      return masked === text ? value : masked
    }
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? walkList(value) : walkMembers(value)
  }

  function walkList(list: readonly unknown[]): unknown {
    const masked = list.map(walk)
    return masked.every((item, index) => Object.is(item, list[index])) ? list : masked
  }

  function walkMembers(object: object): unknown {
    const members = new Map<string, unknown>()
    let isChanged = false
    for (const [name, member] of Object.entries(object) as [string, unknown][]) {
      const masked = walk(member)
      let key = hide(name)
      isChanged ||= key !== name || !Object.is(masked, member)
      // Two names that are hidden must not become one member.
      while (members.has(key)) key += MASK
      members.set(key, masked)
    }
    return isChanged ? Object.fromEntries(members) : object
  }

  return { isEmpty: false, text: hide, value: <T>(value: T): T => walk(value) as T }
}

/** All secret values that a server is given. Secrets that no longer exist are left out. */
export async function secretValuesOf(
  { transport, network, oauthClient }: ServerConfig,
  vault: SecretVault,
): Promise<string[]> {
  const refs = [
    ...secretRefs(transport),
    ...networkSecretRefs(network),
    ...oauthClientSecretRefs(oauthClient),
  ]
  const kept = await Promise.all(refs.map((ref) => vault.get(ref)))
  const plain = transport.kind === 'stdio' ? transport.env : transport.headers
  const signing = plain.flatMap(({ name, value }) =>
    value.kind === 'plain' && CREDENTIAL_NAME.test(name) ? [value.value] : [],
  )
  const there = kept.flatMap((result) => (result.kind === 'there' ? [result.secret] : []))
  const values = [...there, ...signing]
  return [...values, ...values.flatMap(secretPartsOf)]
}
