import type { JsonObject } from '@gatehouse/domain'
import { parseJson, parseJsonObject } from './parse-json.ts'

export type ToolArguments = { ok: true; arguments: JsonObject } | { ok: false; problem: string }

/**
 * Reads the arguments of a tool call as the model wrote them. Nothing at all means no arguments,
 * and an object that was written as a JSON string is unwrapped; nothing else is guessed.
 */
export function readToolArguments(raw: string, cutOff: boolean): ToolArguments {
  if (raw.trim() === '') return { ok: true, arguments: {} }
  const object = parseJsonObject(raw)
  if (object) return { ok: true, arguments: object }
  const parsed = parseJson(raw)
  const inner = typeof parsed === 'string' ? parseJsonObject(parsed) : undefined
  if (inner) return { ok: true, arguments: inner }
  if (parsed !== undefined) {
    return { ok: false, problem: 'The arguments are JSON but not an object. Send a JSON object.' }
  }
  return {
    ok: false,
    problem: cutOff
      ? 'The arguments were cut off at the output limit, so the call was not run. Send shorter arguments.'
      : 'The arguments are not valid JSON, so the call was not run. Send one JSON object.',
  }
}
