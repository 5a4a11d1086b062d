import { ARGUMENTS_BUDGET, parseJson, type JsonObject, type ParsedJson } from '@gatehouse/domain'

export type ToolArguments = { ok: true; arguments: JsonObject } | { ok: false; problem: string }

/** The problem of a call that was cut off. */
export const INCOMPLETE_CALL =
  'The arguments were cut off before their end, so the call was not run. If they are long, send shorter ones.'
const NO_OBJECT = 'The arguments are JSON but not an object. Send a JSON object.'

/**
 * Reads the arguments of a tool call as the model wrote them. Nothing at all means no arguments, unless
 * the answer was cut off (`cutOff`): then they may not have come yet. An object that was written as a JSON
 * string is unwrapped; nothing else is guessed. What would not reach the server as it was written is
 * refused: the person could not be shown what is sent.
 */
export function readToolArguments(raw: string, cutOff: boolean): ToolArguments {
  if (raw.trim() === '')
    return cutOff ? { ok: false, problem: INCOMPLETE_CALL } : { ok: true, arguments: {} }
  const parsed = readExactly(raw)
  if (!parsed.ok) return { ok: false, problem: problemOf(parsed, cutOff) }
  if (isObject(parsed.value)) return { ok: true, arguments: parsed.value }
  if (typeof parsed.value !== 'string') return { ok: false, problem: NO_OBJECT }
  const inner = readExactly(parsed.value)
  if (inner.ok && isObject(inner.value)) return { ok: true, arguments: inner.value }
  const isRefused = !inner.ok && inner.problem.code !== 'json/not-json'
  return { ok: false, problem: isRefused ? problemOf(inner, cutOff) : NO_OBJECT }
}

function readExactly(text: string): ParsedJson {
  return parseJson(text, { budget: ARGUMENTS_BUDGET, exact: true })
}

function problemOf({ problem }: Extract<ParsedJson, { ok: false }>, cutOff: boolean): string {
  if (problem.code !== 'json/not-json')
    return `The call was not run, because its arguments were refused: ${problem.message}`
  return cutOff
    ? INCOMPLETE_CALL
    : 'The arguments are not valid JSON, so the call was not run. Send one JSON object.'
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
