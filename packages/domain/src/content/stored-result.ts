import { z } from 'zod'
import {
  audioContentSchema,
  embeddedResourceSchema,
  imageContentSchema,
  resourceContentsSchema,
  resourceLinkSchema,
  textContentSchema,
} from './content.ts'
import { jsonObjectSchema, jsonValueSchema } from '../json/json.ts'

/** Data that is kept in a file of its own, by what it holds. */
export const blobRefSchema = z.object({
  /** SHA-256 of the bytes, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  /** As the server sent it; never trusted. */
  mimeType: z.string().max(200),
  /** Set for text, which is kept as UTF-8: its length in JavaScript's characters. */
  characters: z.number().int().nonnegative().optional(),
})
export type BlobRef = z.infer<typeof blobRefSchema>

/** With `kept`, `text` is only its beginning. */
const keptTextSchema = textContentSchema.extend({ kept: blobRefSchema.optional() })
const keptImageSchema = imageContentSchema.omit({ data: true }).extend({ kept: blobRefSchema })
const keptAudioSchema = audioContentSchema.omit({ data: true }).extend({ kept: blobRefSchema })
const keptResourceSchema = embeddedResourceSchema.extend({
  /** With `kept`, `text` is only its beginning; without `text` it is binary. */
  resource: resourceContentsSchema.omit({ blob: true }).extend({ kept: blobRefSchema.optional() }),
})

/** A content block of a result as it is in the record: what is large or binary is a blob. */
export const storedBlockSchema = z.discriminatedUnion('type', [
  keptTextSchema,
  keptImageSchema,
  keptAudioSchema,
  resourceLinkSchema,
  keptResourceSchema,
])
export type StoredBlock = z.infer<typeof storedBlockSchema>

/** The result of a tool call, as it is stored. */
export const storedResultSchema = z.object({
  content: z.array(storedBlockSchema),
  /** The blocks after these, as the server sent them: a JSON array in a blob. */
  more: z.object({ count: z.number().int().positive(), kept: blobRefSchema }).optional(),
  structuredContent: jsonValueSchema.optional(),
  /** Structured content that is kept apart, as JSON. */
  structured: z.object({ preview: z.string(), kept: blobRefSchema }).optional(),
  /** The tool's own error, which is shown to the model. */
  isError: z.boolean(),
  _meta: jsonObjectSchema.optional(),
  /** `_meta` that is kept apart, as JSON. */
  meta: blobRefSchema.optional(),
  /** Counts of the parts that were too large to read: blocks, characters of texts, structured values. */
  leftOut: z
    .object({
      blocks: z.number().int().nonnegative(),
      characters: z.number().int().nonnegative(),
      values: z.number().int().nonnegative(),
      /** The whole record as an earlier version wrote it. */
      kept: blobRefSchema.optional(),
    })
    .optional(),
})
export type StoredResult = z.infer<typeof storedResultSchema>
