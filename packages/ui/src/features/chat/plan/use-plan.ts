import {
  isCoveredWith,
  isFoldable,
  type Ask,
  type ToolApprovalAsk,
  type ToolCall,
} from '@gatehouse/domain'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { useAsks } from '../../../lib/queries/index.ts'
import { isInView } from '../../../lib/chats/ask-target.ts'
import { useAskAcceptsInput } from '../../../lib/keys/use-ask-keys.ts'
import { PlanActs, type PlanBox, type PlanNote } from './plan-acts.ts'
import { planKeyOf, type PlanKey } from './plan-keys.ts'
import type { RowActions } from './plan-row.tsx'
import { readPlan, type PlanReading } from './plan-reading.ts'
import type { FindAlike } from '../approvals/use-approval.tsx'
import { createSeenCalls, type CallView, type SeenCalls } from './seen-calls.ts'
import { focusRow, rowOf, showRow } from './show-call.ts'
import { usePlanAnswer } from './use-plan-answer.ts'

export interface PlanControl extends PlanReading {
  active: ToolApprovalAsk | undefined
  marked: ReadonlySet<string>
  isOpen: (ask: ToolApprovalAsk) => boolean
  seen: SeenCalls
  rows: RowActions
  note: PlanNote | null
  isPending: boolean
  acceptsInput: boolean
  press: (key: PlanKey) => void
  /** Allows the calls that were in view. */
  allowShown: () => void
  /** Allows the calls of which the line alone was in view. */
  allowLines: () => void
}

/** The state of a plan's card, and the actions of its keys. */
export function usePlan(calls: readonly ToolCall[], box: PlanBox): PlanControl {
  const asks = useAsks().data
  const waiting = useMemo(() => waitingOf(calls, asks), [calls, asks])
  const [seen] = useState(createSeenCalls)
  const views = useSyncExternalStore(seen.subscribe, seen.views)
  const [note, setNote] = useState<PlanNote | null>(null)
  const { acts: rowActs, marked, folds, activeId, setActiveId, openFolds } = useRows()
  const acceptsInput = useAskAcceptsInput()
  const answering = usePlanAnswer()
  const lastAllow = useRef(Number.NEGATIVE_INFINITY)
  const reading = useMemo(() => readPlan(waiting, views, marked), [waiting, views, marked])
  const countedSince = useSince(reading.unopened.length)
  const alike = useFindAlike({ waiting, views, note: setNote })
  const rows = useMemo(() => ({ ...rowActs, alike }), [rowActs, alike])
  const active = waiting.find(({ id }) => id === activeId) ?? waiting[0]
  useFollowActive(box, active?.id)
  const acts = new PlanActs({
    box,
    reading,
    views,
    seen,
    active,
    acceptsInput,
    answering,
    lastAllow,
    countedSince,
    openFolds,
    note: setNote,
    toggle: rows.toggle,
    mark: rows.mark,
    activate: setActiveId,
  })
  const press = (key: PlanKey): void => acts.press(key)
  usePlanKeys(box.root, press, waiting.length > 0)
  return {
    ...reading,
    active,
    marked,
    seen,
    rows,
    note,
    acceptsInput,
    press,
    isOpen: (ask) => isFoldable(ask) === folds.has(ask.id),
    isPending: answering.isPending,
    allowShown: () => acts.allowShown(),
    allowLines: () => acts.allowLines(),
  }
}

function waitingOf(
  calls: readonly ToolCall[],
  asks: readonly Ask[] | undefined,
): ToolApprovalAsk[] {
  const byEntry = new Map<string, ToolApprovalAsk>()
  for (const ask of asks ?? [])
    if (ask.kind === 'tool-approval' && ask.state.status === 'pending')
      byEntry.set(ask.entryId, ask)
  return calls.flatMap(({ id }) => byEntry.get(id) ?? [])
}

/** The acts of the person on single rows: they marked, folded or opened them, and came to them. */
function useRows() {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  /** Rows that are not as they were at first: a line that was opened, or another one that was folded. */
  const [folds, setFolds] = useState<ReadonlySet<string>>(new Set())
  const [activeId, setActiveId] = useState<string | null>(null)
  const openers = useRef(new Map<string, () => void>())
  const acts = useMemo<Omit<RowActions, 'alike'>>(
    () => ({
      activate: setActiveId,
      toggle(id) {
        setActiveId(id)
        setFolds((before) => toggled(before, id))
      },
      mark: (id) => setMarked((before) => toggled(before, id)),
      register(id, open) {
        if (open) openers.current.set(id, open)
        else openers.current.delete(id)
      },
    }),
    [],
  )
  const openFolds = (id: string): void => openers.current.get(id)?.()
  return { acts, marked, folds, activeId, setActiveId, openFolds }
}

/** The calls of the plan that a lasting permission covers and that were in view; of the others the note says how many. */
function useFindAlike(now: {
  waiting: readonly ToolApprovalAsk[]
  views: ReadonlyMap<string, CallView>
  note: (note: PlanNote) => void
}): FindAlike {
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  return useCallback((ask, tools) => {
    const { waiting, views, note } = latest.current
    const covered = waiting.filter((one) => one !== ask && isCoveredWith(ask, one, tools))
    const seen = covered.filter(({ id }) => {
      const view = views.get(id)
      return view?.isRead === true && view.display !== 'busy'
    })
    if (seen.length < covered.length)
      note({ kind: 'alike-left', count: covered.length - seen.length })
    return seen
  }, [])
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

/** A function that gives when `value` was drawn first as it is now. */
function useSince(value: number): () => number {
  const since = useRef({ value, at: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    since.current = { value, at: performance.now() }
  }, [value])
  return useCallback(() => since.current.at, [])
}

/**
 * Shows the call that the keys mean next, and gives it the focus where the card has it. It stays in view while calls
 * before it end and take more room, until the person scrolls it away.
 */
function useFollowActive({ root, list }: PlanBox, activeId: string | undefined): void {
  useEffect(() => {
    if (activeId === undefined || !list.current) return
    showRow(list.current, activeId)
    if (document.activeElement === root.current) focusRow(list.current, activeId)
  }, [root, list, activeId])
  useEffect(() => {
    const box = list.current
    if (activeId === undefined || !box) return undefined
    let isFollowed = isRowInView(box, activeId)
    const onScroll = (): void => void (isFollowed = isRowInView(box, activeId))
    const observer = new ResizeObserver(() => isFollowed && showRow(box, activeId))
    for (const item of [box, ...box.children]) observer.observe(item)
    box.addEventListener('scroll', onScroll)
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [list, activeId])
}

function isRowInView(list: HTMLElement, askId: string): boolean {
  const row = rowOf(list, askId)
  return row !== null && isInView(row)
}

/** Before what fields and other cards do with the key: denying all works everywhere. */
function usePlanKeys(
  root: RefObject<HTMLElement | null>,
  press: (key: PlanKey) => void,
  isWaiting: boolean,
): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    if (!isWaiting) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = root.current && planKeyOf(event, root.current)
      const isFirst = event.eventPhase === Event.CAPTURING_PHASE
      if (!key || (key === 'deny-all') !== isFirst) return
      event.preventDefault()
      if (isFirst) event.stopPropagation()
      latest.current(key)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [root, isWaiting])
}
