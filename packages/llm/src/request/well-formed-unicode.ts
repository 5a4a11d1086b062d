import { parseJson, type JsonValue } from '@gatehouse/domain'

/** The escape of half a surrogate pair by JSON.stringify, behind the backslash. */
const HALF = /^ud[89a-f]/
const ESCAPE_LENGTH = '\\ud800'.length

/**
 * A JSON text without half characters. JSON has an escape for them, and the readers of the providers refuse
 * it: one in a result, a tool or an answer would end the chat, as each later request holds it too.
 */
export function wellFormedBody(json: string): string {
  const parts: string[] = []
  let taken = 0
  // A pair is written as it is: such an escape is always half of one. The usual answer, none, is quick.
  for (let at = json.indexOf('\\ud'); at !== -1; at = json.indexOf('\\ud', at + 1)) {
    if (!HALF.test(json.slice(at + 1, at + 4)) || isEscaped(json, at)) continue
    parts.push(json.slice(taken, at))
    taken = at + ESCAPE_LENGTH
  }
  return taken === 0 ? json : [...parts, json.slice(taken)].join('\uFFFD')
}

/** True if a backslash is the second one of an escaped backslash. */
function isEscaped(json: string, at: number): boolean {
  let before = at
  while (json[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

/** The value without lone surrogates, for a provider that gets it as JSON text inside the body. */
export function wellFormedJson(value: JsonValue): JsonValue {
  const json = JSON.stringify(value)
  const wellFormed = wellFormedBody(json)
  if (wellFormed === json) return value
  const parsed = parseJson(wellFormed)
  return parsed.ok ? parsed.value : value
}
