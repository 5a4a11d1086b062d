import { useEffect, useRef, type MouseEvent, type RefObject } from 'react'

/** For the element around rows whose buttons take something away. */
export interface FocusAfterRemoval<Region extends HTMLElement> {
  ref: RefObject<Region | null>
  /** Where the focus goes when no row is left. */
  tabIndex: -1
  onClickCapture: (event: MouseEvent) => void
}

const ROWS = 'tr, li'

/**
 * Keeps the focus in a list when the button that was pressed goes away with what it removed: to the
 * button in its row if there still is one, else in the next row, else in the one before, else to the
 * region. Leaves it alone where the person has moved it meanwhile.
 */
export function useFocusAfterRemoval<Region extends HTMLElement>(): FocusAfterRemoval<Region> {
  const ref = useRef<Region>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const onClickCapture = ({ target }: MouseEvent) => {
    const region = ref.current
    const pressed = target instanceof Element ? target.closest('button') : null
    // A dialog of the region is drawn elsewhere in the page.
    if (!region || !pressed || !region.contains(pressed)) return
    stop.current?.()
    const candidates = rowsFrom(region, pressed)
    const observer = new MutationObserver(() => {
      if (pressed.isConnected) return
      stop.current?.()
      // After a dialog that closes at the same time has given the focus back.
      requestAnimationFrame(() => {
        if (isLost(document.activeElement)) focusOneOf(candidates, region)
      })
    })
    observer.observe(region, { childList: true, subtree: true })
    stop.current = () => observer.disconnect()
  }
  return { ref, tabIndex: -1, onClickCapture }
}

/** The row of a button, those after it, then those before it from the nearest on. */
function rowsFrom(region: Element, pressed: Element): Element[] {
  const rows = [...region.querySelectorAll(ROWS)]
  const own = pressed.closest(ROWS)
  const at = own ? rows.indexOf(own) : -1
  return at < 0 ? [] : [...rows.slice(at), ...rows.slice(0, at).toReversed()]
}

function focusOneOf(rows: readonly Element[], region: HTMLElement): void {
  for (const row of rows) {
    // What acts on a row stands at its end.
    const button = row.isConnected ? [...row.querySelectorAll('button')].at(-1) : undefined
    if (button) return button.focus()
  }
  region.focus()
}

function isLost(active: Element | null): boolean {
  return active === null || active === document.body || !active.isConnected
}
