import { z } from 'zod'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { truncateText } from '../text/text.ts'

/** A member of the arguments of a call that its tool's schema requires and is missing, or does not know. */
export const argumentProblemSchema = z.object({
  kind: z.enum(['missing', 'unknown']),
  /** Names and positions from the root, as `edits[0].newText`. */
  path: z.string().max(1000),
})
export type ArgumentProblem = z.infer<typeof argumentProblemSchema>

/** Members of schema and arguments that one check looks at. The server wrote the one, a model the other. */
const MAX_STEPS = 20_000
const MAX_DEPTH = 32
const MAX_PROBLEMS = 8
const MAX_NAME = 80

/**
 * Finds members that are missing or unknown for certain: by `required`, `properties`, `additionalProperties: false`,
 * `items`, `allOf` and local references (JSON Schema 2020-12). Alternatives and conditions are not looked into, and
 * a required member with a default is not missed. A member that nothing declares is unknown where the schema forbids
 * it, or where a required one beside it is missing.
 *
 * Returns at most eight; none where the check would take more than 20,000 steps.
 */
export function argumentProblems(schema: JsonObject, args: JsonObject): ArgumentProblem[] {
  const check = new ArgumentCheck(schema)
  check.visit(schema, args, { path: '', depth: 0 })
  return check.isComplete ? check.problems : []
}

interface Location {
  path: string
  depth: number
}

class ArgumentCheck {
  readonly problems: ArgumentProblem[] = []
  readonly #root: JsonObject
  #steps = 0

  constructor(root: JsonObject) {
    this.#root = root
  }

  get isComplete(): boolean {
    return this.#steps <= MAX_STEPS
  }

  visit(schema: JsonValue | undefined, value: JsonValue | undefined, at: Location): void {
    this.#steps += 1
    if (!this.isComplete || at.depth > MAX_DEPTH || !isJsonObject(schema)) return
    if (typeof schema['$ref'] === 'string') {
      // Up to draft 7 nothing beside a reference counts.
      this.visit(this.#resolve(schema['$ref']), value, { ...at, depth: at.depth + 1 })
      return
    }
    const { allOf, items } = schema
    if (Array.isArray(allOf))
      for (const part of allOf) this.visit(part, value, { ...at, depth: at.depth + 1 })
    if (isJsonObject(value)) this.#visitMembers(schema, value, at)
    else if (Array.isArray(value) && schema['prefixItems'] === undefined)
      for (const [index, item] of value.entries()) {
        if (!this.isComplete) return
        this.visit(items, item, { path: `${at.path}[${index}]`, depth: at.depth + 1 })
      }
  }

  #visitMembers(schema: JsonObject, value: JsonObject, at: Location): void {
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {}
    const missing = this.#missing(schema, { properties, value })
    for (const name of missing) this.#add('missing', at, name)
    const names = Object.keys(value)
    for (const name of names) {
      if (!this.isComplete) return
      if (Object.hasOwn(properties, name))
        this.visit(properties[name], value[name], {
          path: pathOf(at, name),
          depth: at.depth + 1,
        })
      else if (isClosed(schema) || (missing.length > 0 && !isOpen(schema)))
        this.#add('unknown', at, name)
      else this.#steps += 1
    }
  }

  #missing(
    schema: JsonObject,
    { properties, value }: Record<'properties' | 'value', JsonObject>,
  ): string[] {
    const { required } = schema
    if (!Array.isArray(required)) return []
    this.#steps += required.length
    if (!this.isComplete) return []
    return required.filter((name): name is string => {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) return false
      const declared = Object.hasOwn(properties, name) ? properties[name] : undefined
      return !isJsonObject(declared) || !Object.hasOwn(declared, 'default')
    })
  }

  #add(kind: ArgumentProblem['kind'], at: Location, name: string): void {
    if (this.problems.length >= MAX_PROBLEMS) return
    const problem = { kind, path: pathOf(at, name) }
    if (!this.problems.some((one) => one.kind === kind && one.path === problem.path))
      this.problems.push(problem)
  }

  /** The part of the schema that a JSON pointer names; undefined for another document and for nothing. */
  #resolve(reference: string): JsonValue | undefined {
    if (reference === '#') return this.#root
    if (!reference.startsWith('#/')) return undefined
    let part: JsonValue | undefined = this.#root
    for (const step of reference.slice(2).split('/')) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      part = isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined
    }
    return part
  }
}

/** Members by patterns, or of other parts of the schema, may be declared there. */
const isOpen = (schema: JsonObject): boolean =>
  ['patternProperties', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'].some(
    (name) => schema[name] !== undefined,
  ) || isJsonObject(schema['additionalProperties'])

/** `additionalProperties` knows only what stands beside it. */
const isClosed = (schema: JsonObject): boolean =>
  schema['additionalProperties'] === false && schema['patternProperties'] === undefined

function pathOf({ path }: Location, name: string): string {
  const short = name.length > MAX_NAME ? `${truncateText(name, MAX_NAME - 1)}…` : name
  return truncateText(path === '' ? short : `${path}.${short}`, 1000)
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
