import { withoutTerminalCodes } from '@gatehouse/domain/text'
import { breachOfJson, valueOfJson, type JsonValue } from '@gatehouse/domain'

/** Places at which an object may begin that are tried in one line. */
const MAX_STARTS = 32
/** Characters from which on only the first places are tried: each may take the whole line. */
const LONG_LINE = 262_144
const MAX_STARTS_OF_LONG = 4

/** A JSON object within a text that is no JSON as a whole. */
export interface FoundObject {
  value: JsonValue
  text: string
}

/** The objects of a line, and the text around them, without what is not visible. */
export interface LineParts {
  objects: FoundObject[]
  rest: string
}

/**
 * Finds whole JSON objects in a line of other text: behind a progress report without an end of line, behind colours,
 * before a word, two on one line. Nested objects are part of theirs.
 */
export function messagesInText(line: string): LineParts {
  const objects: FoundObject[] = []
  let rest = ''
  let at = 0
  let starts = line.length > LONG_LINE ? MAX_STARTS_OF_LONG : MAX_STARTS
  while (starts > 0) {
    const start = line.indexOf('{', at)
    if (start === -1) break
    starts -= 1
    const end = endOfObject(line, start)
    const text = end === undefined ? '' : line.slice(start, end)
    const value = text === '' || breachOfJson(text) ? undefined : valueOfJson(text)
    if (end === undefined || value === undefined) {
      rest += line.slice(at, start + 1)
      at = start + 1
      continue
    }
    rest += line.slice(at, start)
    objects.push({ value, text })
    at = end
  }
  return { objects, rest: visible(rest + line.slice(at)) }
}

/** Behind the brace that closes the one at `start`; `undefined` if none does. */
function endOfObject(line: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < line.length; at += 1) {
    const character = line[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

/** Without the codes of terminals, byte order marks and control characters. */
function visible(text: string): string {
  return withoutTerminalCodes(text)
    .replace(/[\p{Cc}\ufeff]/gu, ' ')
    .trim()
}
