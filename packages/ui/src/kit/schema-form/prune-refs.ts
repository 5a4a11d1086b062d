import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isObject } from './json-shape.ts'
import type { SchemaGraph } from './schema-graph.ts'

/** Schemas that apply to one value through each other; no form that a person fills in needs more. */
const MAX_IN_PLACE = 64

export type PrunedRefs = 'all-kept' | 'dropped-some' | 'too-deep'

/**
 * Takes away references to nowhere and those that lead back to themselves without going down into the
 * value, which would never end. One depth-first search for all of them: each schema is visited once.
 */
export function pruneRefs(refs: readonly JsonObject[], graph: SchemaGraph): PrunedRefs {
  let dropped = false
  const drop = (node: JsonObject): void => {
    delete node['$ref']
    dropped = true
  }
  for (const node of refs) {
    const target = graph.target(node)
    if (!isObject(target) && typeof target !== 'boolean') drop(node)
  }
  /** Levels below each schema that was left; `null` while the search is in it. */
  const levels = new Map<JsonObject, number | null>()
  /** Returns the number of levels from a schema down; `cut` is the last reference on the way to it. */
  const visit = (node: JsonValue, cut: JsonObject | null, depth: number): number => {
    if (!isObject(node)) return 0
    const known = levels.get(node)
    if (known === null) {
      if (cut) drop(cut)
      return 0
    }
    if (known !== undefined) return known
    if (depth > MAX_IN_PLACE) throw new TooDeep()
    levels.set(node, null)
    const target = graph.target(node)
    let deepest = target === undefined ? 0 : visit(target, node, depth + 1)
    for (const part of graph.parts(node)) deepest = Math.max(deepest, visit(part, cut, depth + 1))
    if (deepest >= MAX_IN_PLACE) throw new TooDeep()
    levels.set(node, deepest + 1)
    return deepest + 1
  }
  try {
    for (const node of refs) visit(node, null, 0)
  } catch (error) {
    if (error instanceof TooDeep) return 'too-deep'
    throw error
  }
  return dropped ? 'dropped-some' : 'all-kept'
}

class TooDeep extends Error {}
