import { useEffect, useRef, type RefObject } from 'react'
import type { TranscriptPages } from '../../lib/queries/index.ts'

/** How near an end of what is here the next page is read, in heights of the box. */
const AHEAD = 5

interface Paged {
  pages: TranscriptPages
  hasBefore: boolean
  hasAfter: boolean
}

/** Reads the pages of a transcript ahead of where the person scrolls. */
export function usePaging(
  scroller: RefObject<HTMLElement | null>,
  rows: unknown,
  { pages, hasBefore, hasAfter }: Paged,
): void {
  const check = useRef<(() => void) | null>(null)
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const look = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = box
      const ahead = clientHeight * AHEAD
      if (hasBefore && scrollTop < ahead) pages.more('before')
      if (hasAfter && scrollHeight - scrollTop - clientHeight < ahead) pages.more('after')
    }
    check.current = look
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [scroller, pages, hasBefore, hasAfter])
  // A page may be shorter than the box.
  useEffect(() => check.current?.(), [rows])
}
