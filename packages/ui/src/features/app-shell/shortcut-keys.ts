import { useEffectEvent, useLayoutEffect } from 'react'
import { isComposing } from '../../kit/index.ts'
import { COMPOSER } from '../../lib/chats/ask-target.ts'

/** Keys in the kit's notation ('Mod+K', '?') and what they do. */
export type Shortcuts = Record<string, () => void>

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** In the message field too, as long as nothing is written there. */
const isHelpKey = ({ key, target }: KeyboardEvent): boolean =>
  key === '?' &&
  target instanceof HTMLTextAreaElement &&
  target.matches(COMPOSER) &&
  target.value === ''

/** The kit's name of what was pressed; `undefined` for keys that are text where the person types. */
function pressedKeys(event: KeyboardEvent): string | undefined {
  const mod = event.ctrlKey || event.metaKey
  if (!mod && !event.altKey && isTyping(event.target) && !isHelpKey(event)) return undefined
  const parts = [mod && 'Mod', event.altKey && 'Alt', mod && event.shiftKey && 'Shift']
  // With Alt, a Mac types another character; the key's place says which one is meant.
  const letter = event.altKey ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined
  const key = letter ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key)
  return [...parts.filter(Boolean), key].join('+')
}

/** Handles shortcuts in the whole window. A dialog on top keeps its keys: only Mod combinations pass. */
export function useShortcutKeys(shortcuts: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isComposing(event)) return
    const run = shortcuts[pressedKeys(event) ?? '']
    if (!run) return
    event.preventDefault()
    // A key that is held asks for nothing again.
    if (!event.repeat) run()
  })
  // Before the first paint: what can be seen can be used.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
