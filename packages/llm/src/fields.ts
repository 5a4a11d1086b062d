import type { JsonObject, JsonValue } from '@gatehouse/domain'

/** Readers of single fields. What is absent or of another type is `undefined`, so an unused field can hold anything. */

export function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** Returns the objects of a list; a single object counts as a list of one. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  const list = Array.isArray(value) ? value : [value]
  return list.map(objectOf).filter((one) => one !== undefined)
}

export function stringOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns a string that is not empty. */
export function wordOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a number, also one that is written as a string. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value)
    ? Number(value)
    : undefined
}

export function isEmptyValue(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 0)
    return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
