import 'katex/dist/katex.min.css'
import katex from 'katex'
import type { Formula } from './mark-math.ts'

/** A few macros of a formula's own make it thousands of times as long. */
const definesMacro = /\\(?:[gex]?def|let|futurelet|newcommand|renewcommand|providecommand)/

/** Draws a formula in an element; false where it cannot be drawn. Nothing in it is a link, a picture or a style. */
export function drawMath(place: HTMLElement, { source, isDisplay }: Formula): boolean {
  if (definesMacro.test(source)) return false
  try {
    katex.render(source, place, {
      displayMode: isDisplay,
      trust: false,
      strict: 'ignore',
      maxExpand: 100,
      maxSize: 20,
    })
    return true
  } catch {
    place.textContent = ''
    return false
  }
}
