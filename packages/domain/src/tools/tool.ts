import { z } from 'zod'
import { iconsSchema } from '../content/icon.ts'
import { jsonObjectSchema } from '../json/json.ts'

/** Hints a server gives about its own tool: untrusted (MCP 2025-11-25, server/tools). */
export const toolAnnotationsSchema = z.object({
  title: z.string().optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
})
export type ToolAnnotations = z.infer<typeof toolAnnotationsSchema>

export const toolSchema = z.object({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObjectSchema,
  outputSchema: jsonObjectSchema.optional(),
  annotations: toolAnnotationsSchema.optional(),
  icons: iconsSchema.optional(),
  /** `execution.taskSupport` (MCP 2025-11-25, basic/utilities/tasks); absent = `forbidden`. */
  taskSupport: z.enum(['required', 'optional', 'forbidden']).optional(),
  _meta: jsonObjectSchema.optional(),
})
export type Tool = z.infer<typeof toolSchema>
