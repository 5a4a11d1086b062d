import type { SamplingRequestAsk } from '@gatehouse/domain'
import { EyeOff } from 'lucide-react'
import { Callout, CardSection } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'

/**
 * The effect of the server's sampling policy on a request: its answer is not shown, or the request is shown for a
 * reason.
 */
export function SamplingPolicyNote({ ask }: { ask: SamplingRequestAsk }) {
  const t = useT('asks')
  const { number, sentences } = useFormats()
  const { policy, serverName: server } = ask
  if (policy === undefined) return null
  if (policy.kind === 'ask-before')
    return (
      <CardSection>
        <Callout tone="warning" icon={EyeOff}>
          {t('sampling.policy.unseen', { server })}
        </Callout>
      </CardSection>
    )
  return (
    <CardSection>
      <Callout title={t(`sampling.policy.title.${policy.because}`)}>
        {sentences(
          t('sampling.policy.numbers', {
            used: number(policy.usedTokens),
            budget: number(policy.tokensPerDay),
            needed: number(policy.neededTokens),
          }),
          t('sampling.policy.asked'),
        )}
      </Callout>
    </CardSection>
  )
}
