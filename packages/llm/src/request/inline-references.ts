import type { JsonObject, JsonValue, ToolFault } from '@gatehouse/domain'

/** `nodes` is what it took to find out: schemas that were visited, however few bytes name them. */
export type InlinedSchema = ({ ok: true; schema: JsonObject } | RefusedSchema) & { nodes: number }

/** `reason` follows "its input schema"; `detail` is what of the schema it is. */
export interface RefusedSchema {
  ok: false
  reason: string
  fault: ToolFault
  detail?: string
}

const MAX_DEPTH = 64
const MAX_NODES = 5_000
/** Characters of the schema once its references are inlined; a reference may repeat large parts. */
export const MAX_SCHEMA_CHARACTERS = 100_000
const MAX_POINTER = 1_000
const TOO_LARGE = 'is too large once its references are inlined'

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const SCHEMA_LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const SCHEMAS = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const DROPPED = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$comment',
  '$defs',
  'definitions',
  '$vocabulary',
])

class CannotInline extends Error {
  readonly fault: ToolFault
  readonly detail: string | undefined

  constructor(
    reason: string,
    { fault = 'schema', detail }: { fault?: ToolFault; detail?: string } = {},
  ) {
    super(reason)
    this.fault = fault
    this.detail = detail
  }
}

const tooLarge = (): CannotInline => new CannotInline(TOO_LARGE, { fault: 'too-large' })

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return segment
  }
}

/** The schema a local JSON pointer (`#/$defs/x`) names (RFC 6901). */
function resolvePointer(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let value: JsonValue | undefined = root
  for (const segment of reference.slice(2).split('/').map(decodeSegment)) {
    if (Array.isArray(value)) value = value[Number(segment)]
    else if (isJsonObject(value) && Object.hasOwn(value, segment)) value = value[segment]
    else return undefined
  }
  return value
}

interface Walk {
  root: JsonObject
  nodes: number
  characters: number
  /** The target of each reference, looked up once. */
  targets: Map<string, JsonValue | undefined>
  /** Characters of what is taken over as it is, counted once however often it is repeated. */
  sizes: Map<JsonValue, number>
}

const startWalk = (root: JsonObject): Walk => ({
  root,
  nodes: 0,
  characters: 0,
  targets: new Map(),
  sizes: new Map(),
})

/** Counts before anything is copied, so that what is too large is never made. */
function take(walk: Walk, keyword: string, value?: JsonValue): void {
  walk.characters += keyword.length + (value === undefined ? 1 : sizeOf(value, walk))
  if (walk.characters > MAX_SCHEMA_CHARACTERS) throw tooLarge()
}

function sizeOf(value: JsonValue, { sizes }: Walk): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  const known = sizes.get(value)
  if (known !== undefined) return known
  const size = JSON.stringify(value).length
  sizes.set(value, size)
  return size
}

function targetOf(reference: string, walk: Walk): JsonValue | undefined {
  if (reference.length > MAX_POINTER) throw new CannotInline('has a reference that is too long')
  if (!walk.targets.has(reference))
    walk.targets.set(reference, resolvePointer(walk.root, reference))
  return walk.targets.get(reference)
}

/** A schema that contains itself ends here: the model gets a note that the shape is the same again. */
function recursionStop(reference: string, target: JsonObject, walk: Walk): JsonObject {
  const name = reference.split('/').at(-1) ?? reference
  const type = target['type']
  take(walk, name, type)
  return {
    ...(type === undefined ? {} : { type }),
    description: `The same shape again as ${name === '#' ? 'the whole input' : name}.`,
  }
}

function walkReference(
  { $ref: reference, ...siblings }: JsonObject & { $ref: string },
  walk: Walk,
  active: readonly string[],
): JsonValue {
  const target = targetOf(reference, walk)
  if (target === undefined) {
    const detail = reference.slice(0, 100)
    const reason = `refers to ${detail}, which is not inside the schema`
    throw new CannotInline(reason, { fault: 'outside-reference', detail })
  }
  if (!isJsonObject(target)) return target === false ? { not: {} } : {}
  if (active.includes(reference)) return recursionStop(reference, target, walk)
  return walkSchema({ ...target, ...siblings }, walk, [...active, reference])
}

function walkChild(
  entry: [string, JsonValue],
  walk: Walk,
  active: readonly string[],
): [string, JsonValue] {
  const [keyword, value] = entry
  if (SCHEMA_MAPS.has(keyword) && isJsonObject(value)) {
    take(walk, keyword)
    const properties = Object.entries(value).map(([name, child]): [string, JsonValue] => [
      named(name, walk),
      walkSchema(child, walk, active),
    ])
    return [keyword, Object.fromEntries(properties)]
  }
  if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) {
    take(walk, keyword)
    return [keyword, value.map((child) => walkSchema(child, walk, active))]
  }
  if (SCHEMAS.has(keyword) && isJsonObject(value)) {
    take(walk, keyword)
    return [keyword, walkSchema(value, walk, active)]
  }
  take(walk, keyword, value)
  return entry
}

function named(name: string, walk: Walk): string {
  take(walk, name)
  return name
}

function walkSchema(schema: JsonValue, walk: Walk, active: readonly string[]): JsonValue {
  walk.nodes += 1
  if (walk.nodes > MAX_NODES) throw tooLarge()
  if (active.length > MAX_DEPTH) throw new CannotInline('is nested too deeply')
  if (schema === true) return {}
  if (schema === false) return { not: {} }
  if (!isJsonObject(schema)) throw new CannotInline('is not a JSON Schema')
  if (typeof schema['$dynamicRef'] === 'string') throw new CannotInline('uses $dynamicRef')
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    return walkReference({ ...schema, $ref: reference }, walk, [...active, ''])
  }
  const entries = Object.entries(schema)
    .filter(([keyword]) => !DROPPED.has(keyword))
    .map((entry) => walkChild(entry, walk, [...active, '']))
  return Object.fromEntries(entries)
}

/**
 * The schema with every local `$ref` replaced by what it names, within bounds of depth and size.
 * Definitions and identifiers are left out. Data under `enum`, `const`, `default` is not touched.
 */
export function inlineReferences(schema: JsonObject): InlinedSchema {
  const walk = startWalk(schema)
  try {
    const inlined = walkSchema(schema, walk, [])
    return isJsonObject(inlined)
      ? { ok: true, schema: inlined, nodes: walk.nodes }
      : { ok: false, reason: 'is not a JSON Schema object', fault: 'schema', nodes: walk.nodes }
  } catch (error) {
    if (!(error instanceof CannotInline)) throw error
    const { message: reason, fault, detail } = error
    return {
      ok: false,
      reason,
      fault,
      ...(detail === undefined ? {} : { detail }),
      nodes: walk.nodes,
    }
  }
}
