import { z } from 'zod'
import { jsonObjectSchema, type JsonObject, type JsonValue } from '../json/json.ts'

export const annotationsSchema = z.object({
  audience: z.array(z.string()).optional(),
  priority: z.number().optional(),
  lastModified: z.string().optional(),
})

const meta = { annotations: annotationsSchema.optional(), _meta: jsonObjectSchema.optional() }

export const textContentSchema = z.object({ type: z.literal('text'), text: z.string(), ...meta })
export const imageContentSchema = z.object({
  type: z.literal('image'),
  data: z.string(),
  mimeType: z.string(),
  ...meta,
})
export const audioContentSchema = z.object({
  type: z.literal('audio'),
  data: z.string(),
  mimeType: z.string(),
  ...meta,
})
export const resourceLinkSchema = z.object({
  type: z.literal('resource_link'),
  uri: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.number().optional(),
  ...meta,
})
export const resourceContentsSchema = z.object({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
  _meta: jsonObjectSchema.optional(),
})
export const embeddedResourceSchema = z.object({
  type: z.literal('resource'),
  resource: resourceContentsSchema,
  ...meta,
})

/** A content block of a tool result (MCP 2025-11-25, server/tools, "Tool Result"). Data is base64. */
export const contentBlockSchema = z.discriminatedUnion('type', [
  textContentSchema,
  imageContentSchema,
  audioContentSchema,
  resourceLinkSchema,
  embeddedResourceSchema,
])
export type ContentBlock = z.infer<typeof contentBlockSchema>

/** The result of a tool call, as a server sent it. `isError` is the tool's own error. */
export interface ToolResult {
  content: ContentBlock[]
  structuredContent?: JsonValue
  isError: boolean
  _meta?: JsonObject
}

/** Content blocks of one tool result that are kept; every one is drawn, stored and sent by itself. */
export const MAX_RESULT_BLOCKS = 500
