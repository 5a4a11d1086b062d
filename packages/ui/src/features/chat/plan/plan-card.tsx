import { useEffect, useRef, useState, type RefObject } from 'react'
import { CardGroup, classNames } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useIsAskTarget } from '../../../lib/keys/use-ask-keys.ts'
import { ToolCallCard } from '../calls/tool-call-card.tsx'
import { PlanFoot } from './plan-foot.tsx'
import { PlanRow } from './plan-row.tsx'
import type { PlanRow as PlanOfStep, PlanSummary } from './plan-rows.ts'
import { usePlan } from './use-plan.ts'

interface PlanCardProps {
  row: PlanOfStep
  conversationId: string
  onScroll: () => void
}

/** Space around the card in its transcript. */
const AROUND = 40
/** The height that is left of it however low the transcript is. */
const LEAST = 224
/** Below this height, in sizes of the root's text, the card has room for its rows and decisions alone. */
const SHORT = 24
/** The part of a short card that its foot may take; the rest of the foot scrolls. */
const SHORT_FOOT = 0.45

/** The calls of one step as one list, each a row, with what can be decided about several at its foot. */
export function PlanCard({ row, conversationId, onScroll }: PlanCardProps) {
  const { plan, calls } = row
  const t = useT('chat')
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const control = usePlan(calls, { root, list, foot, onScroll })
  const hasKeys = useIsAskTarget(root)
  const { maxHeight, isShort } = useTranscriptHeight(root)
  const waiting = new Map(control.waiting.map((ask) => [ask.entryId, ask]))
  return (
    <div
      ref={root}
      tabIndex={-1}
      role="group"
      aria-label={t('plan.all')}
      data-ask-card={row.id}
      data-testid="plan"
      style={{ maxHeight }}
      className="flex flex-col overflow-hidden rounded-xl border border-accent bg-card shadow-1 outline-none"
    >
      <PlanHead plan={plan} isHidden={isShort} />
      <ol
        ref={list}
        data-plan-list
        aria-label={t('plan.calls', { count: calls.length })}
        className="min-h-16 flex-1 divide-y divide-line overflow-y-auto overscroll-contain"
      >
        {calls.map((call, index) => {
          const ask = waiting.get(call.id)
          return (
            <li
              key={call.id}
              data-call-row
              data-testid="plan-call"
              tabIndex={-1}
              className="outline-none"
            >
              {ask ? (
                <PlanRow
                  ask={ask}
                  place={index + 1}
                  isActive={ask === control.active}
                  isMarked={control.marked.has(ask.id)}
                  isOpen={control.isOpen(ask)}
                  hasKeys={hasKeys}
                  seen={control.seen}
                  actions={control.rows}
                />
              ) : (
                <CardGroup>
                  <ToolCallCard call={call} conversationId={conversationId} isInPlan />
                </CardGroup>
              )}
            </li>
          )
        })}
      </ol>
      <PlanFoot
        ref={foot}
        control={control}
        hasKeys={hasKeys}
        maxHeight={isShort && maxHeight !== undefined ? maxHeight * SHORT_FOOT : undefined}
      />
    </div>
  )
}

const counts = ['waiting', 'allowed', 'denied', 'ended'] as const

/** The number of calls of a plan, and what became of them so far. */
function PlanHead({ plan, isHidden }: { plan: PlanSummary; isHidden: boolean }) {
  const t = useT('chat')
  return (
    <div
      data-testid="plan-header"
      className={classNames(
        'flex-wrap items-baseline gap-x-2.5 gap-y-0.5 border-b border-line bg-linear-to-r from-accent-soft to-card px-3 py-2',
        isHidden ? 'hidden' : 'flex',
      )}
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

/** As high as fits its transcript, so that the foot is in view with the list; whether that is little for its text. */
function useTranscriptHeight(root: RefObject<HTMLElement | null>): {
  maxHeight: number | undefined
  isShort: boolean
} {
  const [height, setHeight] = useState<{ maxHeight: number; isShort: boolean }>()
  useEffect(() => {
    const frame = root.current?.closest<HTMLElement>('[data-transcript]')
    if (!frame) return undefined
    const measure = (): void => {
      const maxHeight = Math.max(LEAST, frame.clientHeight - AROUND)
      const isShort = maxHeight < SHORT * rootTextSize()
      setHeight((before) =>
        before?.maxHeight === maxHeight && before.isShort === isShort
          ? before
          : { maxHeight, isShort },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [root])
  return height ?? { maxHeight: undefined, isShort: false }
}

/** In pixels. */
const rootTextSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
