import type { RouteInput } from '@gatehouse/contract'
import type { ToolApprovalAsk } from '@gatehouse/domain'
import { useRef } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { isBridgeError } from '../../../lib/bridge-error.ts'
import { useBridge } from '../../../lib/bridge.tsx'
import { useT } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { withDisplayHash } from '../../../lib/with-display-hash.ts'
import type { Denial } from '../../../lib/use-denial.ts'
import { useRetainedState } from '../../../lib/use-retained-state.ts'
import { worded } from '../../../lib/worded.ts'
import type { PlanSummary } from './plan-rows.ts'

/** Sends one decision about the calls of a plan, each with the hash of what its card drew. `onDenied`: it was accepted. */
export function usePlanAnswer(onDenied: () => void) {
  const t = useT('chat')
  const { cache } = useBridge()
  const { show } = useToasts()
  const announce = useUi((ui) => ui.announce)
  /** A second press may come before the first is drawn. */
  const isSent = useRef(false)
  const { mutate, isPending } = useAction('ask.answer-plan', {
    onSuccess: ({ gone }, { decision }) => {
      if (decision === 'deny') onDenied()
      if (gone.length > 0) announce(t('plan.gone', { count: gone.length }))
    },
  })
  const send = (answer: RouteInput<'ask.answer-plan'>): void => {
    if (isSent.current) return
    isSent.current = true
    mutate(answer, {
      onSettled: () => void (isSent.current = false),
      onError(error) {
        if (isBridgeError(error) && error.code === 'ask/not-as-shown') cache.refresh(queryKeys.asks)
      },
    })
  }
  return {
    isPending,
    /** Whether it was sent. */
    allow(asks: readonly ToolApprovalAsk[]): boolean {
      const calls = asks.flatMap((ask) => {
        const { id } = ask
        const { shown } = withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-once' })
        return shown === undefined ? [] : [{ id, shown }]
      })
      if (calls.length < asks.length) {
        show({ tone: 'danger', title: worded('chat', (to) => to('plan.unverified')) })
        return false
      }
      send({ decision: 'allow-once', calls })
      return true
    },
    deny(asks: readonly ToolApprovalAsk[], reason: string): void {
      const calls = asks.map(({ id }) => id)
      send({ decision: 'deny', calls, ...(reason === '' ? {} : { reason }) })
    },
  }
}

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
