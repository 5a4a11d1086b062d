import { isFoldable, type ToolApprovalAsk } from '@gatehouse/domain'
import type { CallView } from './seen-calls.ts'

/** Which of the calls that wait can be allowed now, and how. All in the order of the model. */
export interface PlanReading {
  waiting: readonly ToolApprovalAsk[]
  /** Marked by the person; all that wait where none is marked. */
  chosen: readonly ToolApprovalAsk[]
  /** The chosen calls that were in view in full. */
  shown: readonly ToolApprovalAsk[]
  /** The chosen calls that were not. */
  unread: readonly ToolApprovalAsk[]
  /** The first of them that can be shown; `undefined`: the others can be allowed together. */
  next: ToolApprovalAsk | undefined
  /** Declared read-only, with nothing to warn of. */
  readOnly: readonly ToolApprovalAsk[]
  /** Of those the ones that were not in view in full: allowing them all waives that, in words. */
  unopened: readonly ToolApprovalAsk[]
  /** Declared read-only, and of their line alone all was in view. */
  lines: readonly ToolApprovalAsk[]
  hasMarks: boolean
}

export function readPlan(
  waiting: readonly ToolApprovalAsk[],
  views: ReadonlyMap<string, CallView>,
  marked: ReadonlySet<string>,
): PlanReading {
  const isRead = ({ id }: ToolApprovalAsk): boolean => views.get(id)?.isRead === true
  const marks = waiting.filter(({ id }) => marked.has(id))
  const chosen = marks.length > 0 ? marks : waiting
  const readOnly = waiting.filter((ask) => isFoldable(ask) && views.get(ask.id)?.display !== 'busy')
  const shown = chosen.filter(isRead)
  const unread = chosen.filter((ask) => !isRead(ask))
  const unopened = readOnly.filter((ask) => !isRead(ask))
  return {
    waiting,
    chosen,
    shown,
    unread,
    // A call that the person edits or denies does not hold up the others.
    next:
      unread.find(({ id }) => views.get(id)?.display !== 'busy') ??
      (shown.length === 0 ? unread[0] : undefined),
    readOnly,
    unopened,
    lines: unopened.filter(({ id }) => {
      const view = views.get(id)
      return view?.isViewed === true && view.display === 'line'
    }),
    hasMarks: marks.length > 0,
  }
}
