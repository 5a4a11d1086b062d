import { isSafePattern, type JsonObject, type JsonValue } from '@gatehouse/domain'
import { isObject, own, stringsIn } from './json-shape.ts'
import { hasUnboundedCost } from './schema-cost.ts'
import { appliedInPlace, followRef } from './schema-graph.ts'

/** A copy that is safe to draw and to check against: every reference leads somewhere and none in circles. */
export interface PreparedSchema {
  root: JsonObject
  /** Some rules were left out; the server still has them all. */
  partly: boolean
}

/** `null`: too large or too deep to draw, only raw JSON will do. */
export type PrepareResult = PreparedSchema | null

const MAX_NODES = 4000
const MAX_DEPTH = 48

const dropped = new Set(['$id', 'id', '$schema', '$anchor', '$comment', '$vocabulary'])
const unsupported = new Set([
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  'dependencies',
])
const data = new Set(['default', 'const', 'enum', 'examples', 'enumNames'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
const numbers = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
])

interface Copying {
  nodes: number
  partly: boolean
  /** Copied schemas that refer to another. */
  refs: JsonObject[]
}

class TooLarge extends Error {}

/** Copies a schema from a server; what is malformed or cannot be checked here is left out. */
export function prepareSchema(source: JsonObject): PrepareResult {
  const state: Copying = { nodes: 0, partly: false, refs: [] }
  try {
    const root = copySchema(source, state, 0)
    if (!isObject(root)) return null
    for (const node of state.refs) settleRef(node, root, state)
    for (const node of state.refs) if (isCircular(node, root)) dropRef(node, state)
    if (hasUnboundedCost(root)) return null
    return { root, partly: state.partly }
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
}

function copySchema(source: JsonValue, state: Copying, depth: number): JsonValue {
  if (typeof source === 'boolean') return source
  if (!isObject(source)) return true
  state.nodes += 1
  if (state.nodes > MAX_NODES || depth > MAX_DEPTH) throw new TooLarge()
  const entries: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(source)) {
    const copy = copyKeyword(key, value, { state, depth })
    if (copy !== undefined) entries.push([key, copy])
  }
  const node: JsonObject = Object.fromEntries(entries)
  if (typeof own(node, '$ref') === 'string') state.refs.push(node)
  return node
}

function copyKeyword(
  key: string,
  value: JsonValue,
  at: { state: Copying; depth: number },
): JsonValue | undefined {
  const { state, depth } = at
  if (dropped.has(key)) return undefined
  if (unsupported.has(key)) {
    state.partly = true
    return undefined
  }
  if (data.has(key)) return key === 'enum' && !Array.isArray(value) ? undefined : value
  if (numbers.has(key))
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (key === 'required') return stringsIn(value)
  if (key === 'type') return copyType(value)
  if (key === 'pattern') return copyPattern(value, state)
  if (key === '$ref') return typeof value === 'string' ? value : undefined
  if (key === 'dependentRequired') return copyMap(value, (names) => stringsIn(names))
  if (maps.has(key)) {
    return copyMap(value, (one, name) => {
      if (key === 'patternProperties' && copyPattern(name, state) === undefined) return undefined
      return copySchema(one, state, depth + 1)
    })
  }
  if (lists.has(key) || (key === 'items' && Array.isArray(value))) {
    return Array.isArray(value) && value.length > 0
      ? value.map((one) => copySchema(one, state, depth + 1))
      : undefined
  }
  // References may point into keywords that nobody knows, so these are copied as schemas too.
  return isObject(value) ? copySchema(value, state, depth + 1) : value
}

function copyMap(
  value: JsonValue,
  copy: (one: JsonValue, name: string) => JsonValue | undefined,
): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const entries: [string, JsonValue][] = []
  for (const [name, one] of Object.entries(value)) {
    const copied = copy(one, name)
    if (copied !== undefined) entries.push([name, copied])
  }
  return Object.fromEntries(entries)
}

function copyType(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return value
  const names = stringsIn(value)
  return names.length > 0 ? names : undefined
}

function copyPattern(value: JsonValue, state: Copying): string | undefined {
  if (typeof value === 'string' && isSafePattern(value)) return value
  state.partly = true
  return undefined
}

function settleRef(node: JsonObject, root: JsonObject, state: Copying): void {
  const ref = own(node, '$ref')
  const target = typeof ref === 'string' ? followRef(ref, root) : undefined
  if (!isObject(target) && typeof target !== 'boolean') dropRef(node, state)
}

function dropRef(node: JsonObject, state: Copying): void {
  delete node['$ref']
  state.partly = true
}

/** Whether a schema refers to itself without going down into the value: that would never end. */
function isCircular(start: JsonObject, root: JsonObject): boolean {
  const seen = new Set<JsonObject>()
  const visit = (node: JsonValue | undefined): boolean => {
    if (!isObject(node)) return false
    for (const next of appliedInPlace(node, root)) {
      if (next === start) return true
      if (!isObject(next) || seen.has(next)) continue
      seen.add(next)
      if (visit(next)) return true
    }
    return false
  }
  return visit(start)
}
