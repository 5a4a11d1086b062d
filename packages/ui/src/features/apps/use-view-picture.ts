import { useEffect, type RefObject } from 'react'
import { useBridge } from '../../lib/bridge/bridge.tsx'

/** Milliseconds for which a view is drawn, or left alone, before its picture is taken. */
const RESTED_MS = 700
/** Distance from the edges of a view at which it is looked for what covers it, in CSS pixels. */
const INSET = 4

/**
 * Has main take pictures of a view for when it no longer runs: once it is drawn, has another size or the pointer leaves
 * it, as soon as it is whole in view.
 */
export function useViewPicture(
  box: RefObject<HTMLElement | null>,
  { viewId, isDrawn }: { viewId: string; isDrawn: boolean },
): void {
  const { request } = useBridge()
  useEffect(() => {
    const element = box.current
    if (!element || !isDrawn) return undefined
    let isTaken = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = (): void => {
      const { x, y, width, height } = element.getBoundingClientRect()
      if (!isWhole(element)) return
      isTaken = true
      // Without a picture its place is drawn empty.
      const taken = request('app-view.take-picture', { viewId, box: { x, y, width, height } })
      taken.catch(() => undefined)
    }
    const soon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(take, RESTED_MS)
    }
    const again = (): void => {
      isTaken = false
      soon()
    }
    const onScroll = (): void => {
      if (!isTaken) soon()
    }
    const observer = new ResizeObserver(again)
    observer.observe(element)
    element.addEventListener('pointerleave', again)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      element.removeEventListener('pointerleave', again)
      window.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [box, viewId, isDrawn, request])
}

/** True if nothing covers the element, nor cuts it off. */
function isWhole(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return [left + INSET, right - INSET].every((x) =>
    [top + INSET, (top + bottom) / 2, bottom - INSET].every((y) =>
      element.contains(document.elementFromPoint(x, y)),
    ),
  )
}
