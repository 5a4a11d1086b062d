import {
  SAMPLING_POLICY_LIMITS,
  widensSampling,
  type SamplingPolicyView,
  type SamplingRule,
} from '@gatehouse/domain/server-requests'
import { useState } from 'react'
import { Button, Callout, ProgressBar, RadioGroup } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSamplingPolicies, useSetSamplingPolicy } from '../../../lib/queries/index.ts'
import { SamplingBudget } from './sampling-budget.tsx'

const KINDS = ['ask-both', 'ask-before', 'budget', 'never'] as const
const ASK_BOTH: SamplingRule = { kind: 'ask-both' }

/** Policy for the server's sampling requests, and today's use. */
export function SamplingPolicy({ serverId }: { serverId: string }) {
  const policy = useSamplingPolicies().data?.find((one) => one.serverId === serverId)
  return policy ? <Policy policy={policy} /> : null
}

function Policy({ policy }: { policy: SamplingPolicyView }) {
  const t = useT('permissions')
  const set = useSetSamplingPolicy()
  const { serverId, rule, isVoid } = policy
  const [editing, setEditing] = useState(false)
  const chosen = editing ? 'budget' : rule.kind
  const effective = isVoid ? ASK_BOTH : rule
  const apply = (next: SamplingRule): void => set.mutate({ serverId, rule: next })
  const choose = (kind: SamplingRule['kind']): void => {
    setEditing(kind === 'budget')
    if (kind !== 'budget' && (kind !== rule.kind || isVoid)) apply({ kind })
  }
  return (
    <section
      data-testid="sampling-policy"
      className="flex flex-col gap-3 rounded-lg border border-line bg-card px-4 py-3"
    >
      <RadioGroup
        label={t('sampling.title')}
        value={chosen}
        disabled={set.isPending}
        onValueChange={choose}
        options={KINDS.map((kind) => ({
          value: kind,
          label: t(`sampling.rule.${kind}`),
          description: t(`sampling.ruleNote.${kind}`),
        }))}
      />
      {isVoid && (
        <Callout
          tone="warning"
          actions={
            <Button size="small" loading={set.isPending} onClick={() => apply(rule)}>
              {t('sampling.again')}
            </Button>
          }
        >
          {t('sampling.void')}
        </Callout>
      )}
      {chosen === 'budget' && (
        <SamplingBudget
          key={JSON.stringify(rule)}
          rule={rule.kind === 'budget' ? rule : null}
          busy={set.isPending}
          needsReview={(next) => widensSampling(effective, next)}
          limit={SAMPLING_POLICY_LIMITS.tokensPerDay}
          onSave={(next) => {
            setEditing(false)
            apply(next)
          }}
          onCancel={editing ? () => setEditing(false) : undefined}
        />
      )}
      <Usage policy={policy} />
    </section>
  )
}

function Usage({ policy: { rule, isVoid, usage, dayEndsAt } }: { policy: SamplingPolicyView }) {
  const t = useT('permissions')
  const { number, moment, sentences } = useFormats()
  const words =
    rule.kind === 'budget' && !isVoid
      ? t('sampling.usedBudget', { used: usage.tokens, budget: rule.tokensPerDay })
      : t('sampling.used', { count: usage.tokens })
  return (
    <div className="flex flex-col gap-1 text-small text-fg-2" data-testid="sampling-usage">
      {rule.kind === 'budget' && !isVoid && (
        <ProgressBar label={words} value={Math.min(1, usage.tokens / rule.tokensPerDay)} />
      )}
      <p>
        {words}
        {' · '}
        {t('sampling.runs', { count: usage.requests, number: number(usage.requests) })}
      </p>
      <p className="text-fg-3">
        {sentences(t('sampling.dayEnds', { at: moment(dayEndsAt) }), t('sampling.counted'))}
      </p>
    </div>
  )
}
