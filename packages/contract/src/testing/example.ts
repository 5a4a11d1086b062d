import { jsonObjectSchema } from '@gatehouse/domain'
import { z } from 'zod'
import { routes, type RouteName } from '../index.ts'

/** JSON Schema of a zod schema, as far as routes use it. */
export type Node = z.core.JSONSchema.JSONSchema

type Values = Readonly<Record<string, unknown>>

/** Texts of which at least one must fit each string of a route; add one for a new pattern. */
const TEXTS = [
  'id-1',
  'https://example.org/',
  '2026-11-29',
  '2026-11',
  '12',
  'en',
  '/home/ada',
  '--color-text-primary',
  'a'.repeat(64),
]

/** Returns the schema of a route's input or output. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Node {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if ((zodSchema as unknown) === jsonObjectSchema)
        Object.assign(jsonSchema, { type: 'object', additionalProperties: {} })
    },
  }) as Node
}

/**
 * Value of a schema with every field filled in, and one item in each list. Throws if no text fits a string. `values`:
 * what the schema cannot tell, by paths such as `draft.args.0`.
 */
export function exampleOf(schema: Node, values: Values = {}, path = ''): unknown {
  if (path in values) return values[path]
  const node = richest(schema)
  const inside = (key: string | number, field: unknown): unknown =>
    exampleOf(field as Node, values, path === '' ? String(key) : `${path}.${key}`)
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  switch (node.type) {
    case 'object':
      return Object.fromEntries(fieldsOf(node).map(([key, field]) => [key, inside(key, field)]))
    case 'array':
      return (node.prefixItems ?? [node.items]).map((item, index) => inside(index, item))
    case 'string':
      return exampleText(node)
    case 'number':
    case 'integer':
      return Math.min(Math.max(node.minimum ?? 1, 1), node.maximum ?? 1000)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'any'
  }
}

/** Schema of a route's answer. Its own type is left behind: comparing all of them takes the type checker minutes. */
export function outputOf(route: RouteName): z.ZodType {
  const schemas: Readonly<Record<RouteName, { output: unknown }>> = routes
  return schemas[route].output as z.ZodType
}

/** Answer of a route with nothing in it: no items, no optional fields, `null` and `cancelled` where they are allowed. */
export function emptyAnswer(route: RouteName): unknown {
  const schema = outputOf(route)
  return schema instanceof z.ZodVoid ? undefined : emptiest(schemaOf(schema, 'output'))
}

function emptiest(schema: Node): unknown {
  const options = optionsOf(schema)
  const cancelled = options.find(({ properties = {} }) => isCancelled(properties['outcome']))
  const node = options.find(({ type }) => type === 'null') ?? cancelled ?? options[0] ?? schema
  if (node.const !== undefined) return node.const
  if (node.enum) return isCancelled(node) ? 'cancelled' : node.enum[0]
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        (node.required ?? []).map((key) => [
          key,
          emptiest((node.properties?.[key] ?? node.additionalProperties) as Node),
        ]),
      )
    case 'array':
      return []
    case 'integer':
    case 'number':
      return node.exclusiveMinimum === undefined ? Math.max(node.minimum ?? 0, 0) : 1
    case 'boolean':
      return false
    default:
      return exampleOf(node)
  }
}

function isCancelled(outcome: unknown): boolean {
  return JSON.stringify(outcome ?? '').includes('"cancelled"')
}

/** Returns the schema at a path such as `draft.args.0` of an example; undefined if its field is not in the schema. */
export function fieldAt(
  schema: Node,
  path: string,
): { node: Node; isOptional: boolean } | undefined {
  let field = { node: schema, isOptional: false }
  for (const key of path.split('.')) {
    const { properties, required, items, additionalProperties } = richest(field.node)
    const node = properties?.[key] ?? items ?? additionalProperties
    if (typeof node !== 'object') return undefined
    field = { node: node as Node, isOptional: !required?.includes(key) && !items }
  }
  return field
}

/** The options of a union; the schema itself if it is none. */
export function optionsOf(node: Node): Node[] {
  const options = node.anyOf ?? node.oneOf
  if (options) return options.flatMap((option) => optionsOf(option))
  return Array.isArray(node.type) ? node.type.map((type) => ({ ...node, type })) : [node]
}

/** True if the text has the patterns, the length and the format of a string. */
export function fitsText(node: Node, text: string): boolean {
  const { type, const: only = text, minLength = 0, maxLength = Infinity } = node
  const patterns = [node, ...(node.allOf ?? [])].map(({ pattern }) => pattern)
  return (
    type === 'string' &&
    only === text &&
    (node.enum?.includes(text) ?? true) &&
    text.length >= minLength &&
    text.length <= maxLength &&
    patterns.every((pattern) => pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
    (node.format !== 'uri' || text.startsWith('https://'))
  )
}

/** The option that says most, so that an example has as many fields as it can. */
function richest(node: Node): Node {
  const size = (option: Node): number => JSON.stringify(option).length
  return optionsOf(node).reduce((best, option) => (size(option) > size(best) ? option : best))
}

/** The fields of an object; of a record, one. */
function fieldsOf({ properties, propertyNames, additionalProperties }: Node): [string, unknown][] {
  const named = Object.entries(properties ?? {})
  if (typeof additionalProperties !== 'object') return named
  return [
    ...named,
    [exampleText((propertyNames ?? { type: 'string' }) as Node), additionalProperties],
  ]
}

function exampleText(node: Node): string {
  if (node.enum) return String(node.enum[0])
  const text = TEXTS.find((one) => fitsText(node, one))
  if (text === undefined) throw new Error(`No text fits ${JSON.stringify(node)}.`)
  return text
}
