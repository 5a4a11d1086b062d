import { useEffect, useState, type RefObject } from 'react'

/** True if something scrollable has more below the visible part. */
export function useHasMoreBelow(ref: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = (): void =>
      setMore(element.scrollHeight - element.scrollTop - element.clientHeight > 4)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [ref])
  return more
}
