import { NEVER_ABORTED } from '@gatehouse/base'
import {
  MODEL_LIMITS,
  type DiscoveredProvider,
  type ModelList,
  type ModelProvider,
  type ModelProviderDraft,
  type ModelRef,
  type ModelSource,
} from '@gatehouse/domain'
import { normaliseAddress, isThisMachine, originOf } from '@gatehouse/domain/launch'
import { listsModels, type LearnedChange, type ModelOverride } from '@gatehouse/domain/models'
import { withoutTrailing } from '@gatehouse/domain/text'
import type { HostDependencies } from '../dependencies.ts'
import type { ModelClient, ModelClients, ModelEndpoint } from '../ports/index.ts'
import { withEngineDetails, withContextSizeProbe, withModels } from './local-details.ts'
import {
  isSameEndpoint,
  keptHeaders,
  modelError,
  ProviderCredentials,
} from './provider-credentials.ts'
import { maskModels } from './masked-models.ts'
import { SecretChanges, headerRefsOf, keyRefOf } from '../secrets/secret-changes.ts'
import {
  createProviderAddressConsent,
  type ProviderAddressConsent,
} from './provider-address-consent.ts'
import { learnedCompatibility, withoutLearned } from './learned-compatibility.ts'

const TEST_TIMEOUT_MS = 15_000

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'vault' | 'models' | 'events' | 'clock' | 'ids' | 'timers' | 'consent' | 'profile'
> & { secrets?: SecretChanges }

export interface ModelConnection {
  client: ModelClient
  source: ModelSource
  /** True if the provider still has the address, key and headers that the client holds. */
  isCurrent(): boolean
}

/** Language-model providers: found, tested, saved with their keys in the vault. */
export class ProviderService {
  readonly #deps: Dependencies
  /** Whatever they send is cleared of the key that they were given. */
  readonly #models: ModelClients
  /** Addresses that the person allowed since the start, with or without a key. */
  readonly #addressConsent: ProviderAddressConsent
  readonly #secrets: SecretChanges
  readonly #credentials: ProviderCredentials

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#models = maskModels(deps.models)
    this.#secrets = deps.secrets ?? new SecretChanges(deps)
    this.#addressConsent = createProviderAddressConsent(deps)
    this.#credentials = new ProviderCredentials(deps.vault)
  }

  list(): ModelProvider[] {
    return this.#deps.stores.providers.list()
  }

  async discover(): Promise<DiscoveredProvider[]> {
    const found = await this.#models.discover(NEVER_ABORTED)
    this.#addressConsent.found(found)
    this.#deps.events.emit('provider.discovered', found)
    return found
  }

  /** Rejects with `model/failed` and `data.failure`, and with `provider/not-allowed`. */
  async test(draft: ModelProviderDraft): Promise<ModelList> {
    const endpoint = await this.#endpointOfDraft(draft)
    await this.#addressConsent.assertAllowed(draft)
    return this.#listModels(endpoint)
  }

  async save(draft: ModelProviderDraft, list: ModelList): Promise<ModelProvider> {
    const endpoint = await this.#endpointOfDraft(draft)
    await this.#addressConsent.assertAllowed(draft)
    const described = await withEngineDetails(list, endpoint, this.#asking)
    return this.#secrets.runExclusive(() => this.#saveAllowed(draft, described))
  }

  async #saveAllowed(draft: ModelProviderDraft, list: ModelList): Promise<ModelProvider> {
    // Another change may have been saved while the person read.
    await this.#endpointOfDraft(draft)
    const known = draft.id === undefined ? undefined : this.#find(draft.id)
    const id = known?.id ?? this.#deps.ids.next()
    const { key } = draft
    const oldRef = known?.hasKey === true ? keyRefOf(known) : undefined
    const keyRef = key === null ? oldRef : this.#secrets.newRef(`provider/${id}/key`)
    const { headers, ...changed } = keptHeaders(draft, known, (name) =>
      this.#secrets.newRef(`provider/${id}/header/${name}`),
    )
    const newSecrets = new Map(changed.newSecrets)
    if (key !== null && keyRef !== undefined) newSecrets.set(keyRef, key)
    const replacedRefs = [
      ...changed.replacedRefs,
      ...(oldRef === undefined || oldRef === keyRef ? [] : [oldRef]),
    ]
    const baseUrl = withoutTrailing(normaliseAddress(draft.baseUrl), '/')
    return this.#secrets.change({ newSecrets, replacedRefs }, () =>
      this.#keep({
        id,
        kind: draft.kind,
        name: draft.name,
        baseUrl,
        ...(draft.apiVersion === undefined ? {} : { apiVersion: draft.apiVersion }),
        ...(draft.region === undefined ? {} : { region: draft.region }),
        local: isThisMachine(new URL(draft.baseUrl).hostname),
        hasKey: keyRef !== undefined,
        ...(keyRef === undefined ? {} : { keyRef, keyOrigin: originOf(draft.baseUrl) }),
        ...(headers.length === 0 ? {} : { headers, headersOrigin: originOf(draft.baseUrl) }),
        ...list,
        // As they are by now: the keychain may have waited for the person.
        ...this.#ownFieldsOf(id, { kind: draft.kind, baseUrl }),
        createdAt: known?.createdAt ?? this.#deps.clock.now(),
      }),
    )
  }

  /** Stays when a provider is saved again: settings of the person for models, and what was learned at this address. */
  #ownFieldsOf(
    id: string,
    { kind, baseUrl }: Pick<ModelProvider, 'kind' | 'baseUrl'>,
  ): Pick<ModelProvider, 'overrides' | 'learned'> {
    const known = this.list().find((one) => one.id === id)
    const { overrides, learned } = known ?? {}
    const isSameApi = known?.kind === kind && known.baseUrl === baseUrl
    return { ...(overrides ? { overrides } : {}), ...(learned && isSameApi ? { learned } : {}) }
  }

  async refresh(id: string): Promise<ModelProvider> {
    const list = await this.#listModels(await this.#endpointOf(this.#find(id)))
    // Another change may have been saved meanwhile.
    const now = this.#find(id)
    return this.#keep(listsModels(now.kind) ? withModels(now, list) : now)
  }

  /** Sets the person's own values for a model; `null` removes them. Throws `model/failed` (`no-model`). */
  override({ providerId, modelId }: ModelRef, override: ModelOverride | null): ModelProvider {
    const { overrides = [], ...provider } = this.#find(providerId)
    const others = overrides.filter(({ id }) => id !== modelId)
    const own = override === null ? [] : [{ ...override, id: modelId }]
    // The oldest go first: they belong to models that are no longer listed, or exceed what a person would set.
    const kept = [...others, ...own].slice(-MODEL_LIMITS.models)
    return this.#keep(kept.length === 0 ? provider : { ...provider, overrides: kept })
  }

  /** Forgets one change that was learned from refusals of a model. Throws `model/failed` (`no-model`). */
  forgetLearned({ providerId, modelId }: ModelRef, change: LearnedChange): ModelProvider {
    return this.#keep(withoutLearned(this.#find(providerId), modelId, change))
  }

  /** After a change that is being saved, which would bring it back. */
  remove(id: string): Promise<void> {
    return this.#secrets.runExclusive(() => this.#remove(id))
  }

  async #remove(id: string): Promise<void> {
    const known = this.list().find((provider) => provider.id === id)
    for (const ref of known ? [keyRefOf(known), ...headerRefsOf(known)] : [])
      await this.#deps.vault.delete(ref)
    this.#deps.stores.providers.remove(id)
    this.#deps.events.emit('provider.removed', { id })
  }

  /** Rejects with `model/failed` (`no-model`, `key-missing`). */
  async clientFor(model: ModelRef): Promise<ModelClient> {
    return (await this.connect(model)).client
  }

  /** Like {@link clientFor}, with the provider that it asks. */
  async connect(model: ModelRef): Promise<ModelConnection> {
    const provider = this.#find(model.providerId)
    const find = () => this.list().find(({ id }) => id === model.providerId)
    const given = await this.#endpointOf(provider)
    const { kind, baseUrl } = given
    const compatibility = learnedCompatibility(baseUrl, {
      find,
      keep: (changed) => this.#keep(changed),
      now: () => this.#deps.clock.now(),
    })
    const endpoint = { ...given, compatibility }
    const isCurrent = (): boolean => {
      const now = find()
      return now !== undefined && isSameEndpoint(now, provider)
    }
    const client = withContextSizeProbe(
      this.#models.client(endpoint),
      {
        model,
        endpoint,
        find,
        keep: (changed) => this.#keep(changed),
      },
      this.#asking,
    )
    return { client, source: { kind, baseUrl, modelId: model.modelId }, isCurrent }
  }

  get #asking() {
    return { models: this.#models, timers: this.#deps.timers }
  }

  #find(id: string): ModelProvider {
    const provider = this.list().find((candidate) => candidate.id === id)
    if (!provider)
      throw modelError({
        code: 'no-model',
        message: 'The model of this chat is no longer connected. Choose another model.',
      })
    return provider
  }

  #keep(provider: ModelProvider): ModelProvider {
    this.#deps.stores.providers.save(provider)
    // As it is read: with what is assumed of its models.
    const kept = this.#find(provider.id)
    this.#deps.events.emit('provider.changed', kept)
    return kept
  }

  #endpointOf(provider: ModelProvider): Promise<ModelEndpoint> {
    return this.#credentials.endpointOf(provider)
  }

  #endpointOfDraft(draft: ModelProviderDraft): Promise<ModelEndpoint> {
    const known = draft.id === undefined ? undefined : this.#find(draft.id)
    return this.#credentials.endpointOfDraft(draft, known)
  }

  async #listModels(endpoint: ModelEndpoint): Promise<ModelList> {
    const controller = new AbortController()
    const cancel = this.#deps.timers.after(TEST_TIMEOUT_MS, () => controller.abort('timeout'))
    try {
      return await this.#models.listModels(endpoint, controller.signal)
    } finally {
      cancel()
    }
  }
}
