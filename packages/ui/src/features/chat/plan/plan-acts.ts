import type { ToolApprovalAsk } from '@gatehouse/domain'
import type { RefObject } from 'react'
import { INPUT_DELAY_MS, isInView, viewedPart } from '../../../lib/chats/ask-target.ts'
import type { PlanKey } from './plan-keys.ts'
import type { PlanReading } from './plan-reading.ts'
import type { CallView, SeenCalls } from './seen-calls.ts'
import { focusRow, rowOf, showRow, showUnseen } from './show-call.ts'
import type { PlanAnswering } from './use-plan-answer.ts'

/** The reason for which a key or button did less than expected, or something else. */
export type PlanNoteKind =
  | 'shown'
  | 'too-soon'
  | 'busy'
  | 'folds'
  | 'opened'
  | 'left'
  | 'sending'
  | 'none-read-only'
  | 'read-button'
  | 'only-one'
  | 'alike-left'

export interface PlanNote {
  kind: PlanNoteKind
  count: number
}

/** The parts of a plan's card on the page. */
export interface PlanBox {
  root: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  foot: RefObject<HTMLElement | null>
  /** Something scrolls into view by a key: the end of the chat is not followed meanwhile. */
  onScroll: () => void
}

interface PlanMoment {
  box: PlanBox
  reading: PlanReading
  views: ReadonlyMap<string, CallView>
  seen: Pick<SeenCalls, 'firstUnseen'>
  active: ToolApprovalAsk | undefined
  acceptsInput: boolean
  answering: PlanAnswering
  /** When the last call was allowed. */
  lastAllow: RefObject<number>
  /** When the button that counts unopened calls was drawn first with its number. */
  countedSince: () => number
  openFolds: (askId: string) => void
  activate: (askId: string | null) => void
  toggle: (askId: string) => void
  mark: (askId: string) => void
  note: (note: PlanNote | null) => void
}

/** The act of each key of a plan at one moment: never nothing in silence. */
export class PlanActs {
  readonly #now: PlanMoment

  constructor(now: PlanMoment) {
    this.#now = now
  }

  press(key: PlanKey): void {
    const { reading, active, toggle, mark } = this.#now
    switch (key) {
      case 'allow':
        return this.#allowActive()
      case 'allow-all':
        return this.#readOnOrAllow()
      case 'allow-read-only':
        return this.#allowCounted(reading.readOnly, reading.unopened)
      case 'deny':
        return this.#deny(active ? [active] : [])
      case 'deny-all':
        return this.#deny(reading.waiting)
      case 'previous':
        return this.#move(-1)
      case 'next':
        return this.#move(1)
      case 'mark':
        return active && mark(active.id)
      case 'open':
        return active && toggle(active.id)
    }
  }

  /** Allows the calls that were in view, and leaves the others. */
  allowShown(): void {
    const { shown } = this.#now.reading
    if (shown.length > 0 && this.#mayAllow()) this.#send(shown)
  }

  /** Allows the calls of which the line alone was in view. */
  allowLines(): void {
    const { lines } = this.#now.reading
    this.#allowCounted(lines, lines)
  }

  #say(kind: PlanNoteKind, count = 0): void {
    this.#now.note({ kind, count })
  }

  #allowActive(): void {
    const { active, box } = this.#now
    if (!active || this.#prepare(active, 'shown')) return
    const row = box.list.current && rowOf(box.list.current, active.id)
    if (row && viewedPart(row) === null) {
      // It was read, and is scrolled away: who allows it sees it.
      this.#scrollTo(active)
      this.#say('shown')
    } else if (this.#mayAllow()) this.#send([active])
  }

  /** One press decides on all of them, however many are in view at once. */
  #readOnOrAllow(): void {
    const { unread, next } = this.#now.reading
    if (next) this.#prepare(next, 'left', unread.length)
    else this.allowShown()
  }

  #allowCounted(allowed: readonly ToolApprovalAsk[], unopened: readonly ToolApprovalAsk[]): void {
    const { box, countedSince } = this.#now
    const button = box.foot.current?.querySelector<HTMLElement>('[data-counted]') ?? null
    const isHidden = button !== null && !isInView(button)
    const isNew = performance.now() - countedSince() < INPUT_DELAY_MS
    if (allowed.length === 0) this.#say('none-read-only')
    else if (unopened.length > 0 && (isHidden || isNew)) {
      if (isHidden) box.onScroll()
      button?.scrollIntoView({ block: 'nearest' })
      this.#say('read-button')
    } else if (this.#mayAllow()) this.#send(allowed, unopened)
  }

  #deny(refused: readonly ToolApprovalAsk[]): void {
    const { box, reading, answering, activate, note } = this.#now
    if (refused.length === 0) return
    holdFocus(box.root.current)
    note(null)
    activate(nextAfter(reading.waiting, refused))
    answering.deny(refused)
  }

  #move(by: 1 | -1): void {
    const { active, reading, box, activate, note } = this.#now
    const { waiting } = reading
    const at = active ? waiting.indexOf(active) + by : 0
    const next = waiting[(at + waiting.length) % waiting.length]
    if (!next || next === active) return this.#say('only-one')
    activate(next.id)
    note(null)
    if (!box.list.current) return
    showRow(box.list.current, next.id)
    focusRow(box.list.current, next.id)
  }

  /** Brings about that a call can be read; false when nothing is left to do but to allow it. */
  #prepare(ask: ToolApprovalAsk, kind: PlanNoteKind, count = 0): boolean {
    const { views, openFolds, toggle } = this.#now
    const { display, isViewed = false, isRead = false } = views.get(ask.id) ?? {}
    if (display === 'busy') {
      this.#scrollTo(ask)
      this.#say('busy')
    } else if (display === 'folds' && isViewed) {
      openFolds(ask.id)
      this.#scrollTo(ask)
      this.#say('folds')
    } else if (isRead) return false
    else if (display === 'line' && isViewed) {
      toggle(ask.id)
      this.#say('opened')
    } else this.#showUnread(ask, kind, count)
    return true
  }

  /** Scrolls to what of a call was not in view; says so, or that it has not been there for long enough. */
  #showUnread(ask: ToolApprovalAsk, kind: PlanNoteKind, count: number): void {
    const { box, seen, activate } = this.#now
    activate(ask.id)
    const isCardMoved = this.#showCard()
    const from = seen.firstUnseen(ask.id)
    const isListMoved = box.list.current !== null && showUnseen(box.list.current, ask.id, from)
    this.#say(isCardMoved || isListMoved ? kind : 'too-soon', count)
  }

  #scrollTo(ask: ToolApprovalAsk): void {
    const { box, activate } = this.#now
    activate(ask.id)
    this.#showCard()
    if (box.list.current) showRow(box.list.current, ask.id)
  }

  /** True if the card was not wholly in view, and was scrolled to. */
  #showCard(): boolean {
    const { root, onScroll } = this.#now.box
    if (!root.current || isInView(root.current)) return false
    onScroll()
    root.current.scrollIntoView({ block: 'nearest' })
    return true
  }

  #mayAllow(): boolean {
    const { answering, acceptsInput, lastAllow } = this.#now
    const isQuick = performance.now() - lastAllow.current < INPUT_DELAY_MS
    if (answering.isPending) this.#say('sending')
    else if (!acceptsInput || isQuick) this.#say('too-soon')
    else return true
    return false
  }

  #send(allowed: readonly ToolApprovalAsk[], unopened: readonly ToolApprovalAsk[] = []): void {
    const { box, reading, answering, lastAllow, activate, note } = this.#now
    if (!answering.allow(allowed, unopened)) return
    holdFocus(box.root.current)
    lastAllow.current = performance.now()
    note(null)
    activate(nextAfter(reading.waiting, allowed))
  }
}

/** The call that waits after those that were just decided; the first of all others where none does. */
function nextAfter(
  waiting: readonly ToolApprovalAsk[],
  decided: readonly ToolApprovalAsk[],
): string | null {
  const last = waiting.findLastIndex((ask) => decided.includes(ask))
  const isLeft = (ask: ToolApprovalAsk): boolean => !decided.includes(ask)
  const next = waiting.slice(last + 1).find(isLeft) ?? waiting.find(isLeft)
  return next?.id ?? null
}

/** The row that has the focus is about to go; the focus must not fall to the start of the page. */
function holdFocus(root: HTMLElement | null): void {
  if (root?.contains(document.activeElement)) root.focus({ preventScroll: true })
}
