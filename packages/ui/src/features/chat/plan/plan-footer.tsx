import type { Ask, ToolApprovalAsk } from '@gatehouse/domain'
import { Eye } from 'lucide-react'
import { useEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react'
import { Button, isComposing } from '../../../kit/index.ts'
import { DenyForm } from '../../../lib/deny-form.tsx'
import { useT } from '../../../lib/i18n.ts'
import { useAsks } from '../../../lib/queries/index.ts'
import { useAskAcceptsInput } from '../../../lib/use-ask-keys.ts'
import type { PlanSummary } from './plan-rows.ts'
import type { SeenCalls } from './seen-calls.ts'
import { usePlanAnswer, usePlanDenial } from './use-plan-answer.ts'
import { usePlanKeys } from './use-plan-keys.ts'

interface PlanFooterProps {
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
export function PlanFooter({ plan, seen, onGo }: PlanFooterProps) {
  const t = useT('chat')
  const foot = useRef<HTMLDivElement>(null)
  const asks = useAsks().data
  const waiting = useMemo(() => waitingOf(plan, asks), [plan, asks])
  const whole = useSyncExternalStore(seen.subscribe, seen.whole)
  const unseen = waiting.filter(({ id }) => !whole.has(id))
  const denial = usePlanDenial(plan)
  const acceptsInput = useAskAcceptsInput()
  const { allow, deny, isPending } = usePlanAnswer(denial.close)
  const isReady = acceptsInput && waiting.length > 0 && unseen.length === 0
  /** The buttons are about to go; the focus must not fall to the start of the page. */
  const leave = () => foot.current?.closest<HTMLElement>('[data-transcript]')?.focus()
  const allowAll = () => {
    if (isReady && !isPending && !denial.isOpen && allow(waiting)) leave()
  }
  const hasKeys = usePlanKeys(foot, { onAllow: allowAll, onDeny: denial.open })
  const cancel = () => {
    denial.close()
    foot.current?.focus()
  }
  const [next] = unseen
  useFocusKept(foot, next !== undefined && !denial.isOpen)
  const total = waiting.length
  const isWaived = waiting.some(({ id }) => whole.get(id) === 'waived')
  return (
    <div
      ref={foot}
      role="group"
      tabIndex={-1}
      aria-label={t('plan.all')}
      data-testid="plan-footer"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !denial.isOpen || isComposing(event)) return
        // Neither for another card nor for the turn.
        event.preventDefault()
        event.stopPropagation()
        cancel()
      }}
      className="flex flex-wrap items-center gap-2 rounded-b-xl border border-t-0 border-accent bg-sunken px-3 py-2.5 shadow-1 outline-none"
    >
      {denial.isOpen ? (
        <DenyForm
          label={t('plan.denyReason', { count: total })}
          busy={isPending}
          denial={denial}
          onCancel={cancel}
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
            disabled={!isReady}
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
              ? t(isWaived ? 'plan.reviewed' : 'plan.unseen', {
                  count: total,
                  seen: total - unseen.length,
                })
              : total > 0 && t('plan.allSeen')}
          </span>
          <Button
            variant="danger-quiet"
            className="ml-auto"
            keys={hasKeys ? 'Shift+Escape' : undefined}
            disabled={isPending}
            onClick={denial.open}
          >
            {t('plan.denyAll')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Gives the foot the focus when the button that had it goes: "Show the next", once nothing is left to show. */
function useFocusKept(foot: RefObject<HTMLElement | null>, hasNext: boolean): void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const note = () => {
      const { activeElement } = document
      focused.current = foot.current?.contains(activeElement) ? activeElement : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [foot])
  useEffect(() => {
    const isLost = focused.current?.isConnected === false
    if (!hasNext && isLost && document.activeElement === document.body)
      foot.current?.focus({ preventScroll: true })
  }, [foot, hasNext])
}
