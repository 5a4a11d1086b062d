import type { ModelProvider, ModelRef, SamplingChoice } from '@gatehouse/domain'
import { SAMPLING_LIMITS, type SamplingRequest } from '@gatehouse/domain/server-requests'

/**
 * The model proposed for a sampling request: the first hint that is part of a connected model's name
 * (MCP 2025-11-25, client/sampling, "Model Preferences"), else the default, else the only one.
 */
export function chooseModel(
  request: Pick<SamplingRequest, 'modelPreferences'>,
  providers: ModelProvider[],
  preferred: ModelRef | null,
): SamplingChoice {
  const models = providers.flatMap((provider) =>
    provider.models.map(({ id, name }) => ({
      ref: { providerId: provider.id, modelId: id },
      names: `${id}\n${name ?? ''}`.toLowerCase(),
    })),
  )
  const hints = request.modelPreferences?.hints?.slice(0, SAMPLING_LIMITS.hints) ?? []
  for (const { name: hint } of hints) {
    const wanted = hint?.trim().toLowerCase()
    if (!hint || !wanted) continue
    const fitting = models.filter((model) => model.names.includes(wanted))
    const found = fitting.find((model) => isSame(model.ref, preferred)) ?? fitting[0]
    if (found) return { model: found.ref, because: 'hint', hint }
  }
  if (preferred && providers.some((provider) => provider.id === preferred.providerId))
    return { model: preferred, because: 'default' }
  const [only, ...others] = models
  if (only && others.length === 0) return { model: only.ref, because: 'only' }
  return { model: null, because: 'none' }
}

function isSame(one: ModelRef, other: ModelRef | null): boolean {
  return one.providerId === other?.providerId && one.modelId === other.modelId
}
