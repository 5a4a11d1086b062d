import { z } from 'zod'
import { MESSAGE_BUDGET } from './json-budget.ts'

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

/**
 * Refuses the same as {@link parseJson}, as some values never were text: nesting that recursive readers would
 * overflow on, and a key that is sent on but lost on its way to the window. Checked in place rather than copied:
 * results of many megabytes pass here on every step.
 */
export const jsonValueSchema: z.ZodType<JsonValue> = z.custom<JsonValue>(
  isJsonValue,
  'This is not JSON, it nests too deeply, or it has a key "__proto__".',
)
export const jsonObjectSchema: z.ZodType<JsonObject> = z.custom<JsonObject>(
  (value) => isPlainObject(value) && isJsonValue(value),
  {
    error: 'This is not a JSON object, it nests too deeply, or it has a key "__proto__".',
    params: { expected: 'object' },
  },
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
    if (depth >= MESSAGE_BUDGET.depth) return false
    if (!Array.isArray(next.value)) {
      if (!isPlainObject(next.value) || Object.hasOwn(next.value, '__proto__')) return false
    }
    for (const member of Object.values(next.value)) open.push({ value: member, depth: depth + 1 })
  }
  return true
}

function isLeaf(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  return typeof value === 'number' && Number.isFinite(value)
}
