import { z } from 'zod'

/** An opaque identifier made by the host: letters, digits, `-` and `_`, at most 64 characters. */
export const identifierSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'An identifier has 1 to 64 letters, digits, "-" or "_".')

export type Identifier = z.infer<typeof identifierSchema>

/** Milliseconds since the Unix epoch. */
export const timestampSchema = z.number().int().nonnegative()
