import { z } from 'zod'

/** The products whose exports are read. */
export const chatProductSchema = z.enum(['chatgpt', 'claude'])
export type ChatProduct = z.infer<typeof chatProductSchema>

/** Characters of an id that a product gave. */
export const MAX_SOURCE_ID = 200

/** A chat of another product. */
export const importSourceSchema = z.object({
  product: chatProductSchema,
  id: z.string().min(1).max(MAX_SOURCE_ID),
  /** SHA-256 in hex of what changes with the chat: its last change, its number of messages, its last message. */
  state: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ImportSource = z.infer<typeof importSourceSchema>
