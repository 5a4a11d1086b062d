import { z } from 'zod'

/** Any JSON value (RFC 8259). */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue }

/** A JSON object, the shape of tool arguments and JSON Schemas. */
export type JsonObject = { [key: string]: JsonValue }

/** Deeper nesting is refused: nobody reads it, and recursive readers would overflow their stack. */
const MAX_DEPTH = 256

/** Checked in place rather than copied: results of many megabytes pass here on every step. */
export const jsonValueSchema: z.ZodType<JsonValue> = z.custom<JsonValue>(
  isJsonValue,
  'This is not JSON, or it is nested too deeply.',
)
export const jsonObjectSchema: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isPlainObject(value) && isJsonValue(value),
  'This is not a JSON object, or it is nested too deeply.',
)

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function isJsonValue(value: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { depth } = next
    if (isLeaf(next.value)) continue
    if (depth >= MAX_DEPTH) return false
    if (!Array.isArray(next.value) && !isPlainObject(next.value)) return false
    for (const member of Object.values(next.value)) open.push({ value: member, depth: depth + 1 })
  }
  return true
}

function isLeaf(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  return typeof value === 'number' && Number.isFinite(value)
}
