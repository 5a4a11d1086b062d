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
