import type { SamplingRule } from '@gatehouse/domain/server-requests'
import { useFormats } from './formats.ts'
import { useT } from './i18n.ts'
import { oneLine } from './one-line.ts'
import { useProviders } from './queries/index.ts'

/** Models of a budget that are named in a line. */
const MAX_NAMED = 3

/** A sampling rule in one line, a budget with its numbers. */
export function useSamplingRuleWords(): (rule: SamplingRule) => string {
  const t = useT('permissions')
  const { number, list } = useFormats()
  const providers = useProviders().data ?? []
  return (rule) => {
    if (rule.kind !== 'budget') return t(`sampling.rule.${rule.kind}`)
    const names = rule.models.map(({ providerId, modelId }) => {
      const provider = providers.find(({ id }) => id === providerId)
      return oneLine(provider?.models.find(({ id }) => id === modelId)?.name ?? modelId, 40)
    })
    const more = names.length > MAX_NAMED ? ['…'] : []
    return t('sampling.budgetRule', {
      budget: number(rule.tokensPerDay),
      models: list([...names.slice(0, MAX_NAMED), ...more]),
    })
  }
}
