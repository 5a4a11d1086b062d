import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { isComposing } from '../kit/index.ts'

/** What is typed after a field was asked for and before it has the focus. */
export interface TypedAhead {
  /** What was typed up to now, to begin the field with. */
  text: () => string
  /** The field has the focus: keys are its own from now on. */
  release: () => void
}

function createTypedAhead(): TypedAhead & { hold: (onEscape: () => void) => () => void } {
  let text = ''
  let holding: AbortController | undefined
  const release = (): void => holding?.abort()
  const hold = (onEscape: () => void): (() => void) => {
    release()
    text = ''
    holding = new AbortController()
    const onKeyDown = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key !== 'Enter'
      if (isShortcut || isComposing(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') onEscape()
      else if (event.key === 'Backspace') text = Array.from(text).slice(0, -1).join('')
      else if (Array.from(event.key).length === 1) text += event.key
    }
    const { signal } = holding
    window.addEventListener('keydown', onKeyDown, { capture: true, signal })
    // Whoever points elsewhere waits for it no more, such as where its code could not be loaded.
    window.addEventListener('pointerdown', release, { capture: true, signal })
    return release
  }
  return { text: () => text, release, hold }
}

/**
 * Keeps what is typed for a field that is on its way from the one that has the focus still: Enter there could send
 * it. Enter itself is dropped, since nobody has seen what it would choose.
 */
export function useTypedAhead(isAwaited: boolean, onEscape: () => void): TypedAhead {
  const [typed] = useState(createTypedAhead)
  const escape = useEffectEvent(onEscape)
  // Before the next key: the press that asks for the field is drawn before its event is over.
  useLayoutEffect(() => (isAwaited ? typed.hold(() => escape()) : undefined), [isAwaited, typed])
  return typed
}
