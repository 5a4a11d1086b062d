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
    return section === 'chats' ? undefined : focusList()
  }, [section])
}

/**
 * Moves the focus into the list of the section: to its chosen row, else its first one. Until its rows are drawn the
 * first of its controls has it. Returns an end to the waiting.
 */
export function focusList(): () => void {
  const until = performance.now() + WAIT_MS
  let focused = document.activeElement
  let frame = 0
  const focus = (): void => {
    const now = document.activeElement
    // A palette that closes gives the focus back by itself; who moves it otherwise goes on there.
    if (isLeaving(focused)) focused = now
    if (now !== focused && now !== document.body) return
    const list = document.querySelector<HTMLElement>('[data-section-list]')
    const row = list?.querySelector<HTMLElement>(CHOSEN) ?? list?.querySelector<HTMLElement>(ROW)
    const target = row ?? list?.querySelector<HTMLElement>('input, button')
    if (target && (!isCovered() || isLeaving(now))) {
      target.focus()
      focused = target
    }
    // A section that is still being loaded has no list yet; a dialog keeps the focus while it is open.
    if (focused !== row && performance.now() < until) frame = requestAnimationFrame(focus)
  }
  focus()
  return () => cancelAnimationFrame(frame)
}

const ROW = '[data-list-row]'
const CHOSEN = '[aria-current=true]'

/** It is gone, or goes with what closes. */
function isLeaving(element: Element | null): boolean {
  return !element?.isConnected || element.closest('[data-closed]') !== null
}
