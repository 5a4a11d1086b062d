import { useEffect, useRef, useState, type RefObject } from 'react'
import { isCovered, isInView, isMeantForAsks } from '../../../lib/ask-target.ts'

interface PlanKeys {
  /** Mod+Shift+Enter. */
  onAllow: () => void
  /** Shift+Escape. */
  onDeny: () => void
}

const LOOK_MS = 100

/** Handles the keys of a plan while its foot is in view; whether it is, so that they are drawn only then. */
export function usePlanKeys(foot: RefObject<HTMLElement | null>, keys: PlanKeys): boolean {
  const [inView, setInView] = useState(false)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const isSeen = (): boolean => foot.current !== null && isInView(foot.current)
    let isDrawn = false
    const look = (): void => {
      isDrawn = isSeen()
      setInView(isDrawn)
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.shiftKey || !isMeantForAsks(event) || isCovered()) return
      const withMod = event.ctrlKey || event.metaKey
      if (event.key === 'Enter' && withMod && isSeen()) latest.current.onAllow()
      // Drawing the keys may make the footer grow out of view until the transcript followed.
      else if (event.key === 'Escape' && !withMod && (isDrawn || isSeen())) latest.current.onDeny()
      else return
      event.preventDefault()
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      clearInterval(timer)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [foot])
  return inView
}
