import {
  GatehouseError,
  type DiscoveredProvider,
  type ModelProvider,
  type ModelProviderDraft,
} from '@gatehouse/domain'
import { normaliseAddress, originOf, parseAddress } from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'

const NEVER = new AbortController().signal

/** Addresses to which chats and keys may go, because the person said so. */
export interface ReceiverConsent {
  /** Model servers that main itself found on this machine: they may be used, without a key. */
  found(servers: readonly DiscoveredProvider[]): void
  /** Asks the person about a receiver that is new. Rejects with `provider/not-allowed`. */
  assertAllowed(draft: ModelProviderDraft): Promise<void>
}

type Dependencies = Pick<HostDependencies, 'stores' | 'vault' | 'consent'>

export function createReceiverConsent({ stores, vault, consent }: Dependencies): ReceiverConsent {
  const allowed = new Set<string>()
  const local = new Set<string>()

  function isKnown(draft: ModelProviderDraft): boolean {
    const origin = originOf(draft.baseUrl)
    const sends = (provider: ModelProvider): boolean =>
      originOf(provider.baseUrl) === origin && (draft.key === null || provider.hasKey)
    return (
      stores.providers.list().some(sends) ||
      allowed.has(receiverOf(draft)) ||
      (draft.key === null && (local.has(origin) || allowed.has(`${origin} with a key`)))
    )
  }

  return {
    found(servers) {
      for (const { baseUrl } of servers) local.add(originOf(baseUrl))
    },
    async assertAllowed(draft) {
      if (isKnown(draft)) return
      const before = stores.providers.list().find(({ id }) => id === draft.id)?.baseUrl
      const { name, baseUrl, key } = draft
      const decision = await consent.ask(
        {
          kind: 'provider',
          name,
          baseUrl: normaliseAddress(baseUrl),
          written: parseAddress(baseUrl)?.written ?? null,
          before: before === undefined ? null : normaliseAddress(before),
          hasKey: key !== null,
          vault: vault.state(),
        },
        NEVER,
      )
      if (decision === 'cancel')
        throw new GatehouseError(
          'provider/not-allowed',
          'You did not allow this address, so nothing was sent to it.',
        )
      allowed.add(receiverOf(draft))
    },
  }
}

function receiverOf({ baseUrl, key }: ModelProviderDraft): string {
  return `${originOf(baseUrl)} ${key === null ? 'without' : 'with'} a key`
}
