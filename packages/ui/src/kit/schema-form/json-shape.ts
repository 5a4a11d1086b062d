import type { JsonObject, JsonValue } from '@gatehouse/domain'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A key of the object itself; `constructor` and `__proto__` are ordinary keys here. */
export function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The object with one key set, or taken away with `undefined`; the order of keys is kept. */
export function withMember(
  object: JsonObject,
  key: string,
  value: JsonValue | undefined,
): JsonObject {
  const entries = Object.entries(object)
  const index = entries.findIndex(([name]) => name === key)
  if (value === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (index < 0) return Object.fromEntries([...entries, [key, value]])
  return Object.fromEntries(entries.with(index, [key, value]))
}

export function stringItems(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function stringMember(object: JsonObject, key: string): string | undefined {
  const value = ownMember(object, key)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function numberMember(object: JsonObject, key: string): number | undefined {
  const value = ownMember(object, key)
  return typeof value === 'number' ? value : undefined
}
