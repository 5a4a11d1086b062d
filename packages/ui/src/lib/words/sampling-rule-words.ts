import type { SamplingRule } from '@gatehouse/domain/server-requests'
import { useFormats } from '../formats/formats.ts'
import { useT } from './i18n.ts'
import { oneLine } from '../formats/one-line.ts'
import { useProviders } from '../queries/index.ts'

/** Models of a budget that are named in a line. */
const MAX_NAMED = 3

/** A sampling rule in one line, a budget with its numbers. */
export function useSamplingRuleWords(): (rule: SamplingRule) => string {
  const t = useT('permissions')
  const formats = useFormats()
  const providers = useProviders().data ?? []
  return (rule) => {
    if (rule.kind !== 'budget') return t(`sampling.rule.${rule.kind}`)
    const names = rule.models.map(({ providerId, modelId }) => {
      const provider = providers.find(({ id }) => id === providerId)
      return oneLine(provider?.models.find(({ id }) => id === modelId)?.name ?? modelId, 40)
    })
    const more = names.length - MAX_NAMED
    const budget = rule.tokensPerDay
    if (more <= 0) return t('sampling.budgetRule', { budget, models: formats.list(names) })
    const models = formats.names(names.slice(0, MAX_NAMED))
    return t('sampling.budgetRuleMore', { budget, models, count: more })
  }
}
