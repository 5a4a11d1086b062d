import { useEffect, useRef, useState, type RefObject } from 'react'
import { approvalTarget, isCovered, isMeantForApproval, SETTLE_MS } from './approval-target.ts'

interface ApprovalKeys {
  /** Mod+Enter, once the card has been in view for a while and no other was just answered so. */
  onAllow: () => void
  /** Escape. */
  onDeny: () => void
}

/** Hears the two keys of an approval for one card, when that card is the one they are meant for. */
export function useApprovalKeys(
  card: RefObject<HTMLElement | null>,
  keys: ApprovalKeys | null,
): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const shownAt = performance.now()
    // Every card hears every press, so two quick presses can never allow two cards.
    let lastPress = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAllow = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      const isDeny = event.key === 'Escape' && !event.ctrlKey && !event.metaKey
      if (!isAllow && !isDeny) return
      const now = performance.now()
      const settled = now - shownAt >= SETTLE_MS && now - lastPress >= SETTLE_MS
      if (isAllow) lastPress = now
      if (!latest.current || !isMeantForApproval(event) || isCovered()) return
      if (approvalTarget() !== card.current) return
      event.preventDefault()
      if (isDeny) latest.current.onDeny()
      else if (settled) latest.current.onAllow()
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
