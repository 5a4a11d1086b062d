import { useContext, useEffect, type RefObject } from 'react'
import { isCovered, viewedPart } from '../../../lib/ask-target.ts'
import type { ViewedPart } from '../../../lib/seen-extent.ts'
import { SeenCallsContext, type ViewedCall } from './seen-calls.ts'

const LOOK_MS = 100

/** Notes what of a plan's call is in view; whether the card is one of a plan at all. */
export function useSeenCall(
  card: RefObject<HTMLElement | null>,
  askId: string,
  isClosed: boolean,
): boolean {
  const seen = useContext(SeenCallsContext)
  useEffect(() => {
    if (!seen) return undefined
    const look = (): void => {
      if (card.current) seen.look(askId, { ...viewedCall(card.current), isOpen: !isClosed })
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [seen, card, askId, isClosed])
  return seen !== null
}

function viewedCall(card: HTMLElement): ViewedCall {
  const isHidden = document.visibilityState !== 'visible' || isCovered()
  if (isHidden) return { card: null, arguments: null }
  const part = viewedPart(card)
  const scroller = card.querySelector<HTMLElement>('[data-arguments]')
  // A call without arguments has no list of them.
  return { card: part, arguments: scroller ? viewedInside(scroller) : part }
}

/** What is in view of a list that scrolls: from where it is scrolled to, less what its transcript cuts off. */
function viewedInside(scroller: HTMLElement): ViewedPart | null {
  const part = viewedPart(scroller)
  if (!part) return null
  const { scrollTop, scrollHeight } = scroller
  return {
    from: scrollTop + part.from,
    to: scrollTop + part.to,
    height: Math.max(scrollHeight, part.height),
  }
}
