import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isSafePattern } from '@gatehouse/domain/text'
import { isObject, ownMember, stringItems } from './json-shape.ts'
import { hasUnboundedCost } from './schema-cost.ts'
import { createSchemaGraph } from './schema-graph.ts'
import { pruneRefs } from './prune-refs.ts'

/** A copy that is safe to draw and to check against: every reference leads somewhere and none in circles. */
export interface PreparedSchema {
  root: JsonObject
  /** Number of schemas that it consists of. */
  nodes: number
  /** Some rules were left out; the server still has them all. */
  partly: boolean
}

/** `null`: too large or too deep to draw, only raw JSON will do. */
export type PrepareResult = PreparedSchema | null

const MAX_NODES = 4000
const MAX_DEPTH = 48
/** Characters of all pointers together: the checker makes one for each schema. */
const MAX_POINTERS = 1_000_000

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
  pointers: number
  partly: boolean
  /** Copied schemas that refer to another. */
  refs: JsonObject[]
}

class TooLarge extends Error {}

/**
 * Copies a schema from a server; what is malformed or cannot be checked here is left out. Its work grows
 * with the size of the schema, whatever refers to what.
 */
export function prepareSchema(source: JsonObject): PrepareResult {
  const state: Copying = { nodes: 0, pointers: 0, partly: false, refs: [] }
  try {
    const root = copySchema(source, state, { depth: 0, pointer: 0 })
    if (!isObject(root)) return null
    const graph = createSchemaGraph(root)
    const settled = pruneRefs(state.refs, graph)
    if (settled === 'too-deep' || hasUnboundedCost(root, graph)) return null
    return { root, nodes: state.nodes, partly: state.partly || settled === 'dropped-some' }
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
}

/** Where a schema is: levels below the root, and characters of its pointer. */
interface Place {
  depth: number
  pointer: number
}

function below({ depth, pointer }: Place, name: string): Place {
  return { depth: depth + 1, pointer: pointer + name.length + 1 }
}

function copySchema(source: JsonValue, state: Copying, place: Place): JsonValue {
  if (typeof source === 'boolean') return source
  if (!isObject(source)) return true
  state.nodes += 1
  state.pointers += place.pointer
  if (state.nodes > MAX_NODES || state.pointers > MAX_POINTERS || place.depth > MAX_DEPTH)
    throw new TooLarge()
  const entries: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(source)) {
    const copy = copyKeyword(key, value, { state, place })
    if (copy !== undefined) entries.push([key, copy])
  }
  const node: JsonObject = Object.fromEntries(entries)
  if (typeof ownMember(node, '$ref') === 'string') state.refs.push(node)
  return node
}

function copyKeyword(
  key: string,
  value: JsonValue,
  at: { state: Copying; place: Place },
): JsonValue | undefined {
  const { state } = at
  const place = below(at.place, key)
  if (dropped.has(key)) return undefined
  if (unsupported.has(key)) {
    state.partly = true
    return undefined
  }
  if (data.has(key)) return key === 'enum' && !Array.isArray(value) ? undefined : value
  if (numbers.has(key))
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (key === 'required') return stringItems(value)
  if (key === 'type') return copyType(value)
  if (key === 'pattern') return copyPattern(value, state)
  if (key === '$ref') return typeof value === 'string' ? value : undefined
  if (key === 'dependentRequired') return copyMap(value, (names) => stringItems(names))
  if (maps.has(key)) {
    return copyMap(value, (one, name) => {
      if (key === 'patternProperties' && copyPattern(name, state) === undefined) return undefined
      return copySchema(one, state, below(place, name))
    })
  }
  if (lists.has(key) || (key === 'items' && Array.isArray(value))) {
    return Array.isArray(value) && value.length > 0
      ? value.map((one) => copySchema(one, state, place))
      : undefined
  }
  // References may point into keywords that no one knows, so these are copied as schemas too.
  return isObject(value) ? copySchema(value, state, place) : value
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
  const names = stringItems(value)
  return names.length > 0 ? names : undefined
}

function copyPattern(value: JsonValue, state: Copying): string | undefined {
  if (typeof value === 'string' && isSafePattern(value)) return value
  state.partly = true
  return undefined
}
