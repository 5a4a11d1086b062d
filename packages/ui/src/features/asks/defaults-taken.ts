import type { JsonObject, JsonValue } from '@gatehouse/domain'

const MAX_VALUE = 200

/**
 * The fields that are empty and go out all the same, each with its value: the schema's default stands
 * in for what is not given (MCP 2025-11-25, client/elicitation).
 */
export function defaultsTaken({ properties }: JsonObject, value: JsonObject): string[] {
  if (!isObject(properties)) return []
  return Object.entries(properties).flatMap(([name, field]) => {
    if (Object.hasOwn(value, name) || !isObject(field)) return []
    const { default: preset } = field
    return preset === undefined ? [] : [`${name}: ${JSON.stringify(preset).slice(0, MAX_VALUE)}`]
  })
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
