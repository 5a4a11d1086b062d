import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { JsonObject, JsonValue, ModelProviderKind } from '@gatehouse/domain'
import type { ModelTool } from '@gatehouse/host/ports'
import { inlineReferences, isJsonObject } from './inline-references.ts'

export interface AdaptedTools {
  /** In the order given: a stable order is what prompt caches need. */
  tools: LanguageModelV4FunctionTool[]
  quarantined: { names: string[]; reason: string }[]
}

const MAX_SCHEMA_CHARACTERS = 100_000
/** Of all tools of a request together: about a quarter of a million tokens. */
const MAX_CHARACTERS = 1_000_000
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/
const ANTHROPIC_PROPERTY = /^[A-Za-z0-9_.-]{1,64}$/
/** Providers refuse these at the root of a tool's input. The server still checks the arguments. */
const ROOT_COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const
const NOT_AT_ROOT = new Set<string>([...ROOT_COMBINATORS, 'not', 'if', 'then', 'else', 'enum'])

type Refused = { ok: false; reason: string }
type Adapted = { ok: true; schema: JsonObject; length: number } | Refused

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

/** What is required in any case: by all of `allOf`, and by every branch of `anyOf` or `oneOf`. */
function mergedRequired(root: JsonObject): string[] {
  const names = new Set(requiredOf(root))
  for (const branch of branchesOf(root, 'allOf')) {
    for (const name of requiredOf(branch)) names.add(name)
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const [first, ...rest] = branchesOf(root, keyword).map(requiredOf)
    for (const name of first ?? []) {
      if (rest.every((list) => list.includes(name))) names.add(name)
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
    return { ok: false, reason: 'does not take a JSON object' }
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

/** Makes a tool's JSON Schema one that the provider takes, or says why it cannot be. */
export function adaptToolSchema(schema: JsonObject, kind: ModelProviderKind): Adapted {
  const inlined = inlineReferences(schema)
  if (!inlined.ok) return inlined
  const adapted = objectRoot(inlined.schema)
  if (!adapted.ok) return adapted
  if (kind === 'anthropic') {
    const odd = Object.keys(propertiesOf(adapted.schema)).find(
      (name) => !ANTHROPIC_PROPERTY.test(name),
    )
    if (odd !== undefined) {
      return {
        ok: false,
        reason: `has a parameter name Anthropic does not take: ${odd.slice(0, 80)}`,
      }
    }
  }
  const { length } = JSON.stringify(adapted.schema)
  return length > MAX_SCHEMA_CHARACTERS
    ? { ok: false, reason: 'is too large once its references are inlined' }
    : { ...adapted, length }
}

/** Adapts all tools; those that cannot be are set aside by name, and the rest still work. */
export function adaptTools(tools: ModelTool[], kind: ModelProviderKind): AdaptedTools {
  const fitting: LanguageModelV4FunctionTool[] = []
  const reasons = new Map<string, string[]>()
  const seen = new Set<string>()
  let characters = 0
  const setAside = (name: string, reason: string) => {
    reasons.set(reason, [...(reasons.get(reason) ?? []), name])
  }
  for (const tool of tools) {
    if (!TOOL_NAME.test(tool.name)) setAside(tool.name, 'Its name does not fit the provider.')
    else if (seen.has(tool.name)) setAside(tool.name, 'Another tool has the same name.')
    else {
      const adapted = adaptToolSchema(tool.inputSchema, kind)
      const length = adapted.ok ? adapted.length + tool.description.length : 0
      if (!adapted.ok) setAside(tool.name, `Its input schema ${adapted.reason}.`)
      else if (characters + length > MAX_CHARACTERS)
        setAside(
          tool.name,
          'All tools together are too large for one request. Turn servers off in this chat.',
        )
      else {
        seen.add(tool.name)
        characters += length
        fitting.push({
          type: 'function',
          name: tool.name,
          description: tool.description,
          inputSchema: adapted.schema,
        })
      }
    }
  }
  const quarantined = [...reasons].map(([reason, names]) => ({ names, reason }))
  return { tools: fitting, quarantined }
}
