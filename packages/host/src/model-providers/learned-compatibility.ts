import type { ModelProvider } from '@gatehouse/domain'
import {
  learnedChanges,
  learnedForm,
  withoutChange,
  type LearnedChange,
  type LearnedCompatibility,
} from '@gatehouse/domain/models'
import type { CompatibilityMemory } from '../ports/index.ts'

/** Models of one provider that are remembered; the oldest go first. */
const MAX_MODELS = 200

interface LearnedRecords {
  find(): ModelProvider | undefined
  keep(provider: ModelProvider): void
  now(): number
}

const isOf =
  (modelId: string, baseUrl: string) =>
  (one: LearnedCompatibility): boolean =>
    one.modelId === modelId && one.baseUrl === baseUrl

/** Returns the memory of a provider's models, kept with its record. Another address is another model. */
export function learnedCompatibility(
  baseUrl: string,
  { find, keep, now }: LearnedRecords,
): CompatibilityMemory {
  return {
    of: (modelId) => learnedForm(find()?.learned, { modelId, baseUrl, now: now() })?.form ?? {},
    remember(modelId, form) {
      const provider = find()
      if (!provider) return
      const isSame = isOf(modelId, baseUrl)
      const others = (provider.learned ?? []).filter((one) => !isSame(one))
      const known = learnedForm(provider.learned, { modelId, baseUrl, now: now() })
      // What is learned later ends with what was learned first: no change outlives its 30 days.
      const learnedAt = known?.learnedAt ?? now()
      const learned = [...others, { modelId, baseUrl, form, learnedAt }].slice(-MAX_MODELS)
      keep({ ...provider, learned })
    },
  }
}

/** Returns the provider without one change that was learned of a model at its address. */
export function withoutLearned(
  { learned = [], ...provider }: ModelProvider,
  modelId: string,
  change: LearnedChange,
): ModelProvider {
  const isSame = isOf(modelId, provider.baseUrl)
  const left = learned.flatMap((one) => {
    if (!isSame(one)) return [one]
    const form = withoutChange(one.form, change)
    return learnedChanges(form).length === 0 ? [] : [{ ...one, form }]
  })
  return left.length === 0 ? provider : { ...provider, learned: left }
}
