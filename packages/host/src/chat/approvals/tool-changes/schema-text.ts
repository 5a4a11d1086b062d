import type { JsonObject, JsonValue } from '@gatehouse/domain'

/** Deeper than this no one reads, and no form is drawn. */
const MAX_DEPTH = 64
/** Keywords of JSON Schema whose value is a schema, a list of them, or a map of them (2020-12, core, 10 and 11). */
const SCHEMAS = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const MAPS = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
] as const
const KEYWORDS = new Map<string, 'schema' | 'list' | 'map'>([
  ...SCHEMAS.map((name) => [name, 'schema'] as const),
  ...LISTS.map((name) => [name, 'list'] as const),
  ...MAPS.map((name) => [name, 'map'] as const),
])

/** A text with its white space as one blank each: texts that differ in no more are equal. */
export function withoutSpace(text: string): string {
  return text.replaceAll(/[ \t\r\n]+/g, ' ').trim()
}

/** A schema whose descriptions have no white space of their own; what is not a schema in it stays as it is. */
export function schemaWithoutSpace(schema: JsonObject, depth = 0): JsonObject {
  if (depth >= MAX_DEPTH) return schema
  const inside = (value: JsonValue): JsonValue =>
    isObject(value) ? schemaWithoutSpace(value, depth + 1) : value
  return mapped(schema, (name, value) => {
    if (name === 'description' && typeof value === 'string') return withoutSpace(value)
    switch (KEYWORDS.get(name)) {
      case 'schema':
        return inside(value)
      case 'list':
        return Array.isArray(value) ? value.map(inside) : value
      case 'map':
        return isObject(value) ? mapped(value, (_name, one) => inside(one)) : value
      case undefined:
        return value
    }
  })
}

/** Every text in a value, names of its fields included, joined by line feeds. */
export function textsIn(value: JsonValue | undefined): string {
  const found: string[] = []
  const open: JsonValue[] = value === undefined ? [] : [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') found.push(next)
    else if (Array.isArray(next)) open.push(...next.toReversed())
    else if (isObject(next))
      for (const [name, one] of Object.entries(next).toReversed()) open.push(one, name)
  }
  return found.join('\n')
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapped(
  object: JsonObject,
  change: (name: string, value: JsonValue) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(name, value)]),
  )
}
