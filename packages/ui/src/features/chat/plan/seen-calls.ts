import { createContext } from 'react'
import { SeenExtent, type ViewedPart } from '../../../lib/seen-extent.ts'

/** What of a call's card is in view: the card, and its arguments where they scroll by themselves. */
export interface ViewedCall {
  card: ViewedPart | null
  arguments: ViewedPart | null
}

/** Pixels from the top of the card and of its arguments; null: all of it was in view. */
export interface UnseenFrom {
  card: number | null
  arguments: number | null
}

/** Which of a plan's calls were in view from head to foot; it outlives their cards, which come and go. */
export interface SeenCalls {
  /** `isOpen`: nothing of it is folded, and nobody is changing or refusing it. */
  look(askId: string, viewed: ViewedCall & { isOpen: boolean }): void
  /** Where in a call the first part is that was not in view. */
  unseenFrom(askId: string): UnseenFrom
  /** Ids of those that were in view as a whole. A new set when it changes. */
  whole(): ReadonlySet<string>
  subscribe(listener: () => void): () => void
}

interface Seen {
  at: number
  card: SeenExtent
  arguments: SeenExtent
}

export function createSeenCalls(now: () => number = () => performance.now()): SeenCalls {
  const seen = new Map<string, Seen>()
  const listeners = new Set<() => void>()
  let whole: ReadonlySet<string> = new Set()
  return {
    look(askId, { card, arguments: args, isOpen }) {
      const one = seen.get(askId) ?? {
        at: now(),
        card: new SeenExtent(),
        arguments: new SeenExtent(),
      }
      const passed = now() - one.at
      one.at = now()
      seen.set(askId, one)
      if (card) one.card.look(card, passed)
      if (args) one.arguments.look(args, passed)
      const isWhole = isOpen && one.card.isWhole && one.arguments.isWhole
      if (isWhole === whole.has(askId)) return
      const next = new Set(whole)
      if (isWhole) next.add(askId)
      else next.delete(askId)
      whole = next
      for (const listener of listeners) listener()
    },
    unseenFrom(askId) {
      const one = seen.get(askId)
      return { card: one ? one.card.unseenFrom : 0, arguments: one ? one.arguments.unseenFrom : 0 }
    },
    whole: () => whole,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Set around the cards of a plan. */
export const SeenCallsContext = createContext<SeenCalls | null>(null)
