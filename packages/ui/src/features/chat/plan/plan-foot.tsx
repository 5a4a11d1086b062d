import type { Ask, ToolApprovalAsk } from '@gatehouse/domain'
import { Eye } from 'lucide-react'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../kit/index.ts'
import { DenyForm } from '../../../lib/deny-form.tsx'
import { useT } from '../../../lib/i18n.ts'
import { useAsks } from '../../../lib/queries/index.ts'
import { useAskSettled } from '../../../lib/use-ask-keys.ts'
import type { PlanSummary } from './plan-rows.ts'
import type { SeenCalls } from './seen-calls.ts'
import { usePlanAnswer } from './use-plan-answer.ts'
import { usePlanKeys } from './use-plan-keys.ts'

interface PlanFootProps {
  plan: PlanSummary
  seen: SeenCalls
  /** Scrolls to what of a call was not in view yet. */
  onGo: (ask: ToolApprovalAsk) => void
}

function waitingOf(
  { turnId, step }: PlanSummary,
  asks: readonly Ask[] | undefined,
): ToolApprovalAsk[] {
  return (asks ?? []).filter(
    (ask): ask is ToolApprovalAsk =>
      ask.kind === 'tool-approval' &&
      ask.state.status === 'pending' &&
      ask.turnId === turnId &&
      ask.step === step,
  )
}

/** One decision about all calls that wait: allowed are only those that were in view, each as it was proposed. */
export function PlanFoot({ plan, seen, onGo }: PlanFootProps) {
  const t = useT('chat')
  const foot = useRef<HTMLDivElement>(null)
  const asks = useAsks().data
  const waiting = useMemo(() => waitingOf(plan, asks), [plan, asks])
  const whole = useSyncExternalStore(seen.subscribe, seen.whole)
  const unseen = waiting.filter(({ id }) => !whole.has(id))
  const [isDenying, setDenying] = useState(false)
  const [reason, setReason] = useState('')
  const settled = useAskSettled()
  const { allow, deny, isPending } = usePlanAnswer()
  const isReady = settled && waiting.length > 0 && unseen.length === 0 && !isPending
  /** The buttons are about to go; the focus must not fall to the start of the page. */
  const leave = () => foot.current?.closest<HTMLElement>('[data-transcript]')?.focus()
  const allowAll = () => {
    if (!isReady) return
    leave()
    allow(waiting)
  }
  const hasKeys = usePlanKeys(foot, {
    onAllow: allowAll,
    onDeny: () => setDenying(true),
  })
  const close = () => {
    setReason('')
    setDenying(false)
  }
  const [next] = unseen
  const total = waiting.length
  return (
    <div
      ref={foot}
      role="group"
      aria-label={t('plan.all')}
      data-testid="plan-foot"
      className="flex flex-wrap items-center gap-2 rounded-b-xl border border-t-0 border-accent bg-sunken px-3 py-2.5 shadow-1"
    >
      {isDenying ? (
        <DenyForm
          label={t('plan.denyReason', { count: total })}
          busy={isPending}
          denial={{ isOpen: true, reason, open: () => undefined, change: setReason, close }}
          onCancel={close}
          onDeny={(words) => {
            leave()
            deny(waiting, words)
          }}
        />
      ) : (
        <>
          <Button
            variant="primary"
            keys={hasKeys ? 'Mod+Shift+Enter' : undefined}
            disabled={!settled || unseen.length > 0 || total === 0}
            loading={isPending}
            onClick={allowAll}
          >
            {t('plan.allowAll', { count: total })}
          </Button>
          {next && (
            <Button icon={Eye} onClick={() => onGo(next)}>
              {t('plan.showNext')}
            </Button>
          )}
          <span role="status" data-testid="plan-seen" className="text-small text-fg-2">
            {next
              ? t('plan.unseen', { count: total, seen: total - unseen.length })
              : total > 0 && t('plan.allSeen')}
          </span>
          <Button
            variant="danger-quiet"
            className="ml-auto"
            keys={hasKeys ? 'Shift+Escape' : undefined}
            disabled={isPending}
            onClick={() => setDenying(true)}
          >
            {t('plan.denyAll')}
          </Button>
        </>
      )}
    </div>
  )
}
