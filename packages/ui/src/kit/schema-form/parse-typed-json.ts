import { ARGUMENTS_BUDGET, parseJson, type JsonProblem, type JsonValue } from '@gatehouse/domain'

type ReasonOf<Code> = Code extends `json/${infer Name}` ? Name : never
type Reason = ReasonOf<JsonProblem['code']>

/** Reason for which a typed text is refused, and its place. Line and column count from 1, in characters. */
export interface JsonMistake {
  reason: Reason
  line: number
  column: number
}

export type TypedJson = { ok: true; value: JsonValue } | { ok: false; mistake: JsonMistake }

/** Reads JSON that a person typed, exactly: it is shown and sent on. */
export function parseTypedJson(text: string): TypedJson {
  const parsed = parseJson(text, { budget: ARGUMENTS_BUDGET, exact: true })
  if (parsed.ok) return parsed
  const { code, offset } = parsed.problem
  const reason = code.slice('json/'.length) as Reason
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { ok: false, mistake: { reason, line, column: offset - before.lastIndexOf('\n') } }
}
