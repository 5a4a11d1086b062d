import { NEVER_ABORTED } from '@gatehouse/base'
import { canonicalJson, GatehouseError, type Settings } from '@gatehouse/domain'
import { normaliseAddress } from '@gatehouse/domain/launch'
import type {
  AuthorityFile,
  CertificateFacts,
  NetworkDraft,
  NetworkReach,
  NetworkSettings,
  NetworkTest,
} from '@gatehouse/domain/network'
import type { HostDependencies } from '../dependencies.ts'
import {
  effectiveNetwork,
  GLOBAL_NETWORK,
  networkSecretRefs,
  networkWithReferences,
} from '../secrets/proxy-secrets.ts'
import { proxyReceiverDigest } from '../secrets/receiver-digest.ts'
import type { SecretChanges } from '../secrets/secret-changes.ts'
import { PROXY_PASSWORD } from '../secrets/secret-receiver-check.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'vault' | 'events' | 'consent' | 'digest' | 'network'
> & { secrets: SecretChanges }

type Proxy = NetworkSettings['proxy']

/** The proxy and the certificate authorities of models, and of servers without settings of their own. */
export class NetworkSettingsService {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Rejects with `network/authorities-unusable`. */
  readAuthorities(path: string): Promise<AuthorityFile> {
    return this.#deps.network.readAuthorities(path)
  }

  /**
   * Another proxy and further certificates are put before the person in the consent window first. Rejects with
   * `consent/too-many`, `network/authorities-changed`, `network/authorities-unusable`, `network/changed` when the
   * setting was changed while they were asked, and `server/secret-elsewhere` for a password that was given to another
   * proxy or user.
   */
  async save(draft: NetworkDraft): Promise<{ outcome: 'changed' | 'cancelled' }> {
    const { consent, vault } = this.#deps
    const before = this.#current()
    const proxy = this.#proxyOf(draft, before)
    const file = await this.#fileOf(draft)
    const certificates = file?.certificates ?? keptOf(draft, before)?.certificates ?? []
    const request = {
      kind: 'network',
      before: reachOf(before.proxy, before.authorities?.certificates ?? []),
      after: reachOf(proxy, certificates),
      vault: vault.state(),
    } as const
    if (reachesMore(request)) {
      const decision = await consent.ask(request, NEVER_ABORTED)
      if (decision === 'cancel') return { outcome: 'cancelled' }
    }
    await this.#deps.secrets.runExclusive(async () => {
      if (canonicalJson(this.#current()) !== canonicalJson(before)) throw changedError()
      await this.#store({ proxy, draft, file, before })
    })
    return { outcome: 'changed' }
  }

  /** Tests the saved setting. Rejects when `signal` fires. */
  async test(url: string, signal: AbortSignal): Promise<NetworkTest> {
    const network = await effectiveNetwork(undefined, this.#deps)
    return this.#deps.network.test(url, network, signal)
  }

  #current(): NetworkSettings {
    return this.#deps.stores.settings.load().network
  }

  /** The proxy of a draft, its address normalised. A password that is kept must be of the same proxy and user. */
  #proxyOf({ proxy }: NetworkDraft, before: NetworkSettings): NetworkDraft['proxy'] {
    if (typeof proxy === 'string') return proxy
    const { password, ...next } = { ...proxy, url: normaliseAddress(proxy.url) }
    if (password !== null) return password === undefined ? next : { ...next, password }
    const old = typeof before.proxy === 'object' ? before.proxy : undefined
    if (!old?.password) return next
    const { digest } = this.#deps
    if (proxyReceiverDigest(old, digest) !== proxyReceiverDigest(next, digest))
      throw new GatehouseError(
        'server/secret-elsewhere',
        `Type the password again: it was given to ${old.url}, and this goes to ${next.url}.`,
        { data: { names: [PROXY_PASSWORD], from: old.url, to: next.url } },
      )
    return { ...next, password: null }
  }

  /** The file that was picked, read again by main: what was shown is what is asked about and stored. */
  async #fileOf({ authorities }: NetworkDraft): Promise<AuthorityFile | undefined> {
    if (authorities === 'keep' || authorities === null) return undefined
    const file = await this.#deps.network.readAuthorities(authorities.path)
    if (file.sha256 === authorities.sha256) return file
    throw new GatehouseError(
      'network/authorities-changed',
      `${file.name} was changed after it was shown. Choose it again.`,
      { data: { name: file.name } },
    )
  }

  async #store(change: {
    proxy: NetworkDraft['proxy']
    draft: NetworkDraft
    file: AuthorityFile | undefined
    before: NetworkSettings
  }): Promise<void> {
    const { proxy, draft, file, before } = change
    const { stores, events, network, secrets, digest } = this.#deps
    const newSecrets = new Map<string, string>()
    const newRef = (place: string): string => secrets.newRef(place)
    const target = { owner: GLOBAL_NETWORK, newRef, newSecrets, digest }
    const stored = networkWithReferences({ proxy }, { proxy: before.proxy }, target)
    const authorities = file
      ? {
          name: file.name,
          certificates: file.certificates,
          file: await network.storeAuthorities(file),
        }
      : keptOf(draft, before)
    const after: NetworkSettings = { proxy: stored?.proxy ?? 'system', authorities }
    const kept = new Set(networkSecretRefs(after))
    const replacedRefs = networkSecretRefs(before).filter((ref) => !kept.has(ref))
    await secrets.change({ newSecrets, replacedRefs }, () => {
      const settings: Settings = { ...stores.settings.load(), network: after }
      stores.settings.save(settings)
      events.emit('settings.changed', settings)
    })
    await network.forgetAuthorities(authorities?.file ?? null)
  }
}

const keptOf = (
  { authorities }: NetworkDraft,
  before: NetworkSettings,
): NetworkSettings['authorities'] => (authorities === 'keep' ? before.authorities : null)

function reachOf(
  proxy: Proxy | NetworkDraft['proxy'],
  certificates: CertificateFacts[],
): NetworkReach {
  if (typeof proxy === 'string') return { proxy, certificates }
  const { url, user, password } = proxy
  const hasUser = user !== undefined && user !== ''
  return {
    proxy: {
      url,
      user: hasUser ? user : null,
      hasPassword: hasUser && password !== undefined && password !== '',
    },
    certificates,
  }
}

/** True if anything goes to a proxy, or is believed of a certificate, that the person has not consented to. */
function reachesMore({ before, after }: { before: NetworkReach; after: NetworkReach }): boolean {
  const trusted = new Set(before.certificates.map(({ fingerprint }) => fingerprint))
  if (after.certificates.some(({ fingerprint }) => !trusted.has(fingerprint))) return true
  if (typeof after.proxy === 'string') return false
  if (typeof before.proxy === 'string') return true
  return before.proxy.url !== after.proxy.url || before.proxy.user !== after.proxy.user
}

function changedError(): GatehouseError {
  return new GatehouseError(
    'network/changed',
    'The network settings were changed in the meantime. Nothing was changed by this.',
  )
}
