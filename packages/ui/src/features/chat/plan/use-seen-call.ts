import { useEffect, type RefObject } from 'react'
import { viewedPart } from '../../../lib/chats/ask-target.ts'
import type { ViewedPart } from '../../../lib/windows/view-time-tracker.ts'
import { watchViewport, type ViewportSnapshot } from '../../../lib/windows/watch-viewport.ts'
import type { CallDisplay, SeenCalls, ViewedCall } from './seen-calls.ts'

interface CallRow {
  askId: string
  display: CallDisplay
  seen: SeenCalls
}

/** Notes what of a plan's call is in view. */
export function useSeenCall(
  row: RefObject<HTMLElement | null>,
  { askId, display, seen }: CallRow,
): void {
  useEffect(() => {
    // At once: what is drawn now was not in view before.
    seen.look(askId, { ...NOTHING, display })
    const stop = watchViewport((page) => {
      if (row.current) seen.look(askId, { ...viewedCall(row.current, page), display })
    })
    return () => {
      stop()
      seen.leave(askId)
    }
  }, [seen, row, askId, display])
}

const NOTHING: ViewedCall = { card: null, changes: null, arguments: null }

function viewedCall(row: HTMLElement, { overlays, isHidden }: ViewportSnapshot): ViewedCall {
  if (isHidden) return NOTHING
  const part = viewedPart(row, overlays)
  const whole = part && withoutButtons(part, row)
  const within = (name: 'changes' | 'arguments'): ViewedPart | null => {
    const scroller = row.querySelector<HTMLElement>(`[data-${name}]`)
    // A call without arguments, or without changes, has no list of them.
    return scroller ? viewedInside(scroller, overlays) : whole
  }
  return { card: whole, changes: within('changes'), arguments: within('arguments') }
}

/** The part above the buttons, which come and go with the active row. */
function withoutButtons(part: ViewedPart, row: HTMLElement): ViewedPart | null {
  const footer = row.querySelector('[data-card-footer]')
  if (!footer) return part
  const height = footer.getBoundingClientRect().top - row.getBoundingClientRect().top
  const to = Math.min(part.to, height)
  return to > part.from ? { ...part, to, height } : null
}

/** The part in view of a list that scrolls: from where it is scrolled to, less what is cut off around it. */
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
