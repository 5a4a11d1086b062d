import { objectOfJson, RECORD_BUDGET, type JsonObject, type JsonValue } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import { isEmptyValue, numberOf, objectOf, objectsOf, stringOf } from '../answer/fields.ts'

/** The mark of thinking that came without a signature; the vendor's library sends none back without one. */
export const UNSIGNED = 'gatehouse-unsigned'

/** Returns the body of a request in the form that its model takes. */
export function adaptBody(text: string, form: ModelCompatibility): string {
  const isUnsigned = text.includes(UNSIGNED)
  if (Object.keys(form).length === 0 && !isUnsigned) return text
  const body = objectOfJson(text, { budget: RECORD_BUDGET })
  if (!body) return text
  adaptLimit(body, form)
  for (const field of form.leftOutFields ?? []) delete body[field]
  if (isUnsigned) removeSignatures(body)
  const messages = body['messages']
  if (Array.isArray(messages)) body['messages'] = adaptMessages(objectsOf(messages), form)
  if (form.plainSchemas) simplifySchemas(body)
  if (form.definesCalledTools && isEmptyValue(body['tools'])) defineTools(body)
  return JSON.stringify(body)
}

function adaptLimit(body: JsonObject, { limitField, maxOutputTokens }: ModelCompatibility): void {
  if (limitField === undefined && maxOutputTokens === undefined) return
  for (const holder of [body, objectOf(body['generationConfig']) ?? {}])
    for (const name of [
      'max_tokens',
      'max_completion_tokens',
      'max_output_tokens',
      'maxOutputTokens',
    ]) {
      const limit = numberOf(holder[name])
      if (limit === undefined) continue
      const lowered = Math.min(limit, maxOutputTokens ?? limit)
      delete holder[name]
      const isRenamed = name === 'max_tokens' || name === 'max_completion_tokens'
      holder[isRenamed ? (limitField ?? name) : name] = lowered
    }
}

function removeSignatures({ messages }: JsonObject): void {
  for (const message of objectsOf(messages))
    for (const block of objectsOf(message['content']))
      if (block['signature'] === UNSIGNED) delete block['signature']
}

function simplifySchemas({ tools }: JsonObject): void {
  for (const tool of objectsOf(tools)) {
    const definition = objectOf(tool['function'])
    const parameters = objectOf(definition?.['parameters'])
    if (definition && parameters) definition['parameters'] = plainSchema(parameters)
  }
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

function adaptMessages(messages: JsonObject[], form: ModelCompatibility): JsonObject[] {
  const adapted = form.systemInUser ? withSystemInUser(messages) : messages
  for (const message of adapted)
    if (message['role'] === 'assistant' && !isEmptyValue(message['tool_calls'])) {
      if (form.emptyContent === 'text') message['content'] ??= ''
      if (form.emptyContent === 'null' && message['content'] === '') message['content'] = null
    }
  return adapted
}

function withSystemInUser(messages: JsonObject[]): JsonObject[] {
  const system = messages.flatMap(({ role, content }) =>
    role === 'system' || role === 'developer' ? [stringOf(content) ?? ''] : [],
  )
  const rest = messages.filter(({ role }) => role !== 'system' && role !== 'developer')
  const text = system.join('\n\n')
  if (text === '') return rest
  const first = rest.findIndex(({ role }) => role === 'user')
  const message = rest[first]
  if (!message) return [{ role: 'user', content: text }, ...rest]
  return rest.with(first, { ...message, content: before(text, message['content']) })
}

function before(text: string, content: JsonValue | undefined): JsonValue {
  if (typeof content === 'string') return `${text}\n\n${content}`
  return [{ type: 'text', text }, ...(Array.isArray(content) ? content : [])]
}

/** Defines the tools of earlier calls, so that an API which wants them defined takes the history. */
function defineTools(body: JsonObject): void {
  const calls = objectsOf(body['messages']).flatMap((message) => objectsOf(message['tool_calls']))
  const names = calls.flatMap((call) => stringOf(objectOf(call['function'])?.['name']) ?? [])
  const tools = [...new Set(names)].map((name) => ({
    type: 'function',
    function: {
      name,
      description: 'Not available any more.',
      parameters: { type: 'object', properties: {} },
    },
  }))
  if (tools.length > 0) body['tools'] = tools
}
