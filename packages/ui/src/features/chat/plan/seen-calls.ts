import { createContext } from 'react'
import { ViewTimeTracker, type ViewedPart } from '../../../lib/view-time-tracker.ts'

/** What of a call's card is in view: the card, and what scrolls by itself in it. */
export const CALL_PARTS = ['card', 'changes', 'arguments'] as const
export type CallPart = (typeof CALL_PARTS)[number]

/** null: nothing of it. */
export type ViewedCall = Record<CallPart, ViewedPart | null>

/** Pixels from the top of each part; null: all of it was in view. */
export type FirstUnseenOffsets = Record<CallPart, number | null>

interface CallState {
  /** Nothing of it is folded unless the person confirmed that it need not be shown, and no one is changing or refusing it. */
  isOpen: boolean
  /** Something of it was not shown, and the person confirmed that it need not be. */
  isWaived: boolean
}

/** Seen in full, or as far as the person wanted to. */
export type ReviewState = 'seen' | 'waived'

/** Which of a plan's calls were in view from head to foot; it outlives their cards, which come and go. */
export interface SeenCalls {
  look(askId: string, viewed: ViewedCall & CallState): void
  /** Its card is gone, or starts over: time counts from the next look on. */
  leave(askId: string): void
  /** Where in a call the first part is that was not in view. */
  firstUnseen(askId: string): FirstUnseenOffsets
  /** Ids of those that were in view as a whole. A new map when it changes. */
  whole(): ReadonlyMap<string, ReviewState>
  subscribe(listener: () => void): () => void
}

interface Seen {
  at: number
  parts: Record<CallPart, ViewTimeTracker>
}

export function createSeenCalls(now: () => number = () => performance.now()): SeenCalls {
  const seen = new Map<string, Seen>()
  const listeners = new Set<() => void>()
  let whole: ReadonlyMap<string, ReviewState> = new Map()
  return {
    look(askId, { isOpen, isWaived, ...viewed }) {
      const one = seen.get(askId) ?? { at: now(), parts: newParts() }
      const passed = now() - one.at
      one.at = now()
      seen.set(askId, one)
      for (const part of CALL_PARTS) one.parts[part].look(viewed[part], passed)
      const isWhole = isOpen && CALL_PARTS.every((part) => one.parts[part].isWhole)
      const as = isWhole ? (isWaived ? 'waived' : 'seen') : undefined
      if (as === whole.get(askId)) return
      const next = new Map(whole)
      if (as) next.set(askId, as)
      else next.delete(askId)
      whole = next
      for (const listener of listeners) listener()
    },
    leave(askId) {
      const one = seen.get(askId)
      for (const part of CALL_PARTS) one?.parts[part].look(null, 0)
    },
    firstUnseen(askId) {
      const one = seen.get(askId)
      const from = (part: CallPart) => (one ? one.parts[part].firstUnseen : 0)
      return { card: from('card'), changes: from('changes'), arguments: from('arguments') }
    },
    whole: () => whole,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const newParts = (): Seen['parts'] => ({
  card: new ViewTimeTracker(),
  changes: new ViewTimeTracker(),
  arguments: new ViewTimeTracker(),
})

/** Set around the cards of a plan. */
export const SeenCallsContext = createContext<SeenCalls | null>(null)
