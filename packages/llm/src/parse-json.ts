import { jsonObjectSchema, type JsonObject } from '@gatehouse/domain'

/** Text from a model or a server as JSON; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Text as a JSON object; `undefined` for anything else. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const parsed = jsonObjectSchema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : undefined
}
