import { NEVER_ABORTED } from '@gatehouse/base'
import {
  GatehouseError,
  type DiscoveredProvider,
  type ModelProvider,
  type ModelProviderDraft,
} from '@gatehouse/domain'
import { normaliseAddress, originOf, parseAddress } from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'

/** The consent to send chats and keys to the address of a model provider. */
export interface ProviderAddressConsent {
  /** Allows model servers that main itself found on this machine, without a key. */
  found(servers: readonly DiscoveredProvider[]): void
  /** Asks the person about an address that is new. Rejects with `provider/not-allowed`. */
  assertAllowed(draft: ModelProviderDraft): Promise<void>
}

type Dependencies = Pick<HostDependencies, 'stores' | 'vault' | 'consent'>

export function createProviderAddressConsent({
  stores,
  vault,
  consent,
}: Dependencies): ProviderAddressConsent {
  const allowed: Receiver[] = []
  const local = new Set<string>()

  function isKnown(asked: Receiver): boolean {
    const { origin, hasKey, headers } = asked
    if (!hasKey && headers.length === 0 && local.has(origin)) return true
    const known = [...stores.providers.list().map(receiverOfProvider), ...allowed]
    return known.some((receiver) => covers(receiver, asked))
  }

  return {
    found(servers) {
      for (const { baseUrl } of servers) local.add(originOf(baseUrl))
    },
    async assertAllowed(draft) {
      const receiver = receiverOf(draft)
      if (isKnown(receiver)) return
      const before = stores.providers.list().find(({ id }) => id === draft.id)?.baseUrl
      const { name, baseUrl, key, headers = [] } = draft
      const decision = await consent.ask(
        {
          kind: 'provider',
          name,
          baseUrl: normaliseAddress(baseUrl),
          written: parseAddress(baseUrl)?.written ?? null,
          before: before === undefined ? null : normaliseAddress(before),
          hasKey: key !== null,
          headers: headers.map((header) => ({ name: header.name, isSecret: header.secret })),
          vault: vault.state(),
        },
        NEVER_ABORTED,
      )
      if (decision === 'cancel')
        throw new GatehouseError(
          'provider/not-allowed',
          'You did not allow this address, so nothing was sent to it.',
        )
      allowed.push(receiver)
    },
  }
}

/** An address, and what it gets beside chats. */
interface Receiver {
  origin: string
  hasKey: boolean
  /** Their names, in small letters. */
  headers: readonly string[]
}

function receiverOf({ baseUrl, key, headers = [] }: ModelProviderDraft): Receiver {
  return { origin: originOf(baseUrl), hasKey: key !== null, headers: namesOf(headers) }
}

function receiverOfProvider({ baseUrl, hasKey, headers = [] }: ModelProvider): Receiver {
  return { origin: originOf(baseUrl), hasKey, headers: namesOf(headers) }
}

function namesOf(headers: readonly { name: string }[]): string[] {
  return headers.map(({ name }) => name.toLowerCase())
}

/** True if an allowed address covers the new one: another key or header value is fine, a first one is not. */
function covers(known: Receiver, asked: Receiver): boolean {
  return (
    known.origin === asked.origin &&
    (known.hasKey || !asked.hasKey) &&
    asked.headers.every((name) => known.headers.includes(name))
  )
}
