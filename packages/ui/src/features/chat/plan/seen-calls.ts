import { ViewTimeTracker, type ViewedPart } from '../../../lib/windows/view-time-tracker.ts'

/** The parts of a call that are in view: its row, and what scrolls by itself in it. */
export const CALL_PARTS = ['card', 'changes', 'arguments'] as const
export type CallPart = (typeof CALL_PARTS)[number]

/** null: nothing of it. */
export type ViewedCall = Record<CallPart, ViewedPart | null>

/** Pixels from the top of each part; null: all of it was in view. */
export type FirstUnseenOffsets = Record<CallPart, number | null>

/**
 * The part of a call that its row draws. `whole`: everything; `waived`: something is folded, and the person confirmed that it
 * need not be shown; `line`: one line, which does not hold it all; `folds`: it is open, with parts that are folded;
 * `busy`: the person is changing, refusing or answering it.
 */
export type CallDisplay = 'whole' | 'waived' | 'line' | 'folds' | 'busy'

export interface CallView {
  display: CallDisplay
  /** All that the row draws was in view long enough to be read. */
  isViewed: boolean
  /**
   * True if the whole call was in view, or the part that the person wanted to see: it may be allowed with others.
   */
  isRead: boolean
}

/** Which of a plan's calls were in view from head to foot. */
export interface SeenCalls {
  look(askId: string, viewed: ViewedCall & { display: CallDisplay }): void
  /** Its row is gone, or starts over: time counts from the next look on. */
  leave(askId: string): void
  /** Where in a call the first part is that was not in view. */
  firstUnseen(askId: string): FirstUnseenOffsets
  /** By ask. A new map when it changes. */
  views(): ReadonlyMap<string, CallView>
  subscribe(listener: () => void): () => void
}

interface Seen {
  at: number
  parts: Record<CallPart, ViewTimeTracker>
  /** It was read whole while it was open, and nothing of it changed since. */
  wasWhole: boolean
}

export function createSeenCalls(now: () => number = () => performance.now()): SeenCalls {
  const seen = new Map<string, Seen>()
  const listeners = new Set<() => void>()
  let views: ReadonlyMap<string, CallView> = new Map()
  return {
    look(askId, { display, ...viewed }) {
      const one = seen.get(askId) ?? { at: now(), parts: newParts(), wasWhole: false }
      const passed = now() - one.at
      one.at = now()
      seen.set(askId, one)
      for (const part of CALL_PARTS) one.parts[part].look(viewed[part], passed)
      const isViewed = display !== 'busy' && CALL_PARTS.every((part) => one.parts[part].isWhole)
      if (display === 'busy') one.wasWhole = false
      if (display === 'whole' && isViewed) one.wasWhole = true
      const isRead = isViewed && (display === 'whole' || display === 'waived' || one.wasWhole)
      const before = views.get(askId)
      if (before?.display === display && before.isViewed === isViewed && before.isRead === isRead)
        return
      views = new Map(views).set(askId, { display, isViewed, isRead })
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
    views: () => views,
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
