import { yieldIfBudgetSpent } from '@gatehouse/base'
import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { JsonObject, JsonValue, ModelProviderKind } from '@gatehouse/domain'
import type { ModelTool } from '@gatehouse/host/ports'
import {
  inlineReferences,
  isJsonObject,
  MAX_SCHEMA_CHARACTERS,
  type RefusedSchema,
} from './inline-references.ts'

export interface AdaptedTools {
  /** In the order given: a stable order is what prompt caches need. */
  tools: LanguageModelV4FunctionTool[]
  quarantined: ({ names: string[] } & Omit<Refused, 'ok'>)[]
}

/** Characters of all tools of a request: about a quarter of a million tokens. */
const MAX_CHARACTERS = 1_000_000
/** Schemas visited for all tools of a request together; those that are remembered count as well. */
const MAX_NODES = 100_000
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/
const ANTHROPIC_PROPERTY = /^[A-Za-z0-9_.-]{1,64}$/
/** Providers refuse these at the root of a tool's input. The server still checks the arguments. */
const ROOT_COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const
const NOT_AT_ROOT = new Set<string>([...ROOT_COMBINATORS, 'not', 'if', 'then', 'else', 'enum'])

type Refused = RefusedSchema
type Adapted = ({ ok: true; schema: JsonObject; length: number } | Refused) & { nodes: number }

function requiredOf(schema: JsonObject): string[] {
  const required = schema['required']
  return Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string')
    : []
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties']
  return isJsonObject(properties) ? properties : {}
}

function branchesOf(schema: JsonObject, keyword: string): JsonObject[] {
  const branches = schema[keyword]
  return Array.isArray(branches) ? branches.filter((branch) => isJsonObject(branch)) : []
}

/** Properties required in every case: by all of `allOf`, and by every branch of `anyOf` or `oneOf`. */
function mergedRequired(root: JsonObject): string[] {
  const names = new Set(requiredOf(root))
  for (const branch of branchesOf(root, 'allOf')) {
    for (const name of requiredOf(branch)) names.add(name)
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const [first, ...rest] = branchesOf(root, keyword).map(requiredOf)
    const others = rest.map((list) => new Set(list))
    for (const name of first ?? []) {
      if (others.every((list) => list.has(name))) names.add(name)
    }
  }
  return [...names]
}

function typeAllowsObject(type: JsonValue | undefined): boolean {
  if (type === undefined) return true
  return Array.isArray(type) ? type.includes('object') : type === 'object'
}

/** One plain object at the root, its alternatives merged into optional properties. */
function objectRoot(root: JsonObject): { ok: true; schema: JsonObject } | Refused {
  const branches = ROOT_COMBINATORS.flatMap((keyword) => branchesOf(root, keyword))
  if (![root, ...branches].every((schema) => typeAllowsObject(schema['type']))) {
    return { ok: false, reason: 'does not take a JSON object', fault: 'no-object' }
  }
  const properties = Object.fromEntries(
    [...branches, root].flatMap((schema) => Object.entries(propertiesOf(schema))),
  )
  const required = mergedRequired(root).filter((name) => Object.hasOwn(properties, name))
  const kept = Object.entries(root).filter(
    ([keyword]) => !NOT_AT_ROOT.has(keyword) && keyword !== 'required',
  )
  const additional = branches.length > 0 ? { additionalProperties: true } : {}
  return {
    ok: true,
    schema: {
      ...Object.fromEntries(kept),
      ...additional,
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
    },
  }
}

/** Keywords with a schema, with a list of schemas, and with schemas by name. */
const NESTED = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'] as const
const NESTED_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const NESTED_BY_NAME = ['properties', 'patternProperties'] as const

/** The schema with `items` wherever a value may be an array: OpenAI and others refuse arrays without. */
function withItems(schema: JsonObject): JsonObject {
  const { type } = schema
  const mayBeArray = Array.isArray(type) ? type.includes('array') : type === 'array'
  const result: JsonObject = mayBeArray ? { items: {}, ...schema } : { ...schema }
  const nested = (value: JsonValue | undefined): JsonValue =>
    isJsonObject(value) ? withItems(value) : (value ?? null)
  for (const name of NESTED) if (isJsonObject(result[name])) result[name] = nested(result[name])
  for (const name of NESTED_LISTS) {
    const list = result[name]
    if (Array.isArray(list)) result[name] = list.map(nested)
  }
  for (const name of NESTED_BY_NAME) {
    const named = result[name]
    if (isJsonObject(named))
      result[name] = Object.fromEntries(
        Object.entries(named).map(([key, value]) => [key, nested(value)]),
      )
  }
  return result
}

/** Makes a tool's JSON Schema one that the provider takes, or says why it cannot be. */
export function adaptToolSchema(schema: JsonObject, kind: ModelProviderKind): Adapted {
  const inlined = inlineReferences(schema)
  if (!inlined.ok) return inlined
  const { nodes } = inlined
  const adapted = objectRoot(inlined.schema)
  if (!adapted.ok) return { ...adapted, nodes }
  if (kind === 'anthropic') {
    const odd = Object.keys(propertiesOf(adapted.schema)).find(
      (name) => !ANTHROPIC_PROPERTY.test(name),
    )
    if (odd !== undefined) {
      return {
        ok: false,
        reason: `has a parameter name Anthropic does not take: ${odd.slice(0, 80)}`,
        fault: 'parameter-name',
        detail: odd.slice(0, 80),
        nodes,
      }
    }
  }
  const complete = withItems(adapted.schema)
  const { length } = JSON.stringify(complete)
  return length > MAX_SCHEMA_CHARACTERS
    ? {
        ok: false,
        reason: 'is too large once its references are inlined',
        fault: 'too-large',
        nodes,
      }
    : { ok: true, schema: complete, length, nodes }
}

/** Adapted schemas, by the schema and the provider's kind. */
const known = new WeakMap<JsonObject, Map<ModelProviderKind, Adapted>>()

function remember(schema: JsonObject, kind: ModelProviderKind, adapted: Adapted): void {
  const kinds = known.get(schema) ?? new Map<ModelProviderKind, Adapted>()
  known.set(schema, kinds.set(kind, adapted))
}

const TOO_LARGE_TOGETHER: Refused = {
  ok: false,
  reason: 'All tools together are too large for one request. Turn servers off in this chat.',
  fault: 'too-much',
}

/** The room left in one request, counted from tool to tool. */
interface Room {
  kind: ModelProviderKind
  characters: number
  nodes: number
}

/** The tool's schema for the request, or why the request goes without it. */
function fit(tool: ModelTool, room: Room): { ok: true; schema: JsonObject } | Refused {
  const { inputSchema: schema, name, description } = tool
  if (!TOOL_NAME.test(name))
    return { ok: false, reason: 'Its name does not fit the provider.', fault: 'name' }
  const before = known.get(schema)?.get(room.kind)
  // The same work for the same tools: what is remembered does not make room for others.
  if (room.nodes >= MAX_NODES) return TOO_LARGE_TOGETHER
  const adapted = before ?? adaptToolSchema(schema, room.kind)
  room.nodes += adapted.nodes
  if (!adapted.ok) {
    remember(schema, room.kind, adapted)
    const { nodes: _nodes, ...refused } = adapted
    return { ...refused, reason: `Its input schema ${adapted.reason}.` }
  }
  const length = adapted.length + description.length
  // Not remembered: what is in no request must not stay in memory.
  if (room.characters + length > MAX_CHARACTERS) return TOO_LARGE_TOGETHER
  room.characters += length
  remember(schema, room.kind, adapted)
  return adapted
}

/**
 * Adapts all tools; those that cannot be are set aside by name, and the rest still work. Each schema
 * is adapted once, in portions, however many steps a chat has.
 */
export async function adaptTools(
  tools: ModelTool[],
  kind: ModelProviderKind,
): Promise<AdaptedTools> {
  const fitting: LanguageModelV4FunctionTool[] = []
  const reasons = new Map<string, AdaptedTools['quarantined'][number]>()
  const seen = new Set<string>()
  const room: Room = { kind, characters: 0, nodes: 0 }
  for (const tool of tools) {
    const { name, description } = tool
    const adapted: ReturnType<typeof fit> = seen.has(name)
      ? { ok: false, reason: 'Another tool has the same name.', fault: 'same-name' }
      : fit(tool, room)
    if (adapted.ok) {
      seen.add(name)
      const words = description.trim() === '' ? {} : { description }
      fitting.push({ type: 'function', name, ...words, inputSchema: adapted.schema })
    } else {
      const { ok: _ok, ...why } = adapted
      const group = reasons.get(adapted.reason)
      if (group) group.names.push(name)
      else reasons.set(adapted.reason, { names: [name], ...why })
    }
    await yieldIfBudgetSpent()
  }
  return { tools: fitting, quarantined: [...reasons.values()] }
}
