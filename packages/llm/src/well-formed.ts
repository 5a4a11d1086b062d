import { parseJson, type JsonValue } from '@gatehouse/domain'

/** The escapes that JSON.stringify writes for half a surrogate pair, behind any other escape. */
const ESCAPE = /\\(?:(ud[89a-f][0-9a-f]{2})|[^])/g

/**
 * A JSON text without half characters. JSON has an escape for them, and the readers of the providers refuse
 * it: one in a result, a tool or an answer would end the chat, as each later request holds it too.
 */
export function wellFormedBody(json: string): string {
  // A pair is written as it is: such an escape is always half of one. The usual answer, no, is quick.
  if (!/\\ud[89a-f]/.test(json)) return json
  return json.replace(ESCAPE, (escape, half: string | undefined) =>
    half === undefined ? escape : '\uFFFD',
  )
}

/** The same for a value that a provider gets as a JSON text inside of the body. */
export function wellFormedJson(value: JsonValue): JsonValue {
  const json = JSON.stringify(value)
  const wellFormed = wellFormedBody(json)
  if (wellFormed === json) return value
  const parsed = parseJson(wellFormed)
  return parsed.ok ? parsed.value : value
}
