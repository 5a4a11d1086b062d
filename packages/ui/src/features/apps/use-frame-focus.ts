import { useEffect, useRef, type RefObject } from 'react'

/** Milliseconds after a key in the page for which a frame that takes the keyboard is not believed. */
const AFTER_KEY_MS = 500
/** Milliseconds within which the frame has the keyboard after it was given to it. */
const ENTERING_MS = 300
/** Weight at which a view that takes the keyboard by itself is given up: the second time, or the fourth below the pointer. */
const MAX_THEFTS = 4

export interface FrameFocus {
  /** Gives the keyboard to the frame. */
  enter: () => void
  /** Takes it back to `home`. */
  leave: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
}

/**
 * Keeps the keyboard with the page: script of a frame can focus its own fields. The frame has it after a press in it
 * or after `enter`; at any other time the page takes it back at once. `onTheft` is called once that was too often.
 */
export function useFrameFocus(
  frame: RefObject<HTMLIFrameElement | null>,
  home: RefObject<HTMLElement | null>,
  onTheft: () => void,
): FrameFocus {
  const state = useRef({
    isEntering: false,
    isOver: false,
    keyAt: -Infinity,
    leftAt: -Infinity,
    thefts: 0,
  })
  const last = useRef<HTMLElement | null>(null)
  const report = useRef(onTheft)
  useEffect(() => {
    report.current = onTheft
  }, [onTheft])
  useEffect(() => {
    const onKey = (): void => void (state.current.keyAt = performance.now())
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && !(target instanceof HTMLIFrameElement))
        last.current = target
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const takeBack = (): void => {
      const theft = frame.current
      if (theft === null || document.activeElement !== theft) return
      const { isOver } = state.current
      state.current.thefts += isOver ? 1 : 2
      const isOverLimit = state.current.thefts >= MAX_THEFTS
      // Until it is taken away: what is not drawn cannot be focused.
      if (isOverLimit) theft.style.display = 'none'
      const back = last.current?.isConnected ? last.current : home.current
      back?.focus({ preventScroll: true })
      if (isOverLimit) report.current()
    }
    const onBlur = (): void => {
      const { isEntering, isOver, keyAt } = state.current
      const isPressed = isOver && performance.now() - keyAt > AFTER_KEY_MS
      // Focus that is set during the event is lost again.
      if (!isEntering && !isPressed) timer = setTimeout(takeBack)
    }
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('focusin', onFocus)
    window.addEventListener('blur', onBlur)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('focusin', onFocus)
      window.removeEventListener('blur', onBlur)
    }
  }, [frame, home])
  return {
    enter() {
      // The key that left it may reach the page as well.
      if (performance.now() - state.current.leftAt < ENTERING_MS) return
      state.current.isEntering = true
      frame.current?.focus({ preventScroll: true })
      setTimeout(() => void (state.current.isEntering = false), ENTERING_MS)
    },
    leave() {
      // The key that entered it is reported as well.
      if (document.activeElement !== frame.current || state.current.isEntering) return
      state.current.leftAt = performance.now()
      home.current?.focus({ preventScroll: true })
    },
    onPointerEnter: () => void (state.current.isOver = true),
    onPointerLeave: () => void (state.current.isOver = false),
  }
}
