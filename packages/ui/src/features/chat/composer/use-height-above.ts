import { useLayoutEffect, useState, type RefObject } from 'react'

/** Pixels that are left free at the top of the pane: its header. */
const HEAD = 56
const LEAST = 120

/** Height available above an element, in pixels; follows the window and the element. */
export function useHeightAbove(anchor: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(LEAST)
  useLayoutEffect(() => {
    const node = anchor.current
    if (!node) return undefined
    const pane = node.closest('main')
    const measure = (): void => {
      const top = pane?.getBoundingClientRect().top ?? 0
      setRoom(Math.max(LEAST, node.getBoundingClientRect().top - top - HEAD))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [anchor])
  return room
}
