import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs a change at once, or after the press that is under way. A change that moves the layout between press and
 * release would take the click from the control that was pressed.
 */
export function useAfterPress(): (change: () => void) => void {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const press = (): void => {
      isPressed.current = true
    }
    const release = (): void => {
      isPressed.current = false
      const changes = waiting.current.splice(0)
      // The click comes right after the release.
      if (changes.length > 0) setTimeout(() => changes.forEach((change) => change()))
    }
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('pointerup', release, true)
    window.addEventListener('pointercancel', release, true)
    return () => {
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('pointerup', release, true)
      window.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return useCallback((change) => {
    if (isPressed.current) waiting.current.push(change)
    else change()
  }, [])
}
