import { z } from 'zod'

/** An opaque identifier made by the host; never a name such as `__proto__`. */
export const identifierSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'An identifier has 1 to 64 letters, digits, "-" or "_", the first a letter or digit.',
  )

export type Identifier = z.infer<typeof identifierSchema>

/** Milliseconds since the Unix epoch. */
export const timestampSchema = z.number().int().nonnegative()
