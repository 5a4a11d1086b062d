import { useContext, useEffect, type RefObject } from 'react'
import { viewedPart } from '../../../lib/ask-target.ts'
import type { ViewedPart } from '../../../lib/view-time-tracker.ts'
import { watchViewport, type ViewportSnapshot } from '../../../lib/watch-viewport.ts'
import { SeenCallsContext, type ViewedCall } from './seen-calls.ts'

interface CallCard {
  askId: string
  /** Something of it is folded, or the person is changing, refusing or allowing it. */
  isClosed: boolean
  /** Something of it is folded, and the person confirmed that it need not be shown. */
  isWaived: boolean
}

/** Notes what of a plan's call is in view; whether the card is one of a plan at all. */
export function useSeenCall(
  card: RefObject<HTMLElement | null>,
  { askId, isClosed, isWaived }: CallCard,
): boolean {
  const seen = useContext(SeenCallsContext)
  useEffect(() => {
    if (!seen) return undefined
    // At once: it does not count as seen meanwhile.
    if (isClosed) seen.look(askId, { ...NOTHING, isOpen: false, isWaived })
    const stop = watchViewport((page) => {
      if (card.current)
        seen.look(askId, { ...viewedCall(card.current, page), isOpen: !isClosed, isWaived })
    })
    return () => {
      stop()
      seen.leave(askId)
    }
  }, [seen, card, askId, isClosed, isWaived])
  return seen !== null
}

const NOTHING: ViewedCall = { card: null, changes: null, arguments: null }

function viewedCall(card: HTMLElement, { overlays, isHidden }: ViewportSnapshot): ViewedCall {
  if (isHidden) return NOTHING
  const part = viewedPart(card, overlays)
  const whole = part && { ...part, content: contentOf(card) }
  const within = (name: 'changes' | 'arguments'): ViewedPart | null => {
    const scroller = card.querySelector<HTMLElement>(`[data-${name}]`)
    // A call without arguments, or without changes, has no list of them.
    return scroller ? viewedInside(scroller, overlays) : whole
  }
  return { card: whole, changes: within('changes'), arguments: within('arguments') }
}

/** Height of what is above the buttons, which wrap when their keys are drawn. */
function contentOf(card: HTMLElement): number {
  const box = card.getBoundingClientRect()
  const footer = card.querySelector('[data-card-footer]')
  return (footer ? footer.getBoundingClientRect().top : box.bottom) - box.top
}

/** What is in view of a list that scrolls: from where it is scrolled to, less what its transcript cuts off. */
function viewedInside(
  scroller: HTMLElement,
  overlays: ViewportSnapshot['overlays'],
): ViewedPart | null {
  const part = viewedPart(scroller, overlays)
  if (!part) return null
  const { scrollTop, scrollHeight } = scroller
  return {
    ...part,
    from: scrollTop + part.from,
    to: scrollTop + part.to,
    height: Math.max(scrollHeight, part.height),
  }
}
