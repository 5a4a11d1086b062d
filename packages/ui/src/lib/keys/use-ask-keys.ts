import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  askTarget,
  COMPOSER,
  firstCard,
  focusedCard,
  measureOverlays,
  isCovered,
  isInView,
  isMeantForAsk,
  isTallerThanFrame,
  INPUT_DELAY_MS,
  viewedPart,
} from '../chats/ask-target.ts'
import { ViewTimeTracker } from '../windows/view-time-tracker.ts'
import { useAsks } from '../queries/index.ts'
import { useAfterPress } from './use-after-press.ts'
import { refusalTarget, watchViewport, type ViewportSnapshot } from '../windows/watch-viewport.ts'

/** The reason for which a key allowed nothing. `folded`: parts of the card were never open. */
export type KeyRefusal = 'not-in-view' | 'too-soon' | 'folded'

interface AskKeys {
  /** Mod+Enter, once the card has been in view for a while and no other was just answered so. */
  onMain: () => void
  /** Escape. */
  onRefuse: () => void
  /** Mod+Enter came while it does not count: the card says why. */
  onKeyRefused?: ((why: KeyRefusal) => void) | undefined
}

/** True if the keys of an approval act on this card now: keys are drawn where they act, and nowhere else. */
export function useIsAskTarget(card: RefObject<HTMLElement | null>): boolean {
  const [isTarget, setTarget] = useState(false)
  // A press moves the focus, and with it the keys that widen the buttons.
  const afterPress = useAfterPress()
  useEffect(
    () =>
      watchViewport(({ target }) =>
        afterPress(() => setTarget(target === card.current && !isWriting())),
      ),
    [card, afterPress],
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
    // A card that is higher than its frame is read piece by piece.
    const tracker = new ViewTimeTracker()
    let lastLook = performance.now()
    const look = ({ overlays }: Pick<ViewportSnapshot, 'overlays'>): void => {
      if (!card.current) return
      const now = performance.now()
      tracker.look(viewedPart(card.current, overlays), now - lastLook)
      lastLook = now
      if (isInView(card.current, overlays)) inViewSince ??= now
      else inViewSince = null
    }
    const refusal = (now: number): KeyRefusal | null => {
      const isRead = card.current !== null && isTallerThanFrame(card.current) && tracker.isWhole
      if (inViewSince === null && !isRead) return 'not-in-view'
      const isNew = inViewSince !== null && now - inViewSince < INPUT_DELAY_MS
      return isNew || now - lastPress < INPUT_DELAY_MS ? 'too-soon' : null
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const isMain = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      const isRefuse = event.key === 'Escape' && !event.ctrlKey && !event.metaKey
      if (!isMain && !isRefuse) return
      const overlays = measureOverlays()
      look({ overlays })
      const now = performance.now()
      const why = refusal(now)
      if (isMain) lastPress = now
      if (!latest.current || !isMeantForAsk(event) || isCovered()) return
      const target = isRefuse ? refusalTarget(overlays) : (askTarget(overlays) ?? nextCard())
      if (target === null || target !== card.current) return
      event.preventDefault()
      if (isRefuse) latest.current.onRefuse()
      else if (why === null) latest.current.onMain()
      else {
        if (why === 'not-in-view') showFrom(target, tracker.firstUnseen ?? 0)
        latest.current.onKeyRefused?.(why)
      }
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

/** The card that a key means while none is wholly in view: the focused one, or the one that waits longest. */
function nextCard(): HTMLElement | null {
  return focusedCard() ?? firstCard()
}

/** Scrolls to a card that fits, or to the first part of a higher one that was not in view. */
function showFrom(card: HTMLElement, firstUnseen: number): void {
  const scroller = card.closest<HTMLElement>('[data-transcript]')
  const frame = scroller?.getBoundingClientRect()
  const box = card.getBoundingClientRect()
  if (!scroller || !frame || box.height <= frame.height) card.scrollIntoView({ block: 'nearest' })
  else scroller.scrollTop += box.top + firstUnseen - frame.top
}
