import type { ToolApprovalAsk, Turn } from '@gatehouse/domain'
import { useEffect, useRef } from 'react'
import { useAsks } from '../../../lib/queries/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { isDenyAll } from './plan-keys.ts'
import { usePlanAnswer } from './use-plan-answer.ts'

/**
 * Denies all by Shift+Escape also where the person reads so far above that the calls are on none of the pages that are
 * here, and so no card has the key.
 */
export function useDenyPagedOut(conversationId: string, turns: readonly Turn[]): void {
  const t = useT('chat')
  const asks = useAsks().data
  const announce = useUi((ui) => ui.announce)
  const answering = usePlanAnswer()
  const waiting = (asks ?? []).filter(
    (ask): ask is ToolApprovalAsk =>
      ask.kind === 'tool-approval' &&
      ask.conversationId === conversationId &&
      ask.state.status === 'pending',
  )
  const here = new Set(turns.flatMap(({ entries }) => entries.map(({ id }) => id)))
  const away = waiting.filter(({ entryId }) => !here.has(entryId))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (away.length === 0 || !isDenyAll(event)) return
    // Of the others a card takes the same press.
    if (away.length === waiting.length) {
      event.preventDefault()
      event.stopPropagation()
    }
    for (const calls of stepsOf(away)) answering.deny(calls)
    announce(t('plan.denied', { count: away.length }))
  }
  const latest = useRef(onKeyDown)
  useEffect(() => {
    latest.current = onKeyDown
  })
  const isAway = away.length > 0
  useEffect(() => {
    if (!isAway) return undefined
    const listen = (event: KeyboardEvent): void => latest.current(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isAway])
}

/** The calls of each step: one answer is about one step. */
function stepsOf(asks: readonly ToolApprovalAsk[]): Iterable<ToolApprovalAsk[]> {
  const steps = new Map<string, ToolApprovalAsk[]>()
  for (const ask of asks) {
    const key = `${ask.step} ${ask.turnId}`
    steps.set(key, [...(steps.get(key) ?? []), ask])
  }
  return steps.values()
}
