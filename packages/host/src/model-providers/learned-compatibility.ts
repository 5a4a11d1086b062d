import type { ModelProvider } from '@gatehouse/domain'
import type { LearnedCompatibility } from '@gatehouse/domain/models'
import type { CompatibilityMemory } from '../ports/index.ts'

/** A form of request is learned again after this time, since models and engines change. */
const LEARNED_FOR_MS = 30 * 24 * 60 * 60 * 1000
/** Models of one provider that are remembered; the oldest go first. */
const MAX_MODELS = 200

interface LearnedRecords {
  find(): ModelProvider | undefined
  keep(provider: ModelProvider): void
  now(): number
}

/** Returns the memory of a provider's models, kept with its record. Another address is another model. */
export function learnedCompatibility(
  baseUrl: string,
  { find, keep, now }: LearnedRecords,
): CompatibilityMemory {
  const isOf = (modelId: string) => (one: LearnedCompatibility) =>
    one.modelId === modelId && one.baseUrl === baseUrl
  return {
    of(modelId) {
      const known = find()?.learned?.find(isOf(modelId))
      return known && now() - known.learnedAt < LEARNED_FOR_MS ? known.form : {}
    },
    remember(modelId, form) {
      const provider = find()
      if (!provider) return
      const others = (provider.learned ?? []).filter((one) => !isOf(modelId)(one))
      const learned = [...others, { modelId, baseUrl, form, learnedAt: now() }].slice(-MAX_MODELS)
      keep({ ...provider, learned })
    },
  }
}
