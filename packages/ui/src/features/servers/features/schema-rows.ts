import type { JsonObject, JsonValue } from '@gatehouse/domain'

/** One property of a JSON Schema, nested ones by path: `edits[].oldText`. */
export interface SchemaRow {
  path: string
  depth: number
  type: string
  required: boolean
  description: string | undefined
  /** Allowed values, as JSON. */
  values: string[]
  /** `default 5`, `minimum 1`, `pattern ^a`: keyword and value. */
  limits: [string, string][]
}

const LIMITS = [
  'default',
  'const',
  'format',
  'pattern',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const

/** A hostile schema can be endless; what is beyond is in the raw view. */
const MAX_ROWS = 300
const MAX_DEPTH = 6

/** The properties of a schema as a table. What a table cannot show stays in the raw JSON. */
export function listSchemaRows(schema: JsonObject): SchemaRow[] {
  const rows: SchemaRow[] = []
  addProperties(schema, { prefix: '', depth: 0, rows })
  return rows
}

interface Place {
  prefix: string
  depth: number
  rows: SchemaRow[]
}

function addProperties(schema: JsonObject, place: Place): void {
  const properties = objectOf(schema['properties'])
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (place.rows.length >= MAX_ROWS) return
    const property = objectOf(value) ?? {}
    const path = `${place.prefix}${name}`
    place.rows.push(rowOf(property, { path, depth: place.depth, required: required.has(name) }))
    if (place.depth < MAX_DEPTH)
      addNested(property, { ...place, prefix: path, depth: place.depth + 1 })
  }
}

function addNested(property: JsonObject, place: Place): void {
  const items = objectOf(property['items'])
  if (items) addProperties(items, { ...place, prefix: `${place.prefix}[].` })
  addProperties(property, { ...place, prefix: `${place.prefix}.` })
}

function rowOf(
  property: JsonObject,
  at: Pick<SchemaRow, 'path' | 'depth' | 'required'>,
): SchemaRow {
  const values = Array.isArray(property['enum']) ? property['enum'] : []
  const description = property['description']
  return {
    ...at,
    type: typeOf(property),
    description: typeof description === 'string' ? description : undefined,
    values: values.map((value) => JSON.stringify(value)),
    limits: LIMITS.flatMap((keyword): [string, string][] => {
      const value = property[keyword]
      return value === undefined || isNoBound(value) ? [] : [[keyword, JSON.stringify(value)]]
    }),
  }
}

/** The ends of what JSON can hold exactly, which generators of schemas write down. */
function isNoBound(value: JsonValue): boolean {
  return typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER
}

function typeOf(property: JsonObject): string {
  const { type } = property
  if (typeof property['$ref'] === 'string')
    return property['$ref'].replace(/^#\/(?:\$defs|definitions)\//, '')
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = property[keyword]
    if (Array.isArray(parts)) return parts.map((part) => typeOf(objectOf(part) ?? {})).join(' | ')
  }
  if (Array.isArray(type)) return type.map(String).join(' | ')
  if (type === 'array') {
    const items = objectOf(property['items'])
    return items ? `${typeOf(items)}[]` : 'array'
  }
  if (typeof type === 'string') return type
  return Array.isArray(property['enum']) ? 'enum' : 'any'
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
}
