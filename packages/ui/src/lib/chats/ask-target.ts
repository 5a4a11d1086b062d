import { isComposing } from '../../kit/index.ts'

/** A card must have been in view this long before a key or click on "allow" counts. */
export const INPUT_DELAY_MS = 500

const CARD = '[data-ask-card]'
/** The elements that scroll around cards. */
const SCROLLERS = '[data-transcript], [data-plan-list], [data-plan-foot]'
export const COMPOSER = '[data-composer]'
/** Overlays of a part of the transcript. */
const COVER = '[data-over-transcript]'

/** A notice lies over the corner of the window that it is in. */
const NOTICE = '[data-notice]'

/** Pixels by which an edge may be cut off and still be in view: a border, a rounding. */
const SLACK = 8

/**
 * The card that the keys of an approval act on: the one that holds the focus, else the first in the page
 * (the oldest). Only a card that is in view from its head to its buttons: no one approves what they cannot see.
 */
export function askTarget(overlays = measureOverlays()): HTMLElement | null {
  const focused = focusedCard()
  if (focused) return isInView(focused, overlays) ? focused : null
  const cards = [...document.querySelectorAll<HTMLElement>(CARD)]
  return cards.find((card) => isInView(card, overlays)) ?? null
}

/** The card that waits longest, wherever it is: what a key allows that no card in view takes is scrolled to. */
export function firstCard(): HTMLElement | null {
  return document.querySelector<HTMLElement>(CARD)
}

export function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CARD) ?? null
}

/** Overlays of the page. */
export interface PageOverlays {
  /** As wide as the transcript. */
  whole: readonly DOMRect[]
  /** As wide as they need. */
  notices: readonly DOMRect[]
}

/** Read once for many cards: it costs a look through the page. */
export function measureOverlays(): PageOverlays {
  const boxes = (selector: string): DOMRect[] =>
    [...document.querySelectorAll(selector)].map((cover) => cover.getBoundingClientRect())
  return { whole: boxes(COVER), notices: boxes(NOTICE) }
}

/** A card from its head to its buttons, with nothing over it. */
export function isInView(card: HTMLElement, overlays = measureOverlays()): boolean {
  const box = card.getBoundingClientRect()
  const { top, bottom } = frameOf(card)
  if (box.height <= 0 || box.top < top - SLACK || box.bottom > bottom + SLACK) return false
  const isOver = ({ top: from, bottom: to }: DOMRect): boolean => from < box.bottom && to > box.top
  return !overlays.whole.some(isOver) && !isUnderNotice(box, overlays)
}

/** True if a card is higher than what it is shown in: it is read piece by piece. */
export function isTallerThanFrame(card: HTMLElement): boolean {
  const { top, bottom } = frameOf(card)
  return card.getBoundingClientRect().height > bottom - top
}

/** The boxes that cut off a card: the window, and every list around it that scrolls. */
function frameOf(card: HTMLElement): { top: number; bottom: number } {
  let top = 0
  let bottom = window.innerHeight
  for (
    let at = card.parentElement?.closest(SCROLLERS);
    at;
    at = at.parentElement?.closest(SCROLLERS)
  ) {
    const frame = at.getBoundingClientRect()
    top = Math.max(top, frame.top)
    bottom = Math.min(bottom, frame.bottom)
  }
  return { top, bottom }
}

function isUnderNotice(box: DOMRect, { notices }: PageOverlays): boolean {
  return notices.some((notice) => {
    const isBeside = notice.right <= box.left || notice.left >= box.right
    return !isBeside && notice.top < box.bottom && notice.bottom > box.top
  })
}

/**
 * Returns the visible part of a card, in pixels from its top: within its transcript and the window, less what
 * covers it. `null`: nothing, or a notice hides some of it.
 */
export function viewedPart(
  card: HTMLElement,
  overlays = measureOverlays(),
): { from: number; to: number; height: number; width: number } | null {
  const box = card.getBoundingClientRect()
  const frame = frameOf(card)
  const top = Math.max(box.top, frame.top)
  let bottom = Math.min(box.bottom, frame.bottom)
  for (const over of overlays.whole) {
    if (over.height > 0 && over.bottom > top) bottom = Math.min(bottom, over.top)
  }
  if (box.height <= 0 || bottom <= top) return null
  if (isUnderNotice(new DOMRect(box.left, top, box.width, bottom - top), overlays)) return null
  return { from: top - box.top, to: bottom - box.top, height: box.height, width: box.width }
}

/** True if a key press belongs to no text field or other control, so that an ask may take it. */
export function isMeantForAsk(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event) || event.repeat) return false
  return !event.shiftKey && !event.altKey && isOutsideOfFields(event)
}

/** True if no field takes a key for itself; of the message field only while it is empty. */
export function isOutsideOfFields({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return true
  if (target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return false
  if (target.isContentEditable || /^(?:INPUT|SELECT)$/.test(target.tagName)) return false
  if (target instanceof HTMLTextAreaElement) return target.matches(COMPOSER) && target.value === ''
  return true
}

/**
 * Overlays that keep keys from a question while they are open. A notice is a dialog by its role alone: it covers
 * nothing.
 */
const COVERING =
  '[role=dialog]:not([data-notice]), [role=alertdialog]:not([data-notice]), [role=menu], [role=listbox]'

/** A dialog, menu, list of choices or sheet lies over the page. */
export function isCovered(): boolean {
  return document.querySelector(COVERING) !== null
}
