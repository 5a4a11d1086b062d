import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { JsonObject } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import type { ModelMessage } from '@gatehouse/host/ports'
import { objectOf, objectsOf } from '../answer/fields.ts'

type Definition = LanguageModelV4FunctionTool

/** Returns the definitions of tools that a model is sent; `messages` may hold calls of tools that are no longer offered. */
export function adaptDefinitions(
  tools: readonly Definition[],
  form: ModelCompatibility,
  messages: readonly ModelMessage[],
): Definition[] {
  const offered = tools
    .filter(({ name }) => !form.leftOutTools?.includes(name))
    .slice(0, form.maxTools)
    .map((tool) => adaptDefinition(tool, form))
  return offered.length === 0 && form.definesCalledTools ? calledTools(messages) : offered
}

function adaptDefinition(
  { description, ...tool }: Definition,
  { plainSchemas, maxDescription }: ModelCompatibility,
): Definition {
  const schema = objectOf(tool.inputSchema as JsonObject)
  return {
    ...tool,
    ...(description === undefined ? {} : { description: shortened(description, maxDescription) }),
    ...(plainSchemas && schema ? { inputSchema: plainSchema(schema) } : {}),
  }
}

/** Returns at most so many characters, with a mark where some were cut. */
function shortened(text: string, most = Infinity): string {
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
