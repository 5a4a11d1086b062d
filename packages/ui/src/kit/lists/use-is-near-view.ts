import { useEffect, useState, type RefObject } from 'react'

/** True if an element is in view, or nearly. What is far costs nothing. */
export function useIsNearView(ref: RefObject<HTMLElement | null>, margin = 300): boolean {
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: `${margin}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, margin])
  return near
}
