import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isObject, numberMember, ownMember, stringItems, stringMember } from './json-shape.ts'
import { followRef } from './schema-graph.ts'

export interface FieldOption {
  value: JsonValue
  label: string
  description?: string | undefined
}

export interface ChoiceOption {
  schema: JsonObject
  /** The option's own title, or the one value that it allows. */
  label: string | undefined
  /** Its JSON Schema types; none where it names none. */
  types: readonly string[]
  format: string | undefined
}

/** Control for one value of a form. `any` is raw JSON. */
export type FieldKind =
  | { kind: 'string'; format: string | undefined; multiline: boolean }
  | { kind: 'number'; integer: boolean }
  | { kind: 'boolean' }
  | { kind: 'const'; value: JsonValue }
  | { kind: 'enum'; options: FieldOption[] }
  | { kind: 'set'; options: FieldOption[] }
  | { kind: 'array'; items: JsonValue }
  | {
      kind: 'object'
      properties: [string, JsonValue][]
      required: ReadonlySet<string>
      additional: JsonValue | null
    }
  | { kind: 'choice'; options: ChoiceOption[] }
  | { kind: 'any' }

export type ObjectKind = Extract<FieldKind, { kind: 'object' }>

export interface FieldReading {
  field: FieldKind
  /** The schema with references and `allOf` folded in. */
  schema: JsonObject
  /** `null` is allowed too. */
  nullable: boolean
}

const MAX_FOLDS = 24

/** Folds references and `allOf` into one schema; what is set nearer to the field wins. */
function foldSchema(source: JsonValue, root: JsonObject, depth = 0): JsonObject {
  if (!isObject(source)) return {}
  const { $ref, allOf, ...rest } = source
  let folded: JsonObject = rest
  if (depth > MAX_FOLDS) return folded
  if (typeof $ref === 'string')
    folded = mergeSchemas(folded, foldSchema(followRef($ref, root) ?? {}, root, depth + 1))
  if (Array.isArray(allOf)) {
    for (const part of allOf) folded = mergeSchemas(folded, foldSchema(part, root, depth + 1))
  }
  return folded
}

function mergeSchemas(near: JsonObject, far: JsonObject): JsonObject {
  const merged: JsonObject = { ...far, ...near }
  const [a, b] = [ownMember(near, 'properties'), ownMember(far, 'properties')]
  if (isObject(a) && isObject(b)) {
    merged['properties'] = Object.fromEntries([...Object.entries(b), ...Object.entries(a)])
  }
  const required = [
    ...stringItems(ownMember(far, 'required')),
    ...stringItems(ownMember(near, 'required')),
  ]
  if (required.length > 0) merged['required'] = [...new Set(required)]
  return merged
}

/** Returns the control for a value with this schema. */
export function readField(source: JsonValue, root: JsonObject): FieldReading {
  const schema = foldSchema(source, root)
  const { types, nullable: nullType } = typesOf(schema)
  const alternatives = optionsOf(schema, root)
  const nullable = nullType || (alternatives?.nullable ?? false)
  const reading = (field: FieldKind): FieldReading => ({ field, schema, nullable })

  if (Object.hasOwn(schema, 'const'))
    return reading({ kind: 'const', value: schema['const'] ?? null })
  const named = enumOf(schema)
  if (named) {
    const options = named.filter((option) => option.value !== null)
    return {
      schema,
      nullable: nullable || options.length < named.length,
      field: { kind: 'enum', options },
    }
  }
  if (alternatives && !isObject(ownMember(schema, 'properties'))) {
    const { options } = alternatives
    const only = options.length === 1 ? options[0] : undefined
    if (only) {
      const { anyOf: _a, oneOf: _o, ...rest } = schema
      const inner = readField(mergeSchemas(rest, only.schema), root)
      return { ...inner, nullable: nullable || inner.nullable }
    }
    const titled = constantsOf(options.map((option) => option.schema))
    if (titled) return reading({ kind: 'enum', options: titled })
    if (options.length > 1) return reading({ kind: 'choice', options })
  }
  if (types.length > 1)
    return reading({
      kind: 'choice',
      options: types.map((type) => ({
        schema: { ...schema, type },
        label: undefined,
        types: [type],
        format: undefined,
      })),
    })
  return reading(readType(types[0] ?? impliedType(schema), schema, root))
}

function readType(type: string | undefined, schema: JsonObject, root: JsonObject): FieldKind {
  switch (type) {
    case 'string': {
      const format = stringMember(schema, 'format')
      return {
        kind: 'string',
        format,
        multiline: format === undefined && (numberMember(schema, 'maxLength') ?? 1000) > 80,
      }
    }
    case 'number':
    case 'integer':
      return { kind: 'number', integer: type === 'integer' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return readArray(schema, root)
    case 'object':
      return readObject(schema)
    default:
      return { kind: 'any' }
  }
}

function readArray(schema: JsonObject, root: JsonObject): FieldKind {
  const items = ownMember(schema, 'items')
  if (Object.hasOwn(schema, 'prefixItems') || Array.isArray(items)) return { kind: 'any' }
  const inner = readField(items ?? true, root).field
  if (inner.kind === 'enum' && inner.options.length <= 24)
    return { kind: 'set', options: inner.options }
  return { kind: 'array', items: items ?? true }
}

function readObject(schema: JsonObject): FieldKind {
  const properties = ownMember(schema, 'properties')
  const additional = ownMember(schema, 'additionalProperties')
  const entries = isObject(properties)
    ? Object.entries(properties).filter(([, one]) => one !== false)
    : []
  return {
    kind: 'object',
    properties: entries,
    required: new Set(stringItems(ownMember(schema, 'required'))),
    // Absent means that more is allowed; it is only offered where it is set, or nothing else is.
    additional: isObject(additional)
      ? additional
      : additional !== false && entries.length === 0
        ? true
        : additional === true
          ? true
          : null,
  }
}

function typesOf(schema: JsonObject): { types: string[]; nullable: boolean } {
  const type = ownMember(schema, 'type')
  const all = typeof type === 'string' ? [type] : stringItems(type)
  const types = all.filter((one) => one !== 'null')
  return { types, nullable: types.length < all.length }
}

function impliedType(schema: JsonObject): string | undefined {
  const has = (...keys: string[]) => keys.some((key) => Object.hasOwn(schema, key))
  if (has('properties', 'required', 'additionalProperties')) return 'object'
  if (has('items', 'minItems', 'maxItems', 'uniqueItems')) return 'array'
  if (has('pattern', 'minLength', 'maxLength', 'format')) return 'string'
  if (has('minimum', 'maximum', 'multipleOf')) return 'number'
  return undefined
}

function optionsOf(
  schema: JsonObject,
  root: JsonObject,
): { options: ChoiceOption[]; nullable: boolean } | null {
  const list = ownMember(schema, 'oneOf') ?? ownMember(schema, 'anyOf')
  if (!Array.isArray(list)) return null
  const folded = list.map((one) => foldSchema(one, root))
  const options = folded.filter(
    (one) => ownMember(one, 'type') !== 'null' && ownMember(one, 'const') !== null,
  )
  return {
    options: options.map((one) => ({
      schema: one,
      label: stringMember(one, 'title') ?? describeValue(one),
      types: typesOf(one).types,
      format: stringMember(one, 'format'),
    })),
    nullable: options.length < folded.length,
  }
}

function describeValue(schema: JsonObject): string | undefined {
  return Object.hasOwn(schema, 'const') ? JSON.stringify(schema['const']) : undefined
}

function enumOf(schema: JsonObject): FieldOption[] | null {
  const values = ownMember(schema, 'enum')
  if (!Array.isArray(values)) return null
  const names = stringItems(ownMember(schema, 'enumNames'))
  return values.map((value, index) => ({ value, label: names[index] ?? labelOf(value) }))
}

function constantsOf(schemas: readonly JsonObject[]): FieldOption[] | null {
  const options: FieldOption[] = []
  for (const schema of schemas) {
    if (!Object.hasOwn(schema, 'const')) return null
    const value = schema['const'] ?? null
    options.push({
      value,
      label: stringMember(schema, 'title') ?? labelOf(value),
      description: stringMember(schema, 'description'),
    })
  }
  return options.length > 0 ? options : null
}

function labelOf(value: JsonValue): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}
