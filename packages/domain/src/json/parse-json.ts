import { MESSAGE_BUDGET, type JsonBudget } from './json-budget.ts'
import { jsonProblem, type JsonProblem } from './json-problem.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { countNodes, findBudgetBreach } from './scan-json.ts'

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: JsonProblem }

/** Strictness of the parsing of a text. */
export interface JsonRules {
  /** Default {@link MESSAGE_BUDGET}. */
  readonly budget?: JsonBudget
  /**
   * For data that is shown to a person and then sent: also refuses duplicate keys and numbers that change when they
   * are read. Otherwise the last duplicate counts, and numbers are rounded.
   */
  readonly exact?: boolean
}

/**
 * Reads JSON (RFC 8259) from outside; the only function for it. Text beyond the rules is refused before parsing, in
 * time linear in the read part: a text over the budget, a key `__proto__` at any depth and in any spelling, a
 * number beyond the range of a double. Never throws.
 */
export function parseJson(text: string, rules: JsonRules = {}): ParsedJson {
  const breach = breachOfJson(text, rules)
  return breach ? { ok: false, problem: breach } : parsed(text)
}

/**
 * Parses a text in which {@link breachOfJson} found nothing: the second half of {@link parseJson}, for callers that
 * do the two in different turns of the event loop. `undefined` when it is not JSON.
 */
export function parseScanned(text: string): JsonValue | undefined {
  const result = parsed(text)
  return result.ok ? result.value : undefined
}

function parsed(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch (error) {
    return { ok: false, problem: jsonProblem.notJson(errorOffset(error, text)) }
  }
}

/**
 * Returns the reason for which {@link parseJson} would refuse the text before parsing it. For text that another
 * parser reads, which then decides whether it is JSON at all.
 */
export function breachOfJson(text: string, rules: JsonRules = {}): JsonProblem | undefined {
  return findBudgetBreach(text, rules.budget ?? MESSAGE_BUDGET, rules.exact ?? false)
}

/** The number of values in the text, itself included; `undefined` when {@link parseJson} would refuse it. */
export function nodesOfJson(text: string, rules: JsonRules = {}): number | undefined {
  const found = countNodes(text, rules.budget ?? MESSAGE_BUDGET, rules.exact ?? false)
  return typeof found === 'number' ? found : undefined
}

/** The value that the text holds; `undefined` when it is refused. For where no one asks why. */
export function valueOfJson(text: string, rules?: JsonRules): JsonValue | undefined {
  const result = parseJson(text, rules)
  return result.ok ? result.value : undefined
}

/** The object that the text holds; `undefined` when it is refused or something else. */
export function objectOfJson(text: string, rules?: JsonRules): JsonObject | undefined {
  const value = valueOfJson(text, rules)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** Engines report the place only in words, and not at all for an unexpected end. */
function errorOffset(error: unknown, text: string): number {
  const found = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  return Math.min(found === undefined ? text.length : Number(found), text.length)
}
