import { z } from 'zod'
import { annotationsSchema, resourceContentsSchema } from './content.ts'
import { iconsSchema } from './icon.ts'
import { jsonObjectSchema } from '../json/json.ts'
import { ITEM_LIMITS } from './item-limits.ts'

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
  _meta: jsonObjectSchema.optional(),
})
export type Resource = z.infer<typeof resourceSchema>

/** Each variable is a field in the window. */
const uriTemplateSchema = z
  .string()
  .min(1)
  .max(
    ITEM_LIMITS.templateCharacters,
    `at most ${ITEM_LIMITS.templateCharacters} characters are taken`,
  )
  .refine(
    (template) => variablesOf(template) <= ITEM_LIMITS.templateVariables,
    `at most ${ITEM_LIMITS.templateVariables} variables are taken`,
  )

function variablesOf(template: string): number {
  let count = 0
  for (const [expression] of template.matchAll(/\{[^{}]*\}/g)) count += expression.split(',').length
  return count
}

/** A family of resources by URI template (RFC 6570). */
export const resourceTemplateSchema = z.object({
  uriTemplate: uriTemplateSchema,
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  icons: iconsSchema.optional(),
  annotations: annotationsSchema.optional(),
})
export type ResourceTemplate = z.infer<typeof resourceTemplateSchema>

/** The result of `resources/read`; a URI may stand for several contents. `blob` is base64. */
export const readResourceResultSchema = z.object({
  contents: z
    .array(resourceContentsSchema)
    .max(ITEM_LIMITS.resourceContents, `at most ${ITEM_LIMITS.resourceContents} parts are taken`),
})
export type ReadResourceResult = z.infer<typeof readResourceResultSchema>
