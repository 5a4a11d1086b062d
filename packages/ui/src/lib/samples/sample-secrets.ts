import type { StoredSecret, SecretGroup, SecretOwner } from '@gatehouse/domain'
import type { InMemoryBridge, InMemoryHandlers } from '../bridge/in-memory-bridge.ts'
import { SAMPLE_NOW } from './sample-now.ts'

const DAY = 86_400_000

function owner(given: Partial<SecretOwner> & Pick<SecretOwner, 'id' | 'name'>): SecretOwner {
  return { kind: 'server', hue: 0, isGone: false, isRunning: false, ...given }
}

/** One secret in every state that the list can show. */
const sampleSecrets: SecretGroup[] = [
  {
    owner: owner({ id: 'github', name: 'github', hue: 1, isRunning: true }),
    secrets: [
      secret('a', { kind: 'variable', name: 'GITHUB_TOKEN' }, { receiver: 'docker' }),
      secret('b', { kind: 'proxy-password', user: 'ada' }, { receiver: 'http://proxy.local:3128' }),
    ],
  },
  {
    owner: owner({ id: 'tickets', name: 'tickets', hue: 3 }),
    secrets: [
      secret('c', { kind: 'header', name: 'Authorization' }, { state: 'missing' }),
      secret('d', { kind: 'client-secret' }, { receiver: 'https://auth.example.com' }),
      secret('e', { kind: 'sign-in', issuer: 'auth.example.com' }, {}),
    ],
  },
  {
    owner: owner({ kind: 'provider', id: 'anthropic', name: 'Anthropic', hue: null }),
    secrets: [secret('f', { kind: 'api-key' }, { receiver: 'https://api.anthropic.com' })],
  },
  {
    owner: owner({ id: 'gone', name: 'old notes', hue: 5, isGone: true }),
    secrets: [
      secret('g', { kind: 'variable', name: 'NOTES_KEY' }, { receiver: null, state: 'left-over' }),
      secret('h', { kind: 'sign-in', issuer: null }, { receiver: null, state: 'left-over' }),
    ],
  },
]

function secret(
  ref: string,
  subject: StoredSecret['subject'],
  given: Partial<StoredSecret>,
): StoredSecret {
  const known = { receiver: 'https://tickets.example.com', since: SAMPLE_NOW - 3 * DAY }
  return { ref, subject, state: 'kept', ...known, ...given }
}

/** Handlers of secrets: a forgotten one stays forgotten, and is listed if it is still needed. */
export function secretHandlers(bridge: () => InMemoryBridge): InMemoryHandlers {
  let groups = sampleSecrets
  return {
    'secret.list': () => groups,
    'secret.forget': ({ refs }) => {
      groups = groups
        .map((group) => ({
          ...group,
          secrets: group.secrets.flatMap((one): StoredSecret[] => {
            if (!refs.includes(one.ref)) return [one]
            const isNeeded = one.state === 'kept' && one.subject.kind !== 'sign-in'
            return isNeeded ? [{ ...one, state: 'forgotten' }] : []
          }),
        }))
        .filter(({ secrets }) => secrets.length > 0)
      bridge().emit('secret.changed', {})
    },
  }
}
