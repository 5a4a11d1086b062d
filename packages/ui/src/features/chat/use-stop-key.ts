import { useEffect, useRef } from 'react'
import { isComposing } from '../../kit/index.ts'
import { askTarget, COMPOSER, isCovered } from '../../lib/ask-target.ts'

/**
 * Escape stops the answer from wherever the focus is in the chat, unless a popup, dialog or menu, a field, or
 * a question that is the keys' target takes it for itself. `null`: there is nothing to stop.
 */
export function useStopKey(stop: (() => void) | null): void {
  const latest = useRef(stop)
  useEffect(() => {
    latest.current = stop
  })
  useEffect(() => {
    // In the capture phase, while what the key closes is still there.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !latest.current || !isForChat(event)) return
      // Once everybody has heard it: a tooltip that closes ends the event, and stops nothing.
      setTimeout(() => {
        if (!event.defaultPrevented) latest.current?.()
      })
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

function isForChat(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (isCovered() || askTarget()) return false
  const { target } = event
  if (!(target instanceof HTMLElement) || target === document.body) return true
  if (target.matches(COMPOSER)) return true
  const isField = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  return !isField && target.closest('main') !== null
}
