import { useEffect, useRef } from 'react'
import { isCovered } from '../../lib/chats/ask-target.ts'
import type { Section } from '../../lib/ui-store.tsx'

/** Milliseconds that a list may take to be drawn. In a narrow window it is not drawn at all. */
const WAIT_MS = 3000

/** After a change of section the focus goes to its list; a chat takes it to its composer by itself. */
export function useSectionFocus(section: Section): void {
  const before = useRef(section)
  useEffect(() => {
    if (before.current === section) return undefined
    before.current = section
    if (section === 'chats') return undefined
    const until = performance.now() + WAIT_MS
    let focused = document.activeElement
    let frame = 0
    const focus = (): void => {
      const now = document.activeElement
      // A palette that closes gives the focus back by itself; who moves it otherwise goes on there.
      if (isLeaving(focused)) focused = now
      if (now !== focused && now !== document.body) return
      const list = document.querySelector<HTMLElement>('[data-section-list]')
      const target =
        list?.querySelector<HTMLElement>('[aria-current=true]') ??
        list?.querySelector<HTMLElement>('[data-list-row], input, button')
      if (target && (!isCovered() || isLeaving(now))) target.focus()
      // A section that is still being loaded has no list yet; a dialog keeps the focus while it is open.
      else if (performance.now() < until) frame = requestAnimationFrame(focus)
    }
    focus()
    return () => cancelAnimationFrame(frame)
  }, [section])
}

/** It is gone, or goes with what closes. */
function isLeaving(element: Element | null): boolean {
  return !element?.isConnected || element.closest('[data-closed]') !== null
}
