import { z } from 'zod'
import { annotationsSchema, resourceContentsSchema } from './content.ts'
import { iconsSchema } from './icon.ts'

/** A resource as listed (MCP 2025-11-25, server/resources). */
export const resourceSchema = z.object({
  uri: z.string().min(1),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  icons: iconsSchema.optional(),
  /** Bytes before encoding. */
  size: z.number().optional(),
  annotations: annotationsSchema.optional(),
})
export type Resource = z.infer<typeof resourceSchema>

/** A family of resources by URI template (RFC 6570). */
export const resourceTemplateSchema = z.object({
  uriTemplate: z.string().min(1),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  icons: iconsSchema.optional(),
  annotations: annotationsSchema.optional(),
})
export type ResourceTemplate = z.infer<typeof resourceTemplateSchema>

/** What `resources/read` gave; a URI may stand for several contents. `blob` is base64. */
export const resourceReadingSchema = z.object({ contents: z.array(resourceContentsSchema) })
export type ResourceReading = z.infer<typeof resourceReadingSchema>
