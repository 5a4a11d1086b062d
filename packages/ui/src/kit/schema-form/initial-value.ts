import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isObject, ownMember } from './json-shape.ts'
import { readField } from './read-field.ts'

const MAX_DEPTH = 8
/** Fields that are looked at; in a larger form the rest begins empty. */
const MAX_FIELDS = 2000

interface Place {
  required: boolean
  depth: number
  /** Counts the fields of the whole form. */
  seen: { fields: number }
}

/**
 * Returns the value of a form before any input: defaults, constants that are required, and `false` for required
 * switches. Nothing is made up.
 */
export function initialValue(
  source: JsonValue,
  root: JsonObject,
  { required, depth, seen }: Place = { required: true, depth: 0, seen: { fields: 0 } },
): JsonValue | undefined {
  seen.fields += 1
  if (depth > MAX_DEPTH || seen.fields > MAX_FIELDS) return undefined
  const { field, schema } = readField(source, root)
  const preset = ownMember(schema, 'default')
  if (preset !== undefined && !(field.kind === 'object' && isObject(preset))) return preset
  switch (field.kind) {
    case 'const':
      return required ? field.value : undefined
    case 'boolean':
      return required ? false : undefined
    case 'array':
    case 'set':
      return undefined
    case 'object': {
      const entries = new Map<string, JsonValue>()
      for (const [name, child] of field.properties) {
        const value = initialValue(child, root, {
          required: required && field.required.has(name),
          depth: depth + 1,
          seen,
        })
        if (value !== undefined) entries.set(name, value)
      }
      if (isObject(preset))
        for (const [name, value] of Object.entries(preset)) entries.set(name, value)
      return entries.size > 0 || (required && depth > 0) ? Object.fromEntries(entries) : undefined
    }
    default:
      return undefined
  }
}

/** The arguments a tool's form begins with. */
export function initialArguments(root: JsonObject): JsonObject {
  const value = initialValue(root, root)
  return isObject(value) ? value : {}
}
