import { useEffect, useRef } from 'react'
import { isComposing } from '../../kit/index.ts'
import { COMPOSER, isCovered } from '../chats/ask-target.ts'
import { useAction } from '../queries/action.ts'
import { refusalTarget } from '../windows/watch-viewport.ts'

/**
 * Runs `act` on Escape from anywhere in the chat, unless a popup, dialog or menu, a field, or a question that is
 * the keys' target takes the key. `null`: nothing.
 */
export function useChatEscape(act: (() => void) | null): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    // In the capture phase, while what the key closes is still there.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !latest.current || !isForChat(event)) return
      // After all other listeners: a tooltip that closes ends the event, and does nothing more.
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
  if (isCovered() || refusalTarget()) return false
  const { target } = event
  if (!(target instanceof HTMLElement) || target === document.body) return true
  if (target.matches(COMPOSER)) return true
  const isField = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  return !isField && target.closest('main') !== null
}

/** Escape hides quick ask; what runs in its chat continues. */
export function useHideOnEscape(): void {
  const { mutate } = useAction('window.hide')
  useChatEscape(() => mutate({}))
}
