import { z } from 'zod'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Base64 (RFC 4648, section 4). The library's own check decodes all of it, which takes 150 ms for 8 MB. */
export const base64Schema = z
  .string()
  .regex(BASE64)
  .refine(({ length }) => length % 4 === 0)
