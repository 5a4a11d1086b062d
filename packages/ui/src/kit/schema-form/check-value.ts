import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { createSchemaStringConstraints } from '@gatehouse/domain/text'
import { Validator, type OutputUnit } from '@cfworker/json-schema'
import { createLiveValidationGuard } from './live-validation-guard.ts'
import { isObject, ownMember, stringItems } from './json-shape.ts'
import { childPointer, pointerSteps } from './pointer.ts'
import { followRef } from './schema-graph.ts'

/** Something about a value that its schema does not allow. */
export interface SchemaProblem {
  /** JSON Pointer into the value; for a missing property, of that property. */
  pointer: string
  keyword: string
  /** The value of the keyword: 3 for `minLength: 3`, 'email' for `format`. */
  limit?: string | number | undefined
}

/** Which option the person is filling in, by the pointer of the value that has options. */
export type ChosenOptions = ReadonlyMap<string, number>

export interface CheckValue {
  (value: JsonValue, chosen: ChosenOptions): SchemaProblem[]
  /** False when checking a value would hold the window up: it has no problems then, the server checks it. */
  isCheckable: (value: JsonValue) => boolean
}

/** Errors that are reported; a person who fixes these sees the next. */
const MAX_ERRORS = 200

/** Checks values against a prepared schema (draft 2020-12), without making code from text. */
export function createCheck(root: JsonObject): CheckValue {
  const rules = createSchemaStringConstraints(root)
  const strict = new Validator(structuredClone(root), '2020-12', false)
  const withoutPatterns = new Validator(rules.without, '2020-12', false)
  const isCheckable = createLiveValidationGuard(root)
  const check = (value: JsonValue, chosen: ChosenOptions): SchemaProblem[] => {
    if (!isCheckable(value)) return []
    const validator = rules.areCheapFor(value) ? strict : withoutPatterns
    try {
      const { errors } = validator.validate(value)
      return toProblems(errors.slice(0, MAX_ERRORS), { root, value, chosen })
    } catch {
      // A schema that its own checker cannot run stops no one: the server checks again.
      return []
    }
  }
  return Object.assign(check, { isCheckable })
}

/** Wrappers that only say that something below them is wrong. */
const wrappers = new Set([
  'properties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'additionalProperties',
  'if',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
])

interface Context {
  root: JsonObject
  value: JsonValue
  chosen: ChosenOptions
}

function toProblems(errors: readonly OutputUnit[], context: Context): SchemaProblem[] {
  const isWanted = bestOptions(errors, context.chosen)
  const kept = errors.filter(isWanted)
  const problems: SchemaProblem[] = []
  const described = new Set<string>()
  for (const error of kept) {
    if (wrappers.has(error.keyword)) continue
    const isChoice = error.keyword === 'anyOf' || error.keyword === 'oneOf'
    if (
      isChoice &&
      kept.some((other) => other !== error && isBelow(other.keywordLocation, error.keywordLocation))
    )
      continue
    // One error for missing members names all of them.
    const place = `${error.instanceLocation} ${error.keywordLocation}`
    if (!described.has(place)) problems.push(...describe(error, context))
    described.add(place)
  }
  const seen = new Set<string>()
  return problems.filter((one) => {
    const id = `${one.pointer} ${one.keyword}`
    return seen.has(id) ? false : seen.add(id)
  })
}

function isBelow(location: string, parent: string): boolean {
  return location.startsWith(`${parent}/`)
}

/** Of several options only the complaints of the one being filled in, or of the nearest, are worth reading. */
function bestOptions(
  errors: readonly OutputUnit[],
  chosen: ChosenOptions,
): (error: OutputUnit) => boolean {
  const choices = errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .map((wrapper) => ({
      wrapper,
      best: chosen.get(toPointer(wrapper.instanceLocation)) ?? nearestOption(wrapper, errors),
    }))
  return (error) =>
    choices.every(({ wrapper, best }) => {
      if (!isBelow(error.keywordLocation, wrapper.keywordLocation)) return true
      if (!error.instanceLocation.startsWith(wrapper.instanceLocation)) return true
      return optionIn(error.keywordLocation, wrapper.keywordLocation) === best
    })
}

function optionIn(location: string, parent: string): number {
  return Number.parseInt(location.slice(parent.length + 1), 10)
}

/** The option with the fewest complaints about the value itself. */
function nearestOption(wrapper: OutputUnit, errors: readonly OutputUnit[]): number {
  const counts = new Map<number, number>()
  for (const error of errors) {
    if (!isBelow(error.keywordLocation, wrapper.keywordLocation)) continue
    const option = optionIn(error.keywordLocation, wrapper.keywordLocation)
    const mismatch =
      error.keyword === 'type' || error.keyword === 'const' || error.keyword === 'enum'
    const weight = mismatch ? (error.instanceLocation === wrapper.instanceLocation ? 100 : 10) : 1
    counts.set(option, (counts.get(option) ?? 0) + weight)
  }
  return [...counts].reduce(
    (best, one) => (one[1] < best[1] ? one : best),
    [0, Number.POSITIVE_INFINITY],
  )[0]
}

function toPointer(instanceLocation: string): string {
  return instanceLocation.slice(1)
}

function describe(error: OutputUnit, { root, value }: Context): SchemaProblem[] {
  const pointer = toPointer(error.instanceLocation)
  const rule = ruleAt(error.keywordLocation, root)
  if (error.keyword === 'required') {
    const at = valueAt(value, pointer)
    const missing = stringItems(rule).filter(
      (name) => !isObject(at) || ownMember(at, name) === undefined,
    )
    return missing.map((name) => ({ pointer: childPointer(pointer, name), keyword: 'required' }))
  }
  const limit = typeof rule === 'string' || typeof rule === 'number' ? rule : undefined
  return [
    {
      pointer,
      keyword: error.keyword,
      limit: limit ?? (Array.isArray(rule) ? stringItems(rule).join(', ') : undefined),
    },
  ]
}

/** The value of a keyword, found by where the checker was when it failed; `$ref` steps jump. */
function ruleAt(location: string, root: JsonObject): JsonValue | undefined {
  let node: JsonValue | undefined = root
  for (const step of pointerSteps(location)) {
    const next: JsonValue | undefined = Array.isArray(node)
      ? node[Number(step)]
      : isObject(node)
        ? ownMember(node, step)
        : undefined
    node = step === '$ref' && typeof next === 'string' ? followRef(next, root) : next
  }
  return node
}

function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = value
  for (const step of pointerSteps(pointer)) {
    if (Array.isArray(node)) node = node[Number(step)]
    else node = isObject(node) ? ownMember(node, step) : undefined
  }
  return node
}
