import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useStickToBottom } from './stick-to-bottom.ts'

const HEIGHT = 600

/** Drawn content, in pixels from its top. */
interface Drawn {
  height: number
  /** Where the cards that wait begin, the oldest first. */
  cards: number[]
}

let grown: () => void
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        grown = listener
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** A box of 600 pixels with something that grows in it; `draw` says how it is now, as a browser would. */
function open() {
  const [box, inner] = [document.createElement('div'), document.createElement('div')]
  box.append(inner)
  document.body.append(box)
  let drawn: Drawn = { height: 300, cards: [] }
  let top = 0
  const rect = (from: number, height: number) => () => new DOMRect(0, from - top, 600, height)
  Object.defineProperties(box, {
    clientHeight: { value: HEIGHT },
    scrollHeight: { get: () => drawn.height },
    scrollTop: { get: () => top },
  })
  inner.getBoundingClientRect = () => rect(0, drawn.height)()
  box.getBoundingClientRect = () => new DOMRect(0, 0, 600, HEIGHT)
  const scroll = (to: number) => {
    top = Math.max(0, Math.min(to, drawn.height - HEIGHT))
    act(() => void box.dispatchEvent(new Event('scroll')))
  }
  box.scrollTo = ((to: ScrollToOptions) => scroll(to.top ?? 0)) as typeof box.scrollTo
  const draw = (next: Drawn) => {
    drawn = next
    inner.replaceChildren(
      ...next.cards.map((from) => {
        const known = [...inner.children].find(
          (card) => Number(card.getAttribute('data-at')) === from,
        )
        const card = known ?? document.createElement('div')
        card.setAttribute('data-ask-card', '')
        card.setAttribute('data-at', String(from))
        card.getBoundingClientRect = () => rect(from, 200)()
        return card
      }),
    )
    act(() => grown())
  }
  const [scroller, content] = [{ current: box }, { current: inner }]
  renderHook(() => useStickToBottom(scroller, content))
  /**
   * Sets the drawn size. A position beyond the end moves up to it at once; a browser reports both only with the
   * next frame.
   */
  const become = (height: number) => {
    drawn = { ...drawn, height }
    top = Math.max(0, Math.min(top, height - HEIGHT))
  }
  const does = (event: Event, selector?: string) =>
    act(() => void (selector ? box.querySelector(selector) : box)?.dispatchEvent(event))
  return { draw, become, scroll, does, top: () => top }
}

it('what grows is followed to its end, until the person scrolls up and again from when they are back', () => {
  const { draw, scroll, top } = open()
  draw({ height: 2000, cards: [] })
  expect(top()).toBe(1400)
  scroll(900)
  draw({ height: 2500, cards: [] })
  expect(top()).toBe(900)
  scroll(1900)
  draw({ height: 3000, cards: [] })
  expect(top()).toBe(2400)
})

it('what shrank and grew before its scrolling was reported is followed: no one scrolled up', () => {
  const { draw, become, scroll, top } = open()
  draw({ height: 2000, cards: [] })
  // The card of a call goes, and its result opens.
  become(1900)
  become(2300)
  expect(top()).toBe(1300)
  scroll(top())
  draw({ height: 2300, cards: [] })
  expect(top()).toBe(1700)
})

it.each([
  ['the wheel', new WheelEvent('wheel', { deltaY: -100 })],
  ['a key', new KeyboardEvent('keydown', { key: 'PageUp' })],
  ['a finger', new Event('touchmove')],
  ['the scroll bar', new Event('pointerdown')],
])('who scrolls up with %s while it grows stays there', (_, event) => {
  const { draw, become, scroll, does, top } = open()
  draw({ height: 2000, cards: [] })
  does(event)
  become(2300)
  scroll(900)
  draw({ height: 2300, cards: [] })
  expect(top()).toBe(900)
})

it('a press in what grows is no scrolling', () => {
  const { draw, become, scroll, does, top } = open()
  draw({ height: 2000, cards: [2000] })
  does(new Event('pointerdown', { bubbles: true }), '[data-ask-card]')
  become(1900)
  become(2300)
  scroll(top())
  draw({ height: 2300, cards: [] })
  expect(top()).toBe(1700)
})

it('of questions that do not all fit the oldest is shown from its top, and the end once they are answered', () => {
  const { draw, top } = open()
  draw({ height: 2000, cards: [] })
  const cards = [2000, 2210, 2420, 2630, 2840]
  draw({ height: 3050, cards })
  expect(top()).toBe(1988)
  // What the newest ones do moves nothing.
  draw({ height: 3150, cards })
  expect(top()).toBe(1988)
  draw({ height: 3150, cards: [] })
  expect(top()).toBe(2550)
})

it('a question that fits is shown with the end', () => {
  const { draw, top } = open()
  draw({ height: 2000, cards: [1700] })
  expect(top()).toBe(1400)
})
