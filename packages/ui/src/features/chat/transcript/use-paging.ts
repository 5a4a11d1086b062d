import { useEffect, useRef, type RefObject } from 'react'
import type { TranscriptPages } from '../../../lib/queries/index.ts'

/** Distance from the loaded end at which the next page is read, in heights of the box. */
const AHEAD = 5

interface Paged {
  /** The drawn rows. */
  rows: unknown
  pages: TranscriptPages
  hasBefore: boolean
  hasAfter: boolean
  /** The end is in view, and nothing more comes for now. */
  isAtRest: boolean
}

/** Reads the pages of a transcript ahead of where the person scrolls, and drops the pages behind them. */
export function usePaging(
  scroller: RefObject<HTMLElement | null>,
  { rows, pages, hasBefore, hasAfter, isAtRest }: Paged,
): void {
  // A chat that is followed for hours stays about as small as one that was just opened.
  useEffect(() => {
    if (isAtRest) pages.dropEarliest()
  }, [isAtRest, pages])
  const latest = useRef<(() => Promise<void>) | null>(null)
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const look = async (): Promise<void> => {
      const { scrollTop, clientHeight, scrollHeight } = box
      const ahead = clientHeight * AHEAD
      const isNearStart = hasBefore && scrollTop < ahead
      const isNearEnd = hasAfter && scrollHeight - scrollTop - clientHeight < ahead
      const came =
        (isNearStart && (await pages.more('before'))) || (isNearEnd && (await pages.more('after')))
      // A page may be shorter than the box.
      if (came) await latest.current?.()
    }
    const onScroll = (): void => void look()
    latest.current = look
    // A list that just appears is at its start for a moment, before it is brought to its end or place.
    let frame = 0
    const soon = (task: () => void): void => void (frame = requestAnimationFrame(task))
    if (rows) soon(() => soon(onScroll))
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      latest.current = null
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rows, pages, hasBefore, hasAfter])
}
