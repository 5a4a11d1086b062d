import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  askTarget,
  COMPOSER,
  measureOverlays,
  isCovered,
  isInView,
  isMeantForAsk,
  INPUT_DELAY_MS,
} from './ask-target.ts'
import { useAsks } from './queries/index.ts'
import { refusalTarget, watchViewport, type ViewportSnapshot } from './watch-viewport.ts'

interface AskKeys {
  /** Mod+Enter, once the card has been in view for a while and no other was just answered so. */
  onMain: () => void
  /** Escape. */
  onRefuse: () => void
}

/** Whether the keys of an approval act on this card now: keys are drawn where they act, and nowhere else. */
export function useIsAskTarget(card: RefObject<HTMLElement | null>): boolean {
  const [isTarget, setTarget] = useState(false)
  useEffect(
    () => watchViewport(({ target }) => setTarget(target === card.current && !isWriting())),
    [card],
  )
  return isTarget
}

/** In the message field those keys are about what is written in it. */
function isWriting(): boolean {
  const { activeElement } = document
  const isComposer = activeElement instanceof HTMLTextAreaElement && activeElement.matches(COMPOSER)
  return isComposer && activeElement.value !== ''
}

/** Handles the two keys of an approval for one card, while that card is the one they are meant for. */
export function useAskKeys(card: RefObject<HTMLElement | null>, keys: AskKeys | null): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    let inViewSince: number | null = null
    // Every card receives every press, so two quick presses can never allow two cards.
    let lastPress = Number.NEGATIVE_INFINITY
    const look = ({ overlays }: Pick<ViewportSnapshot, 'overlays'>): void => {
      if (card.current && isInView(card.current, overlays)) inViewSince ??= performance.now()
      else inViewSince = null
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const isMain = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      const isRefuse = event.key === 'Escape' && !event.ctrlKey && !event.metaKey
      if (!isMain && !isRefuse) return
      const overlays = measureOverlays()
      look({ overlays })
      const now = performance.now()
      const acceptsInput =
        inViewSince !== null &&
        now - inViewSince >= INPUT_DELAY_MS &&
        now - lastPress >= INPUT_DELAY_MS
      if (isMain) lastPress = now
      if (!latest.current || !isMeantForAsk(event) || isCovered()) return
      const target = isRefuse ? refusalTarget(overlays) : askTarget(overlays)
      if (target !== card.current) return
      event.preventDefault()
      if (isRefuse) latest.current.onRefuse()
      else if (acceptsInput) latest.current.onMain()
    }
    const leave = watchViewport(look)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      leave()
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [card])
}

/**
 * False for the first moment, and for a moment after another question went, as what is below it moves up: a
 * button that comes under the pointer is not clicked by chance.
 */
export function useAskAcceptsInput(): boolean {
  const asks = useAsks().data
  const [seen, setSeen] = useState({ asks, gone: 0 })
  if (seen.asks !== asks) {
    const ids = new Set(asks?.map(({ id }) => id))
    const isGone = seen.asks?.some(({ id }) => !ids.has(id)) ?? false
    setSeen({ asks, gone: seen.gone + (isGone ? 1 : 0) })
  }
  const { gone } = seen
  const [readyAfter, setReadyAfter] = useState(-1)
  useEffect(() => {
    const timer = setTimeout(() => setReadyAfter(gone), INPUT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [gone])
  return readyAfter === gone
}
