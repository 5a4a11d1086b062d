import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isObject, ownMember } from './json-shape.ts'
import { pointerSteps } from './pointer.ts'

/** Characters of a reference that is followed: each of its steps is gone again. */
const MAX_REF = 1000

/** Returns the target of a local reference; `undefined` when it is elsewhere or nowhere. */
export function followRef(ref: string, root: JsonObject): JsonValue | undefined {
  if (ref.length > MAX_REF || (ref !== '#' && !ref.startsWith('#/'))) return undefined
  let node: JsonValue | undefined = root
  for (const step of pointerSteps(ref)) {
    if (Array.isArray(node)) node = node[Number(step)]
    else node = isObject(node) ? ownMember(node, step) : undefined
  }
  return node
}

/** Which schemas apply to the same value. Each reference is followed once, however often it is asked for. */
export interface SchemaGraph {
  /** `undefined`: it refers to nothing, elsewhere or nowhere. */
  target(node: JsonObject): JsonValue | undefined
  /** The schemas that apply to the same value as this one, but for what it refers to. */
  parts(node: JsonObject): JsonValue[]
}

export function createSchemaGraph(root: JsonObject): SchemaGraph {
  const targets = new Map<string, JsonValue | undefined>()
  return {
    target(node) {
      const ref = ownMember(node, '$ref')
      if (typeof ref !== 'string') return undefined
      if (!targets.has(ref)) targets.set(ref, followRef(ref, root))
      return targets.get(ref)
    },
    parts: partsInPlace,
  }
}

function partsInPlace(node: JsonObject): JsonValue[] {
  const found: (JsonValue | undefined)[] = []
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const list = ownMember(node, key)
    if (Array.isArray(list)) found.push(...list)
  }
  for (const key of ['not', 'if', 'then', 'else']) found.push(ownMember(node, key))
  const dependent = ownMember(node, 'dependentSchemas')
  if (isObject(dependent)) found.push(...Object.values(dependent))
  return found.filter((one) => one !== undefined)
}
