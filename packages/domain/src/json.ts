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

export const jsonValueSchema: z.ZodType<JsonValue> = z.json()
export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json())
