/* What cards that wait for an answer look at again and again: read once for all of them, as each look at a large page costs. */
import { askTarget, coversOfPage, isCovered, type Covers } from './ask-target.ts'

/** How often they look: what is above a card may grow without any scrolling. */
const LOOK_MS = 100

/** The page at one moment. */
export interface ViewportSnapshot {
  covers: Covers
  /** The card that the keys of an approval act on. */
  target: HTMLElement | null
  /** Nothing of it can be seen: another tab or window is in front, or a dialog or menu of its own. */
  isHidden: boolean
}

const lookers = new Set<(page: ViewportSnapshot) => void>()
let timer: ReturnType<typeof setInterval> | undefined
let soon: ReturnType<typeof setTimeout> | undefined

function look(): void {
  const covers = coversOfPage()
  const isHidden = document.visibilityState !== 'visible' || isCovered()
  const page = { covers, target: askTarget(covers), isHidden }
  for (const looker of lookers) looker(page)
}

/** Calls back soon, and then every 100 ms until the function it gives is called. Nothing may change the page in it at once. */
export function watchPage(looker: (page: ViewportSnapshot) => void): () => void {
  lookers.add(looker)
  timer ??= setInterval(look, LOOK_MS)
  // Many cards that come at once share their first look too.
  soon ??= setTimeout(() => {
    soon = undefined
    look()
  })
  return () => {
    lookers.delete(looker)
    if (lookers.size > 0) return
    clearInterval(timer)
    clearTimeout(soon)
    timer = soon = undefined
  }
}
