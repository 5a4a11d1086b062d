import type { JsonObject, JsonValue } from '@gatehouse/domain'

/**
 * Returns the empty fields that are sent all the same, each with its value: the schema's default replaces a missing
 * value (MCP 2025-11-25, client/elicitation).
 */
export function defaultsTaken({ properties }: JsonObject, value: JsonObject): JsonObject {
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      if (Object.hasOwn(value, name) || !isObject(field)) return []
      const { default: preset } = field
      return preset === undefined ? [] : [[name, preset]]
    }),
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
