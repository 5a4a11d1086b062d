import type { JsonObject, JsonValue, Tool } from '@gatehouse/domain'

/** Plain values for what a tool's schema requires; enough for tools that only want to be called. */
export function sampleArguments(tool: Tool): JsonObject {
  const { properties, required } = tool.inputSchema
  const names = Array.isArray(required) ? required : []
  const given: JsonObject = {}
  for (const name of names)
    if (typeof name === 'string') given[name] = sampleValue(asObject(asObject(properties)[name]))
  return given
}

/** The least that a form takes: required fields without a default. */
export function sampleContent(form: JsonObject): Record<string, string | number | boolean> {
  const { properties, required } = form
  const names = Array.isArray(required) ? required : []
  const given: Record<string, string | number | boolean> = {}
  for (const name of names) {
    const field = asObject(typeof name === 'string' ? asObject(properties)[name] : undefined)
    if (typeof name !== 'string' || field['default'] !== undefined) continue
    const [choice] = Array.isArray(field['enum']) ? field['enum'] : []
    const value = choice ?? sampleValue(field)
    if (value !== null && typeof value !== 'object') given[name] = value
  }
  return given
}

function sampleValue(schema: JsonObject): JsonValue {
  if (schema['default'] !== undefined) return schema['default']
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return 5
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return 'sample'
  }
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
