import { useEffect, useRef, useState, type RefObject } from 'react'
import { askTarget, isCovered, isMeantForAsk, SETTLE_MS } from './ask-target.ts'

interface AskKeys {
  /** Mod+Enter, once the card has been in view for a while and no other was just answered so. */
  onMain: () => void
  /** Escape. */
  onRefuse: () => void
}

/** Hears the two keys of an approval for one card, when that card is the one they are meant for. */
export function useAskKeys(card: RefObject<HTMLElement | null>, keys: AskKeys | null): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const shownAt = performance.now()
    // Every card hears every press, so two quick presses can never allow two cards.
    let lastPress = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent): void => {
      const isMain = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      const isRefuse = event.key === 'Escape' && !event.ctrlKey && !event.metaKey
      if (!isMain && !isRefuse) return
      const now = performance.now()
      const settled = now - shownAt >= SETTLE_MS && now - lastPress >= SETTLE_MS
      if (isMain) lastPress = now
      if (!latest.current || !isMeantForAsk(event) || isCovered()) return
      if (askTarget() !== card.current) return
      event.preventDefault()
      if (isRefuse) latest.current.onRefuse()
      else if (settled) latest.current.onMain()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [card])
}

/** False for the first moment, so that a button that appears under the pointer is not clicked by chance. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
