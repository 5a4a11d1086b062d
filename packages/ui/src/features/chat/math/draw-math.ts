import 'katex/dist/katex.min.css'
import katex from 'katex'
import type { Formula } from './formula-rules.ts'
import { rendersCompletely } from './renders-completely.ts'

/**
 * Draws a formula in an element; false where it cannot be drawn, or where something in it would not be seen. Nothing
 * in it is a link, a picture, a colour or a size.
 */
export function drawMath(place: HTMLElement, { source, isDisplay }: Formula): boolean {
  if (!rendersCompletely(source)) return false
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
