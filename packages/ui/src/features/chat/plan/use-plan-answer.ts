import type { RouteInput } from '@gatehouse/contract'
import type { ToolApprovalAsk } from '@gatehouse/domain'
import { useRef } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { withDisplayHash } from '../../../lib/bridge/with-display-hash.ts'
import { worded } from '../../../lib/words/worded.ts'

export interface PlanAnswering {
  isPending: boolean
  /** `unopened`: those of them that the person did not open. False when another answer is on its way, or none was sent. */
  allow: (asks: readonly ToolApprovalAsk[], unopened?: readonly ToolApprovalAsk[]) => boolean
  /** Whatever else is on its way: a denial always goes. */
  deny: (asks: readonly ToolApprovalAsk[]) => void
}

/** Sends one decision about calls of a plan, each with the hash of its displayed row. */
export function usePlanAnswer(): PlanAnswering {
  const t = useT('chat')
  const { cache } = useBridge()
  const { show } = useToasts()
  const announce = useUi((ui) => ui.announce)
  /** A second press may come before the first is drawn. */
  const isSent = useRef(false)
  const { mutate, isPending } = useAction('ask.answer-plan', {
    onSuccess: ({ gone }) => gone.length > 0 && announce(t('plan.gone', { count: gone.length })),
  })
  const send = (answer: RouteInput<'ask.answer-plan'>): void => {
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
    allow(asks, unopened = []) {
      if (isSent.current) return false
      const calls = asks.flatMap((ask) => {
        const { id } = ask
        const { shown } = withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-once' })
        return shown === undefined ? [] : [{ id, shown }]
      })
      if (calls.length < asks.length) {
        show({ tone: 'danger', title: worded('chat', (to) => to('plan.unverified')) })
        return false
      }
      const ids = unopened.map(({ id }) => id)
      send({ decision: 'allow-once', calls, ...(ids.length > 0 ? { unopened: ids } : {}) })
      return true
    },
    deny: (asks) => send({ decision: 'deny', calls: asks.map(({ id }) => id) }),
  }
}
