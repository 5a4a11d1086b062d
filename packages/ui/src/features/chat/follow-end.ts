import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

const NEAR = 32

export interface FollowEnd {
  /** Whether the end is in view; what comes then is followed. */
  atEnd: boolean
  toEnd: () => void
}

/**
 * Keeps growing content scrolled to its end while the person stays there. Scrolling up stops it;
 * scrolling back to the end resumes it.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): FollowEnd {
  const following = useRef(true)
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    const box = scroller.current
    if (!box) return
    following.current = true
    setAtEnd(true)
    box.scrollTo({ top: box.scrollHeight })
  }, [scroller])

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return undefined
    let lastTop = box.scrollTop
    let lastHeight = box.scrollHeight
    const onScroll = (): void => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR
      const wentUp = box.scrollTop < lastTop - 1 && box.scrollHeight >= lastHeight
      if (near) following.current = true
      else if (wentUp) following.current = false
      lastTop = box.scrollTop
      lastHeight = box.scrollHeight
      setAtEnd(near || following.current)
    }
    const observer = new ResizeObserver(() => {
      if (following.current) box.scrollTo({ top: box.scrollHeight })
    })
    observer.observe(inner)
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller, content])

  return { atEnd, toEnd }
}
