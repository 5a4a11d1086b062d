import type { JsonObject, JsonValue } from '../json/json.ts'

/** References that are followed and parts that are folded in one form; what is beyond stays as it is. */
const MAX_FOLDS = 1000

/** Keywords that set rules (JSON Schema 2020-12): a field that has others than its control draws is one of JSON. */
const RULES = new Set([
  'type',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  '$ref',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'prefixItems',
  'contains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'properties',
  'required',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
])
const ABOUT = ['title', 'description', 'default']
/** Rules that each kind of control keeps and checks. */
const KEPT = {
  string: ['enum', 'enumNames', 'oneOf', 'minLength', 'maxLength', 'pattern', 'format'],
  number: [
    'enum',
    'enumNames',
    'oneOf',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
  ],
  boolean: [],
  array: ['items', 'uniqueItems', 'minItems', 'maxItems'],
}
type Kind = keyof typeof KEPT

/**
 * Reads the form that a server requested into the terms of the specification (MCP 2025-11-25, client/elicitation,
 * "Requested Schema"), which `elicitationFormSchema` checks. Equivalent spellings are translated: local references,
 * a type that follows from the values, null among the alternatives (the field is optional then), one value as a
 * choice of one. A field with rules that no control of a form keeps stays as it is: it is filled in as JSON.
 * No rule is dropped, and none is added: a required field that is not defined is one of JSON too.
 */
export function readElicitationForm(schema: JsonValue | undefined): JsonValue {
  if (schema === undefined || schema === null) return { type: 'object', properties: {} }
  if (!isObject(schema)) return schema
  const root: Root = { schema, folds: 0 }
  const folded = fold(schema, root)
  const { type, properties, required, title, description } = folded
  const names = typesOf(type)
  if (names.length > 0 && !names.includes('object')) return folded
  const fields = Object.entries(isObject(properties) ? properties : {})
  const nullable = new Set<string>()
  const read = fields.map(([name, field]): [string, JsonValue] => {
    const known = readField(field, root)
    if (known.isNullable) nullable.add(name)
    return [name, known.field]
  })
  const wanted = new Set(textsOf(required))
  const named = new Set(fields.map(([name]) => name))
  for (const name of wanted) if (!named.has(name)) read.push([name, {}])
  const left = read.flatMap(([name]) => (wanted.has(name) && !nullable.has(name) ? [name] : []))
  const refersOn = read.some(([, field]) => JSON.stringify(field).includes('"$ref"'))
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    type: 'object',
    properties: Object.fromEntries(read),
    ...(left.length === 0 ? {} : { required: left }),
    ...(refersOn && isObject(schema['$defs']) ? { $defs: schema['$defs'] } : {}),
    ...(refersOn && isObject(schema['definitions']) ? { definitions: schema['definitions'] } : {}),
  }
}

/** The form that local references lead into, and how many more are followed. */
interface Root {
  schema: JsonObject
  folds: number
}

interface ReadField {
  field: JsonObject
  isNullable: boolean
}

function readField(given: JsonValue, root: Root): ReadField {
  if (!isObject(given)) return { field: {}, isNullable: false }
  const { schema, isNullable } = withoutNull(fold(given, root), root)
  const translated = withBounds(withChoices(schema, root))
  const kind = kindOf(translated)
  const field = kind === undefined ? undefined : drawable(translated, kind)
  return { field: field ?? asJson(schema, kind), isNullable }
}

/** References into the form itself and parts of `allOf`, as one schema; what is nearer to the field wins. */
function fold(schema: JsonObject, root: Root): JsonObject {
  const { $ref, allOf, ...rest } = schema
  if ($ref === undefined && allOf === undefined) return schema
  root.folds += 1
  if (root.folds > MAX_FOLDS) return schema
  const parts = [
    ...(typeof $ref === 'string' ? [targetOf($ref, root)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ]
  if (parts.some((part) => !isObject(part))) return schema
  const far = parts.map((part) => (isObject(part) ? fold(part, root) : {}))
  const rules = [...far, rest].flatMap((part) =>
    Object.keys(part).filter((key) => RULES.has(key) && key !== 'type'),
  )
  // Two parts with the same rule both hold: that cannot be said in one.
  const isTwice = new Set(rules).size < rules.length
  return isTwice ? schema : Object.fromEntries([...far, rest].flatMap(Object.entries<JsonValue>))
}

function targetOf(ref: string, root: Root): JsonValue | undefined {
  const [, group, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? []
  const defined = group === undefined ? undefined : root.schema[group]
  const key = name?.replaceAll('~1', '/').replaceAll('~0', '~')
  return isObject(defined) && key !== undefined && Object.hasOwn(defined, key)
    ? defined[key]
    : undefined
}

/** The schema of the values besides null. */
function withoutNull(schema: JsonObject, root: Root): { schema: JsonObject; isNullable: boolean } {
  const { type, enum: values } = schema
  const rest = { ...schema }
  let isNullable = schema['nullable'] === true
  const types = typesOf(type)
  if (Array.isArray(type)) {
    isNullable ||= types.includes('null')
    const others = types.filter((one) => one !== 'null')
    const [only] = others
    if (only !== undefined) rest['type'] = others.length === 1 ? only : others
  }
  if (Array.isArray(values) && values.includes(null) && values.length > 1) {
    isNullable = true
    rest['enum'] = values.filter((one) => one !== null)
  }
  for (const key of ['anyOf', 'oneOf']) {
    const list = rest[key]
    if (!Array.isArray(list)) continue
    const options = list.map((one) => (isObject(one) ? fold(one, root) : one))
    const others = options.filter((one) => !isNullSchema(one))
    if (others.length === options.length) rest[key] = options
    else if (others.length > 0) {
      isNullable = true
      const { [key]: _list, ...outer } = rest
      const [only] = others
      if (others.length > 1 || !isObject(only)) rest[key] = others
      // What is nearer to the field wins, as title and default are written there.
      else return { ...withoutNull({ ...only, ...outer }, root), isNullable: true }
    }
  }
  return { schema: rest, isNullable }
}

function isNullSchema(schema: JsonValue): boolean {
  return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null)
}

/** One value as a choice of one, and named values in the one way that forms have for them. */
function withChoices(schema: JsonObject, root: Root): JsonObject {
  const { const: value, anyOf, oneOf, items, ...rest } = schema
  if (value !== undefined && value !== null)
    return { ...rest, ...(items === undefined ? {} : { items }), enum: [value] }
  const named = namedValues(oneOf) ?? namedValues(anyOf)
  if (named && (oneOf === undefined || anyOf === undefined)) return { ...rest, oneOf: named }
  if (items === undefined || !isObject(items)) return schema
  const inner = withChoices(fold(items, root), root)
  const choices = inner['oneOf']
  return { ...schema, items: choices === undefined ? inner : { anyOf: choices } }
}

function namedValues(list: JsonValue | undefined): JsonValue[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const named = list.map((one) => {
    if (!isObject(one)) return undefined
    const { const: value, title, description, type: _type, ...more } = one
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    if (Object.keys(more).some((key) => RULES.has(key))) return undefined
    return {
      const: value,
      title: typeof title === 'string' ? title : String(value),
      ...(typeof description === 'string' ? { description } : {}),
    }
  })
  return named.every((one) => one !== undefined) ? named : undefined
}

/** Exclusive bounds of draft 4 are flags beside the bound. */
function withBounds(schema: JsonObject): JsonObject {
  const bounded = { ...schema }
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof bounded[flag] !== 'boolean') continue
    const limit = bounded[bound]
    if (bounded[flag] && typeof limit === 'number') {
      bounded[flag] = limit
      delete bounded[bound]
    } else delete bounded[flag]
  }
  return bounded
}

/** The type that is named or that all values have; `undefined` for several, and for none. */
function kindOf(schema: JsonObject): string | undefined {
  const { type, enum: values, oneOf, items, default: preset } = schema
  if (type !== undefined) return typeof type === 'string' ? type : undefined
  const listed = Array.isArray(values) ? values : Array.isArray(oneOf) ? oneOf.map(valueOf) : []
  const kinds = new Set(listed.map(kindOfValue))
  if (kinds.size === 1) return [...kinds][0]
  if (kinds.size === 2 && kinds.has('integer') && kinds.has('number')) return 'number'
  if (kinds.size > 0) return undefined
  if (items !== undefined) return 'array'
  const has = (...keys: string[]) => keys.some((key) => Object.hasOwn(schema, key))
  if (has('pattern', 'minLength', 'maxLength', 'format')) return 'string'
  if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'))
    return 'number'
  const guessed = preset === undefined ? undefined : kindOfValue(preset)
  return guessed === 'integer' ? 'number' : guessed === 'array' ? undefined : guessed
}

function valueOf(named: JsonValue): JsonValue {
  return isObject(named) ? (named['const'] ?? null) : null
}

function kindOfValue(value: JsonValue): string | undefined {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return value === null || typeof value === 'object' ? undefined : typeof value
}

/** The field of a form with this schema; `undefined` if it has rules that the form's control does not keep. */
function drawable(schema: JsonObject, kind: string): JsonObject | undefined {
  const control: string = kind === 'integer' ? 'number' : kind
  if (!Object.hasOwn(KEPT, control)) return undefined
  const kept = new Set(['type', ...ABOUT, ...KEPT[control as Kind]])
  if (Object.keys(schema).some((key) => RULES.has(key) && !kept.has(key))) return undefined
  const entries = Object.entries(schema).filter(
    ([key, value]) => kept.has(key) && (key !== 'default' || fits(value, kind)),
  )
  return { ...Object.fromEntries(entries), type: kind }
}

/** A default of another type, or null, is none. */
function fits(value: JsonValue, kind: string): boolean {
  const own = kindOfValue(value)
  return own === kind || (kind === 'number' && own === 'integer')
}

/** The schema as it is, without a default of another type. */
function asJson(schema: JsonObject, kind: string | undefined): JsonObject {
  const { default: preset, ...rest } = schema
  if (preset === undefined || preset === null) return rest
  const isOther = kind !== undefined && kindOfValue(preset) !== undefined && !fits(preset, kind)
  return isOther ? rest : schema
}

function typesOf(type: JsonValue | undefined): string[] {
  return typeof type === 'string' ? [type] : textsOf(type)
}

function textsOf(list: JsonValue | undefined): string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
