import type { JsonValue, ServerConfig } from '@gatehouse/domain'
import type { SecretVault } from '../ports/index.ts'
import { networkSecretRefs } from './server-network.ts'
import { secretRefs } from './server-secrets.ts'

const MASK = '••••••'
/** Shorter ones are no secrets, and hiding them would make everything unreadable. */
const MIN_LENGTH = 5
/** Headers whose values sign in, though they may not be kept as secrets. */
const SIGNS_IN = /authorization|cookie|token|secret|api-?key/i

/** Hides a server's secrets in whatever it sends back or prints. */
export interface SecretMask {
  text(text: string): string
  json(value: JsonValue): JsonValue
}

export function createSecretMask(values: readonly string[]): SecretMask {
  // The longest first: one may hold another.
  const secrets = [...new Set(values)]
    .filter((value) => value.length >= MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length)
  const hide = (text: string): string =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
  const walk = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return hide(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(walk)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [hide(name), walk(member)]),
    )
  }
  const none = secrets.length === 0
  return {
    text: (text) => (none ? text : hide(text)),
    json: (value) => (none ? value : walk(value)),
  }
}

/** Everything that a server is given in confidence. Secrets that are gone are left out. */
export async function confidencesOf(
  { transport, network }: ServerConfig,
  vault: SecretVault,
): Promise<string[]> {
  const refs = [...secretRefs(transport), ...networkSecretRefs(network)]
  const kept = await Promise.all(refs.map((ref) => vault.get(ref)))
  const plain = transport.kind === 'stdio' ? transport.env : transport.headers
  const signing = plain.flatMap(({ name, value }) =>
    value.kind === 'plain' && SIGNS_IN.test(name) ? [value.value] : [],
  )
  const values = [...kept.filter((value) => value !== undefined), ...signing]
  // `Bearer x` is as secret as its `x`.
  return [...values, ...values.flatMap((value) => value.split(/\s+/).slice(1))].flatMap(spellings)
}

/** As it is, as it stands in the text of a message, and as it stands in an address. */
function spellings(value: string): string[] {
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')),
  ]
}
