import { useInsertionEffect, useState } from 'react'
import { isComposing } from '../../kit/index.ts'

/** Text that is typed after a field was requested and before it has the focus. */
export interface TypedAhead {
  /** Returns the text typed so far, to begin the field with; empty when no field is awaited. */
  text: () => string
  /** The field has the focus: keys are its own from now on. */
  release: () => void
}

export interface TypedAheadKeeper extends TypedAhead {
  /** Keeps what is typed from now on. Escape is left to the window without `onEscape`. */
  hold: (onEscape?: () => void) => void
  /** Returns the typed text and forgets it; keys are the window's again. */
  take: () => string
}

/** A field that has not come by then is waited for no more. */
const LIMIT_MS = 5000

/**
 * Keeps what is typed for a field that is on its way from the one that has the focus still: Enter there could send
 * it. Enter itself is dropped, since nobody has seen what it would choose.
 */
export function createTypedAhead(): TypedAheadKeeper {
  let text = ''
  let holding: AbortController | undefined
  const release = (): void => holding?.abort()
  const onKeyDown = (event: KeyboardEvent, onEscape: (() => void) | undefined): void => {
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key !== 'Enter'
    if (isShortcut || isComposing(event)) return
    // Whoever goes elsewhere waits no more, such as where code could not be loaded.
    if (event.key === 'Tab') return release()
    if (event.key === 'Escape' && !onEscape) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onEscape?.()
    else if (event.key === 'Backspace') text = Array.from(text).slice(0, -1).join('')
    else if (Array.from(event.key).length === 1) text += event.key
  }
  const hold = (onEscape?: () => void): void => {
    release()
    text = ''
    holding = new AbortController()
    const { signal } = holding
    const options = { capture: true, signal }
    const timer = setTimeout(release, LIMIT_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
    window.addEventListener('keydown', (event) => onKeyDown(event, onEscape), options)
    window.addEventListener('pointerdown', release, options)
    window.addEventListener('focusin', (event) => isInDialog(event.target) && release(), options)
    window.addEventListener(
      'paste',
      (event) => {
        event.preventDefault()
        event.stopPropagation()
        text += event.clipboardData?.getData('text/plain') ?? ''
      },
      options,
    )
    // Whatever else would change the field: cut, undo, a word deleted.
    window.addEventListener('beforeinput', (event) => event.preventDefault(), options)
  }
  const take = (): string => {
    release()
    const typed = text
    text = ''
    return typed
  }
  return { text: () => text, release, hold, take }
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null
}

/** Keeps what is typed while the field or dialog of this name is awaited; each name is awaited anew. */
export function useTypedAhead(awaited: string | undefined, onEscape: () => void): TypedAhead {
  const [typed] = useState(createTypedAhead)
  // The press that asks for a field is drawn before its event is over. Before the layout effects: the field may be
  // there at once, and give the keys back in one of its own.
  useInsertionEffect(() => {
    if (awaited === undefined) return undefined
    typed.hold(onEscape)
    return () => void typed.take()
  }, [awaited, onEscape, typed])
  return typed
}
