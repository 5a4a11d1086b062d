import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isObject, own } from './json-shape.ts'
import { pointerSteps } from './pointer.ts'

/** What a local reference points at; `undefined` when it is elsewhere or nowhere. */
export function followRef(ref: string, root: JsonObject): JsonValue | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  let node: JsonValue | undefined = root
  for (const step of pointerSteps(ref)) {
    if (Array.isArray(node)) node = node[Number(step)]
    else node = isObject(node) ? own(node, step) : undefined
  }
  return node
}

/** The schemas that apply to the same value as this one. */
export function appliedInPlace(node: JsonObject, root: JsonObject): JsonValue[] {
  const ref = own(node, '$ref')
  const found: (JsonValue | undefined)[] = [
    typeof ref === 'string' ? followRef(ref, root) : undefined,
  ]
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const list = own(node, key)
    if (Array.isArray(list)) found.push(...list)
  }
  for (const key of ['not', 'if', 'then', 'else']) found.push(own(node, key))
  const dependent = own(node, 'dependentSchemas')
  if (isObject(dependent)) found.push(...Object.values(dependent))
  return found.filter((one) => one !== undefined)
}
