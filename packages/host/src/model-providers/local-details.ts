import type { ModelInfo, ModelList, ModelProvider, ModelRef } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import type { ModelClient, ModelClients, ModelEndpoint } from '../ports/index.ts'

/** Time limits for requests to an engine when it is connected, and after an answer. */
const CONNECT_MS = 4000
const RESPONSE_MS = 500

type Dependencies = Pick<HostDependencies, 'timers'> & { models: ModelClients }

/**
 * Adds what the engine of a local provider reports of its models within the time limit; otherwise the list stays as
 * it is.
 */
export async function withEngineDetails(
  list: ModelList,
  endpoint: ModelEndpoint,
  { models, timers, limitMs = CONNECT_MS }: Dependencies & { limitMs?: number },
): Promise<ModelList> {
  if (!models.describe) return list
  const controller = new AbortController()
  const cancel = timers.after(limitMs, () => controller.abort('timeout'))
  try {
    return await models.describe(endpoint, list, controller.signal)
  } catch {
    return list
  } finally {
    cancel()
  }
}

/** A provider with the models that it lists now. A context with which a model ran once counts until it runs again. */
export function withModels(
  { leftOut: _leftOut, engine: _engine, ...provider }: ModelProvider,
  list: ModelList,
): ModelProvider {
  const known = new Map(provider.models.map((model) => [model.id, model.contextWindow]))
  const models = list.models.map((model): ModelInfo => {
    const contextWindow = model.contextWindow ?? known.get(model.id)
    return contextWindow === undefined || list.engine !== _engine
      ? model
      : { ...model, contextWindow }
  })
  return { ...provider, ...list, models }
}

/** The model about which an engine is asked after an answer. */
interface Observed {
  model: ModelRef
  endpoint: ModelEndpoint
  /** The provider as it is kept at the time; undefined: it is gone. */
  find: () => ModelProvider | undefined
  keep: (provider: ModelProvider) => unknown
}

/**
 * A client that asks a local engine after each answer with how much context the model runs: before it is loaded
 * nothing is reported, and the next request is made to fit. Nothing waits longer for it than half a second.
 */
export function withContextSizeProbe(
  client: ModelClient,
  { model: { modelId }, endpoint, find, keep }: Observed,
  deps: Dependencies,
): ModelClient {
  async function observe(): Promise<void> {
    const engine = find()?.engine
    if (engine === undefined) return
    const asked = { models: [{ id: modelId }], engine }
    const described = (await withEngineDetails(asked, endpoint, { ...deps, limitMs: RESPONSE_MS }))
      .models[0]
    const provider = find()
    const last = provider?.models.find(({ id }) => id === modelId)
    const contextWindow = described?.contextWindow
    if (!provider || !last || contextWindow === undefined) return
    if (last.contextWindow === contextWindow) return
    const models = provider.models.map((one) => (one === last ? { ...one, contextWindow } : one))
    keep({ ...provider, models })
  }
  return {
    ...client,
    async *stream(request, signal) {
      yield* client.stream(request, signal)
      await observe()
    },
  }
}
