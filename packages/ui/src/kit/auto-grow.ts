import { useCallback, useLayoutEffect, type RefObject } from 'react'

/** What one frame makes higher: asking each for its own height would lay the page out as many times. */
const waiting = new Set<HTMLTextAreaElement>()

/** The width that each was fitted to. */
const widths = new WeakMap<Element, number>()

/** Fits all that wait at once, before the next paint: one layout, however many they are. */
function fitSoon(area: HTMLTextAreaElement): void {
  if (waiting.size === 0) queueMicrotask(fitAll)
  waiting.add(area)
}

function fitAll(): void {
  const areas = [...waiting].filter((area) => area.isConnected)
  waiting.clear()
  for (const area of areas) area.style.height = '0px'
  const heights = areas.map((area) => area.scrollHeight + area.offsetHeight - area.clientHeight)
  for (const area of areas) widths.set(area, area.clientWidth)
  for (const [index, area] of areas.entries()) area.style.height = `${heights[index]}px`
}

let observer: ResizeObserver | undefined

/** One observer for all: it tells of all changes of a frame in one call. */
function watchWidth(area: HTMLTextAreaElement): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target instanceof HTMLTextAreaElement && widths.get(target) !== target.clientWidth)
        fitSoon(target)
  })
  observer.observe(area)
  return () => observer?.unobserve(area)
}

/** Gives a textarea the height of its text; CSS field-sizing is too new for our oldest browser. */
export function useAutoGrow(ref: RefObject<HTMLTextAreaElement | null>, value: string): void {
  const fit = useCallback(() => {
    if (ref.current) fitSoon(ref.current)
  }, [ref])
  useLayoutEffect(fit, [fit, value])
  useLayoutEffect(() => (ref.current ? watchWidth(ref.current) : undefined), [ref])
}
