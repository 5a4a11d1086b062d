import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { JsonObject } from '@gatehouse/domain'
import type { ModelCompatibility, ToolLimits } from '@gatehouse/domain/models'
import type { ModelMessage } from '@gatehouse/host/ports'
import { objectOf, objectsOf } from '../fields.ts'

type Definition = LanguageModelV4FunctionTool

interface Rules {
  form: ModelCompatibility
  /** Limits of the API. */
  limits: ToolLimits
  /** They may hold calls of tools that are no longer offered. */
  messages: readonly ModelMessage[]
}

interface AdaptedDefinitions {
  definitions: Definition[]
  /** Names of tools beyond the most that one request defines. */
  beyond: string[]
}

/** Returns the definitions of tools that a model is sent. */
export function adaptDefinitions(
  tools: readonly Definition[],
  { form, limits, messages }: Rules,
): AdaptedDefinitions {
  const most = mostOf(form.maxDescription, limits.description)
  const taken = tools.filter(({ name }) => !form.leftOutTools?.includes(name))
  const count = mostOf(form.maxTools, limits.tools)
  const definitions = taken
    .slice(0, count)
    .map((tool) => adaptDefinition(tool, { isPlain: form.plainSchemas === true, most }))
  const isNone = definitions.length === 0 && form.definesCalledTools === true
  return {
    definitions: isNone ? calledTools(messages) : definitions,
    beyond: taken.slice(count).map(({ name }) => name),
  }
}

/** Returns the lower of two limits. */
const mostOf = (learned: number | undefined, known: number | undefined): number =>
  Math.min(learned ?? Infinity, known ?? Infinity)

function adaptDefinition(
  { description, ...tool }: Definition,
  { isPlain, most }: { isPlain: boolean; most: number },
): Definition {
  const schema = objectOf(tool.inputSchema as JsonObject)
  return {
    ...tool,
    ...(description === undefined ? {} : { description: shortened(description, most) }),
    ...(isPlain && schema ? { inputSchema: plainSchema(schema) } : {}),
  }
}

/** Returns at most so many characters, with a mark where some were cut. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Keywords of a schema that Gemini takes as they are. */
const PLAIN_KEYWORDS = [
  'description',
  'required',
  'format',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]

/** Returns a schema with one type, and with what Gemini takes of the rest. */
function plainSchema(schema: JsonObject): JsonObject {
  const { type, properties, items, const: constant } = schema
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  const kept = PLAIN_KEYWORDS.flatMap((name) => (name in schema ? [[name, schema[name]]] : []))
  const plain = Object.fromEntries(kept) as JsonObject
  const [first] = types
  if (first !== undefined) plain['type'] = first
  const values = constant === undefined ? schema['enum'] : [constant]
  if (Array.isArray(values) && values.every((value) => typeof value === 'string'))
    plain['enum'] = values
  const named = Object.entries(objectOf(properties) ?? {})
  if (named.length > 0)
    plain['properties'] = Object.fromEntries(
      named.map(([name, value]) => [name, plainSchema(objectOf(value) ?? {})]),
    )
  if (first === 'array') plain['items'] = plainSchema(objectOf(items) ?? { type: 'string' })
  const branches = objectsOf(schema['anyOf'] ?? schema['oneOf'])
  if (branches.length > 0) plain['anyOf'] = branches.map(plainSchema)
  return plain
}

/** Returns definitions of the tools of earlier calls, for an API that takes no calls without them. */
function calledTools(messages: readonly ModelMessage[]): Definition[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
      : [],
  )
  return [...new Set(names)].map((name) => ({
    type: 'function',
    name,
    description: 'Not available any more.',
    inputSchema: { type: 'object', properties: {} },
  }))
}
