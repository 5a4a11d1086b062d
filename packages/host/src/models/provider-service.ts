import {
  GatehouseError,
  type DiscoveredProvider,
  type ModelFailure,
  type ModelInfo,
  type ModelProvider,
  type ModelProviderDraft,
  type ModelRef,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { ModelClient, ModelEndpoint } from '../ports/index.ts'

const TEST_TIMEOUT_MS = 15_000
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i

export interface ProviderService {
  list(): ModelProvider[]
  discover(): Promise<DiscoveredProvider[]>
  /** Throws `model/failed` with `data.failure`. */
  test(draft: ModelProviderDraft): Promise<ModelInfo[]>
  save(draft: ModelProviderDraft, models: ModelInfo[]): Promise<ModelProvider>
  refresh(id: string): Promise<ModelProvider>
  remove(id: string): Promise<void>
  /** Throws `model/failed` (`no-model`, `key-missing`). */
  clientFor(model: ModelRef): Promise<ModelClient>
}

export function modelError(failure: ModelFailure): GatehouseError {
  return new GatehouseError('model/failed', failure.message, { data: { failure } })
}

const keyRef = (id: string): string => `provider/${id}/key`

export function createProviderService(
  deps: Pick<
    HostDependencies,
    'stores' | 'vault' | 'models' | 'events' | 'clock' | 'ids' | 'timers'
  >,
): ProviderService {
  const find = (id: string): ModelProvider => {
    const provider = deps.stores.providers.list().find((candidate) => candidate.id === id)
    if (!provider)
      throw modelError({
        code: 'no-model',
        message: 'The model of this chat is not connected any more. Choose another model.',
      })
    return provider
  }

  async function storedKey(provider: ModelProvider): Promise<string | undefined> {
    if (!provider.hasKey) return undefined
    const key = await deps.vault.get(keyRef(provider.id))
    if (key === undefined)
      throw modelError({
        code: 'key-missing',
        message: `The key of ${provider.name} is not in the keychain. Enter it again in Settings, Models.`,
      })
    return key
  }

  async function endpointOfDraft(draft: ModelProviderDraft): Promise<ModelEndpoint> {
    const known = draft.id === undefined ? undefined : find(draft.id)
    const key = draft.key ?? (known && (await storedKeyForSameOrigin(known, draft)))
    return { kind: draft.kind, baseUrl: draft.baseUrl, key }
  }

  /** A stored key never goes to another address than the one it was given for. */
  async function storedKeyForSameOrigin(
    known: ModelProvider,
    draft: ModelProviderDraft,
  ): Promise<string | undefined> {
    if (!known.hasKey) return undefined
    if (originOf(known.baseUrl) !== originOf(draft.baseUrl))
      throw modelError({
        code: 'key-missing',
        message: `The address of ${known.name} changed, so its key has to be entered again.`,
      })
    return storedKey(known)
  }

  async function listModels(endpoint: ModelEndpoint): Promise<ModelInfo[]> {
    const controller = new AbortController()
    const cancel = deps.timers.after(TEST_TIMEOUT_MS, () => controller.abort('timeout'))
    try {
      return await deps.models.listModels(endpoint, controller.signal)
    } finally {
      cancel()
    }
  }

  async function save(draft: ModelProviderDraft, models: ModelInfo[]): Promise<ModelProvider> {
    const known = draft.id === undefined ? undefined : find(draft.id)
    await endpointOfDraft(draft)
    const id = known?.id ?? deps.ids.next()
    if (draft.key !== null) await deps.vault.set(keyRef(id), draft.key)
    const provider: ModelProvider = {
      id,
      kind: draft.kind,
      name: draft.name,
      baseUrl: draft.baseUrl.replace(/\/+$/, ''),
      local: LOOPBACK.test(draft.baseUrl),
      hasKey: draft.key !== null || known?.hasKey === true,
      models,
      createdAt: known?.createdAt ?? deps.clock.now(),
    }
    deps.stores.providers.save(provider)
    deps.events.emit('provider.changed', provider)
    return provider
  }

  return {
    list: () => deps.stores.providers.list(),
    async discover() {
      const found = await deps.models.discover(new AbortController().signal)
      deps.events.emit('provider.discovered', found)
      return found
    },
    test: async (draft) => listModels(await endpointOfDraft(draft)),
    save,
    async refresh(id) {
      const provider = find(id)
      const key = await storedKey(provider)
      const models = await listModels({ kind: provider.kind, baseUrl: provider.baseUrl, key })
      const changed = { ...provider, models }
      deps.stores.providers.save(changed)
      deps.events.emit('provider.changed', changed)
      return changed
    },
    async remove(id) {
      await deps.vault.delete(keyRef(id))
      deps.stores.providers.remove(id)
      deps.events.emit('provider.removed', { id })
    },
    async clientFor(model) {
      const provider = find(model.providerId)
      const key = await storedKey(provider)
      return deps.models.client({ kind: provider.kind, baseUrl: provider.baseUrl, key })
    },
  }
}

function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0]?.toLowerCase() ?? url
}
