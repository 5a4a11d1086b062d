import { useCallback, useEffect, useState, type RefObject } from 'react'

/** Pixels that rounding may leave below. */
const SLACK = 2

/**
 * Tracks if everything in a scrolling box has been in view, and scrolls to its next page. `content` grows or
 * shrinks with what is drawn; reading other content counts for nothing.
 */
export function useReadToEnd(
  box: RefObject<HTMLElement | null>,
  content: number,
): { read: boolean; nextPage: () => void } {
  const [readOf, setReadOf] = useState<number | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = (): void => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight
      if (element.clientHeight > 0 && below <= SLACK) setReadOf(content)
    }
    element.addEventListener('scroll', look, { passive: true })
    const resized = new ResizeObserver(look)
    // Letters that come late make it longer: what fits before that is not all.
    let isLeft = false
    void document.fonts.ready.then(() => {
      if (!isLeft) resized.observe(element)
    })
    return () => {
      isLeft = true
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [box, content])
  const nextPage = useCallback(() => {
    const element = box.current
    // A line of what was read stays in view.
    element?.scrollBy({ top: element.clientHeight - 40, behavior: 'auto' })
    element?.focus({ preventScroll: true })
  }, [box])
  return { read: readOf === content, nextPage }
}
