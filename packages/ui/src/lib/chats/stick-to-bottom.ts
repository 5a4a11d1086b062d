/* Keeps what grows scrolled to its end: a chat, whose rows are drawn by itself, and virtual lists of logs and messages. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VListHandle } from 'virtua'

const NEAR = 32
/** Space above a card that is shown from its top on. */
const ABOVE = 12

/** Milliseconds to reach the end of a list whose rows are measured on the way. */
const ARRIVAL_MS = 800
const INPUTS = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const
/** Milliseconds that smooth scrolling continues after the person's input. */
const GLIDE_MS = 500

/** The first question that waits, where its head would be out of view with the end in view. */
function hiddenCard(inner: HTMLElement, height: number): HTMLElement | undefined {
  const end = inner.getBoundingClientRect().bottom
  return [...inner.querySelectorAll<HTMLElement>('[data-ask-card]')].find(
    (card) => end - card.getBoundingClientRect().top + ABOVE > height,
  )
}

export interface StickToBottom {
  /** True if the end is in view; new content is then followed. */
  atEnd: boolean
  toEnd: () => void
  /** Something else is to be read: the end is not followed until the person is there again. */
  leave: () => void
}

/**
 * Keeps growing content scrolled to its end while the person stays there. Scrolling up stops it;
 * scrolling back to the end resumes it. A question that does not fit, by itself or with those after it, is
 * shown from its top, the oldest first; following resumes once it is answered. `hasEnd`: the end of the content is part of what is drawn.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  hasEnd = true,
): StickToBottom {
  const following = useRef(true)
  const [atEnd, setAtEnd] = useState(true)
  // What is drawn may end before the content does; there is nothing to follow then.
  const ends = useRef(hasEnd)
  useLayoutEffect(() => {
    ends.current = hasEnd
  }, [hasEnd])

  // Until then the list itself may scroll up, as what it comes to is smaller than it took it for.
  const arrivesUntil = useRef(0)
  const toEnd = useCallback(() => {
    const box = scroller.current
    if (!box) return
    following.current = true
    arrivesUntil.current = performance.now() + ARRIVAL_MS
    setAtEnd(true)
    box.scrollTo({ top: box.scrollHeight })
  }, [scroller])

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return undefined
    return watchEnd({ box, inner, following, ends, arrivesUntil, setAtEnd })
  }, [scroller, content])

  const leave = useCallback(() => {
    following.current = false
  }, [])
  return { atEnd, toEnd, leave }
}

interface Watched {
  box: HTMLElement
  inner: HTMLElement
  following: { current: boolean }
  ends: { readonly current: boolean }
  arrivesUntil: { current: number }
  setAtEnd: (atEnd: boolean) => void
}

function watchEnd({ box, inner, following, ends, arrivesUntil, setAtEnd }: Watched): () => void {
  let lastTop = box.scrollTop
  let lastHeight = box.scrollHeight
  let lastView = box.clientHeight
  // The end may have been higher up for a moment, before rows that are new were measured: no one scrolled up.
  const scrollTo = (top: number): void => {
    box.scrollTo({ top })
    noteSize()
  }
  const noteSize = (): void => {
    lastTop = box.scrollTop
    lastHeight = box.scrollHeight
    lastView = box.clientHeight
  }
  const hand = watchHand(box)
  const onScroll = (): void => {
    const near = ends.current && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR
    // What shrinks moves its end up, and what comes next may be taller before this is reported: no one scrolled then.
    const isSameSize = box.scrollHeight === lastHeight && box.clientHeight === lastView
    const wentUp = box.scrollTop < lastTop - 1 && (isSameSize || hand.scrollsUp())
    const hasArrived = performance.now() > arrivesUntil.current
    if (near) following.current = true
    else if (hasArrived && (wentUp || !ends.current)) following.current = false
    noteSize()
    setAtEnd(near || following.current)
  }
  let shown: HTMLElement | undefined
  const observer = new ResizeObserver(() => {
    if (shown && !shown.isConnected) {
      shown = undefined
      following.current = true
    }
    if (!following.current || !ends.current) return
    const card = hiddenCard(inner, box.clientHeight)
    if (card === undefined || card === shown) return scrollTo(box.scrollHeight)
    shown = card
    following.current = false
    const distance = card.getBoundingClientRect().top - box.getBoundingClientRect().top
    scrollTo(box.scrollTop + distance - ABOVE)
  })
  observer.observe(inner)
  observer.observe(box)
  // What the person does counts at once.
  const onInput = (): void => {
    arrivesUntil.current = 0
  }
  for (const input of INPUTS) box.addEventListener(input, onInput, { passive: true })
  box.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    observer.disconnect()
    hand.stop()
    for (const input of INPUTS) box.removeEventListener(input, onInput)
    box.removeEventListener('scroll', onScroll)
  }
}

/** Tells if the person scrolls up by wheel, touch, key or scroll bar now, or did so a moment ago. */
function watchHand(box: HTMLElement): { scrollsUp: () => boolean; stop: () => void } {
  let until = 0
  const soon = (): void => void (until = performance.now() + GLIDE_MS)
  const stops = new AbortController()
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    take: (event: HTMLElementEventMap[Name]) => void,
  ): void => box.addEventListener(name, take, { passive: true, signal: stops.signal })
  listen('wheel', ({ deltaY }) => void (deltaY < 0 && soon()))
  listen('touchmove', soon)
  listen('keydown', ({ key, shiftKey }) => {
    if (/^(?:ArrowUp|PageUp|Home)$/.test(key) || (key === ' ' && shiftKey)) soon()
  })
  // While a scroll bar is held nothing is reported but scrolling; what is in the box has a target of its own.
  listen('pointerdown', ({ target }) => void (until = target === box ? Infinity : until))
  listen('pointermove', ({ buttons }) => {
    if (buttons === 0 && until === Infinity) until = 0
  })
  return { scrollsUp: () => performance.now() < until, stop: () => stops.abort() }
}

export interface StickListToBottom {
  following: boolean
  setFollowing: (following: boolean) => void
  /** Give this to the list: scrolling up by hand ends the following, reaching the end resumes it. */
  onScroll: (offset: number) => void
}

/**
 * Keeps a growing virtual list scrolled to its end while the person stays there. `rows`: a new array
 * whenever some came, also when as many went: a full list keeps its length.
 */
export function useStickListToBottom(
  list: RefObject<VListHandle | null>,
  rows: readonly unknown[],
): StickListToBottom {
  const [following, setFollowing] = useState(true)
  useEffect(() => {
    if (following && rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  }, [list, following, rows])
  return {
    following,
    setFollowing,
    onScroll(offset) {
      const handle = list.current
      if (!handle) return
      setFollowing(offset >= handle.scrollSize - handle.viewportSize - 4)
    },
  }
}
