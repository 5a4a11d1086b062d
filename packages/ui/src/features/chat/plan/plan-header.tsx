import type { ReactNode } from 'react'
import { CardGroup } from '../../../kit/index.ts'
import { useT } from '../../../lib/i18n.ts'
import type { PlanSummary } from './plan-rows.ts'
import { SeenCallsContext, type SeenCalls } from './seen-calls.ts'

const counts = ['waiting', 'allowed', 'denied', 'ended'] as const

/** How many calls a plan has, and what became of them so far. */
export function PlanHeader({ plan }: { plan: PlanSummary }) {
  const t = useT('chat')
  return (
    <div
      data-testid="plan-header"
      className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 rounded-t-xl border border-accent bg-linear-to-r from-accent-soft to-card px-3 py-2"
    >
      <p className="font-semibold">{t('plan.calls', { count: plan.calls })}</p>
      <ul className="flex flex-wrap gap-x-2.5 text-note text-fg-2">
        {counts.map(
          (name) =>
            plan[name] > 0 && <li key={name}>{t(`plan.${name}`, { count: plan[name] })}</li>,
        )}
      </ul>
      <span className="ml-auto text-small text-fg-3">
        {t('call.step', { step: plan.step, limit: plan.stepLimit })}
      </span>
    </div>
  )
}

/** One call of a plan: a part of the one card, whatever became of it. */
export function PlanCall({ seen, children }: { seen: SeenCalls; children: ReactNode }) {
  return (
    <div
      data-testid="plan-call"
      className="border-x border-b border-x-accent border-b-line bg-card"
    >
      <SeenCallsContext value={seen}>
        <CardGroup>{children}</CardGroup>
      </SeenCallsContext>
    </div>
  )
}
