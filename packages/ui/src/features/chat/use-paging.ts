import { useEffect, type RefObject } from 'react'
import type { TranscriptPages } from '../../lib/queries/index.ts'

/** How near an end of what is here the next page is read, in heights of the box. */
const AHEAD = 5

interface Paged {
  /** What is drawn. */
  rows: unknown
  pages: TranscriptPages
  hasBefore: boolean
  hasAfter: boolean
}

/** Reads the pages of a transcript ahead of where the person scrolls. */
export function usePaging(
  scroller: RefObject<HTMLElement | null>,
  { rows, pages, hasBefore, hasAfter }: Paged,
): void {
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const look = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = box
      const ahead = clientHeight * AHEAD
      if (hasBefore && scrollTop < ahead) pages.more('before')
      if (hasAfter && scrollHeight - scrollTop - clientHeight < ahead) pages.more('after')
    }
    // A page may be shorter than the box: looked at again whenever others are drawn.
    if (rows) look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [scroller, rows, pages, hasBefore, hasAfter])
}
