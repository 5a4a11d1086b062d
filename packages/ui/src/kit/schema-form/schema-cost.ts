import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isObject, ownMember } from './json-shape.ts'
import type { SchemaGraph } from './schema-graph.ts'

/** Limits of the estimate: levels of a value, and checks that they may cost. */
const DEPTH = 6
const MAX_CHECKS = 100_000

/** True if checking a small value could take forever: schemas that double at each step do. */
export function hasUnboundedCost(root: JsonObject, graph: SchemaGraph): boolean {
  const known = new Map<JsonObject, number[]>()
  const cost = (node: JsonValue, depth: number): number => {
    if (!isObject(node) || depth < 0) return 1
    const costs = known.get(node) ?? []
    known.set(node, costs)
    const before = costs[depth]
    if (before !== undefined) return before
    // A reference back to here costs as much again at the next level; not counted twice in this one.
    costs[depth] = 1
    let sum = 1
    const target = graph.target(node)
    if (target !== undefined) sum += cost(target, depth)
    for (const part of graph.parts(node)) sum += cost(part, depth)
    for (const deeper of appliedBelow(node)) sum += cost(deeper, depth - 1)
    costs[depth] = sum
    return sum
  }
  return cost(root, DEPTH) > MAX_CHECKS
}

function appliedBelow(node: JsonObject): JsonValue[] {
  const found: JsonValue[] = []
  for (const key of ['properties', 'patternProperties']) {
    const map = ownMember(node, key)
    if (isObject(map)) found.push(...Object.values(map))
  }
  for (const key of ['items', 'prefixItems', 'additionalProperties', 'contains', 'propertyNames']) {
    const one = ownMember(node, key)
    if (Array.isArray(one)) found.push(...one)
    else if (one !== undefined) found.push(one)
  }
  return found
}
