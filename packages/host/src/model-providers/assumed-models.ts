import type { ModelInfo, ModelProvider } from '@gatehouse/domain'
import type { AssumedFacts } from '@gatehouse/domain/models'
import type { ModelClients, ProviderStore } from '../ports/index.ts'

/** So many names are looked up before all of them are forgotten. */
const MAX_NAMES = 20_000

/**
 * The providers, each model with what is assumed of it by its name. That is looked up where they are read and
 * never kept, so that another version of the app assumes what it knows.
 */
export function withAssumedFacts(
  providers: ProviderStore,
  models: Pick<ModelClients, 'assume'>,
): ProviderStore {
  const known = new Map<string, AssumedFacts | undefined>()
  function assumedOf(provider: ModelProvider, { id }: ModelInfo): AssumedFacts | undefined {
    if (!models.assume) return undefined
    const key = `${provider.engine} ${provider.kind} ${provider.baseUrl} ${id}`
    if (!known.has(key)) {
      if (known.size >= MAX_NAMES) known.clear()
      known.set(key, models.assume(provider, id))
    }
    return known.get(key)
  }
  return {
    ...providers,
    list: () =>
      providers.list().map((provider) => ({
        ...provider,
        models: provider.models.map((model) => {
          const assumed = assumedOf(provider, model)
          return assumed ? { ...model, assumed } : model
        }),
      })),
    save: (provider) =>
      providers.save({ ...provider, models: provider.models.map(withoutAssumed) }),
  }
}

function withoutAssumed({ assumed: _assumed, ...model }: ModelInfo): ModelInfo {
  return model
}
