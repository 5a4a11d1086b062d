import { useCallback, useEffect, useRef, useState } from 'react'

/** As long as for every other decision: a press before that was meant for something else. */
const INPUT_DELAY_MS = 500

/**
 * False until the window has been seen and had the keyboard for half a second without a break. Main
 * counts the same by itself and has the last word; `again` starts over when it refused.
 */
export function useWindowAcceptsInput(): { acceptsInput: boolean; again: () => void } {
  const [acceptsInput, setAcceptsInput] = useState(false)
  const begin = useRef<() => void>(() => undefined)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (): void => {
      clearTimeout(timer)
      setAcceptsInput(false)
    }
    const start = (): void => {
      stop()
      if (document.visibilityState === 'visible' && document.hasFocus())
        timer = setTimeout(() => setAcceptsInput(true), INPUT_DELAY_MS)
    }
    begin.current = start
    // After two frames what is to be read has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(start)
    })
    window.addEventListener('focus', start)
    window.addEventListener('blur', stop)
    document.addEventListener('visibilitychange', start)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      window.removeEventListener('focus', start)
      window.removeEventListener('blur', stop)
      document.removeEventListener('visibilitychange', start)
    }
  }, [])
  return { acceptsInput, again: useCallback(() => begin.current(), []) }
}
