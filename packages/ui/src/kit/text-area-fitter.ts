import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useState,
  type RefObject,
} from 'react'

/** Gives textareas the height of their text, all that changed in one frame in one layout of the page. */
export interface TextAreaFitter {
  /** Fits it before the next paint. */
  fit(area: HTMLTextAreaElement): void
  /** Fits it again whenever its width changes, until the result is called. */
  watchWidth(area: HTMLTextAreaElement): () => void
}

export function createTextAreaFitter(): TextAreaFitter {
  const pending = new Set<HTMLTextAreaElement>()
  /** The width that each was fitted to. */
  const widths = new WeakMap<Element, number>()
  let observer: ResizeObserver | undefined

  function fit(area: HTMLTextAreaElement): void {
    if (pending.size === 0) queueMicrotask(fitAll)
    pending.add(area)
  }

  function fitAll(): void {
    const areas = [...pending].filter((area) => area.isConnected)
    pending.clear()
    for (const area of areas) area.style.height = '0px'
    const heights = areas.map((area) => area.scrollHeight + area.offsetHeight - area.clientHeight)
    for (const area of areas) widths.set(area, area.clientWidth)
    for (const [index, area] of areas.entries()) area.style.height = `${heights[index]}px`
  }

  function onResize(entries: readonly ResizeObserverEntry[]): void {
    for (const { target } of entries)
      if (target instanceof HTMLTextAreaElement && widths.get(target) !== target.clientWidth)
        fit(target)
  }

  return {
    fit,
    watchWidth(area) {
      observer ??= new ResizeObserver(onResize)
      observer.observe(area)
      return () => observer?.unobserve(area)
    },
  }
}

/** Shared by all textareas below a `KitProvider`. */
export const TextAreaFitterContext = createContext<TextAreaFitter | null>(null)

/** Fits a textarea to its text; CSS field-sizing is too new for our oldest browser. */
export function useFittedHeight(ref: RefObject<HTMLTextAreaElement | null>, value: string): void {
  const shared = useContext(TextAreaFitterContext)
  const [own] = useState(createTextAreaFitter)
  const fitter = shared ?? own
  const fit = useCallback(() => {
    if (ref.current) fitter.fit(ref.current)
  }, [ref, fitter])
  useLayoutEffect(fit, [fit, value])
  useLayoutEffect(() => (ref.current ? fitter.watchWidth(ref.current) : undefined), [ref, fitter])
}
