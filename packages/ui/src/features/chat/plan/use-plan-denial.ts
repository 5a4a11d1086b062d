import type { Denial } from '../../../lib/use-denial.ts'
import { useRetainedState } from '../../../lib/use-retained-state.ts'
import type { PlanSummary } from './plan-rows.ts'

/** Whether the person is about to deny all of a plan, with the reason as typed; kept while they are elsewhere. */
export function usePlanDenial({ turnId, step }: PlanSummary): Denial {
  const [reason, keep] = useRetainedState<string>(`plan-denial ${turnId} ${step}`)
  return {
    isOpen: reason !== undefined,
    reason: reason ?? '',
    open: () => keep(reason ?? ''),
    change: keep,
    close: () => keep(undefined),
  }
}
