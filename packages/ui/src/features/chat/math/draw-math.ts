import 'katex/dist/katex.min.css'
import katex from 'katex'
import type { Formula } from './formula-rules.ts'
import { drawnCommands } from './drawn-commands.ts'

/** Those whose lines and columns show all that is in them. */
const drawnEnvironments = new Set(
  'matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array cases dcases rcases aligned gathered split align* gather* equation*'.split(
    ' ',
  ),
)

/** Characters that a backslash may precede, beside letters. */
const drawnMarks = new Set(' ,:;>!{}|#$%&_\'`^"~=.')

/** Levels of braces; those of a thousand hold the window up. */
const MAX_DEPTH = 40

/** More of these blanks, which are negative, could draw words over others. */
const MAX_NEGATIVE = 6

/** One character, or a command with what belongs to it: the name of an environment, the room after a line. */
const piece =
  /\\(?:(begin|end)\{([A-Za-z]{1,15}\*?)\}|\\(?:\s*\[(\d{1,2}(?:\.\d)?pt\])?)?|([A-Za-z@]+)|([^]))|[^]/g

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

/**
 * True if drawing a formula shows all that it holds, each in its place and look: it has only commands that are
 * known to do so, no comment, and is not too deep to draw.
 */
function rendersCompletely(source: string): boolean {
  let depth = 0
  let negative = 0
  for (const [whole, , environment, room, command, mark] of source.matchAll(piece)) {
    if (whole === '%' || whole === '\\') return false
    if (whole === '{') depth += 1
    else if (whole === '}') depth -= 1
    else if (whole === '\\!') negative += 1
    if (depth > MAX_DEPTH || negative > MAX_NEGATIVE) return false
    if (environment !== undefined && !drawnEnvironments.has(environment)) return false
    if (whole.endsWith('[') && whole.length > 1 && room === undefined) return false
    if (command !== undefined && !drawnCommands.has(command)) return false
    if (mark !== undefined && !drawnMarks.has(mark)) return false
  }
  return true
}
