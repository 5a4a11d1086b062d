/* What cards that wait for an answer look at again and again: read once for all of them, as each look at a large page costs. */
import {
  askTarget,
  measureOverlays,
  focusedCard,
  isCovered,
  type PageOverlays,
} from '../chats/ask-target.ts'

/** Interval of the check: content above a card may grow without any scrolling. */
const LOOK_MS = 100

/** The page at one moment. */
export interface ViewportSnapshot {
  overlays: PageOverlays
  /** The card that the keys of an approval act on. */
  target: HTMLElement | null
  /** Nothing of it can be seen: another tab or window is in front, or a dialog or menu of its own. */
  isHidden: boolean
}

const listeners = new Set<(page: ViewportSnapshot) => void>()
let timer: ReturnType<typeof setInterval> | undefined
let soon: ReturnType<typeof setTimeout> | undefined
/** The card that the keys acted on at the last look: they are drawn on it. */
let offered: HTMLElement | null = null

function look(): void {
  const overlays = measureOverlays()
  const isHidden = document.visibilityState !== 'visible' || isCovered()
  offered = askTarget(overlays)
  const page = { overlays, target: offered, isHidden }
  for (const listener of listeners) listener(page)
}

/**
 * The card that Escape refuses. Drawing its keys may make a card grow out of view until the transcript
 * followed: who sees them on it means that card, and not the answer, which Escape would stop.
 */
export function refusalTarget(overlays = measureOverlays()): HTMLElement | null {
  const focused = focusedCard()
  const isMeant = offered?.isConnected === true && (focused === null || focused === offered)
  return isMeant ? offered : askTarget(overlays)
}

/** Calls back soon, and then every 100 ms until the function it gives is called. Nothing may change the page in it at once. */
export function watchViewport(listener: (page: ViewportSnapshot) => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(look, LOOK_MS)
  // Many cards that come at once share their first look too.
  soon ??= setTimeout(() => {
    soon = undefined
    look()
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    clearTimeout(soon)
    timer = soon = undefined
    offered = null
  }
}
