import { useEffect } from 'react'

/**
 * Restores a lost focus: a card was answered, a row was deleted, a button was disabled. The focus then goes to the
 * element that a part of the window names (`data-next-focus`, a selector), or to that part, never to the start of the page.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let places: HTMLElement[] = []
    let next: string | undefined
    const onFocusIn = ({ target }: FocusEvent): void => {
      last = target instanceof Element ? target : null
      places = []
      for (let at = last?.parentElement; at; at = at.parentElement)
        if (at.matches('main, aside')) places.push(at)
      // A dialog lies outside of the parts, and was opened in one of them.
      if (places.length > 0)
        next = last?.closest<HTMLElement>('[data-next-focus]')?.dataset['nextFocus']
    }
    const keep = (): void => {
      if (last === null || document.activeElement !== document.body) return
      if (last.isConnected && !last.matches(':disabled')) return
      const place =
        (next && document.querySelector<HTMLElement>(next)) ||
        (places.find((one) => one.isConnected) ?? document.querySelector('main'))
      last = null
      place?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => queueMicrotask(keep))
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled'],
    })
    document.addEventListener('focusin', onFocusIn)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [])
}
