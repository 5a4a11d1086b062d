import { useCallback, useLayoutEffect, type RefObject } from 'react'

/** Gives a textarea the height of its text; CSS field-sizing is too new for our oldest browser. */
export function useAutoGrow(ref: RefObject<HTMLTextAreaElement | null>, value: string): void {
  const fit = useCallback(() => {
    const area = ref.current
    if (!area) return
    area.style.height = '0px'
    const border = area.offsetHeight - area.clientHeight
    area.style.height = `${area.scrollHeight + border}px`
  }, [ref])

  useLayoutEffect(fit, [fit, value])

  useLayoutEffect(() => {
    const area = ref.current
    if (!area) return undefined
    let width = area.clientWidth
    const observer = new ResizeObserver(() => {
      if (area.clientWidth === width) return
      width = area.clientWidth
      fit()
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [fit, ref])
}
