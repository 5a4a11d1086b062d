import { z } from 'zod'

/** Read loosely: an odd field costs itself, not the bundle. A member of null is absent. */
const text = z.string().catch('').default('')
const texts = z.array(z.string()).catch([]).default([])
/** Values of a variable may be written as numbers and switches. */
const valueMap = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String).nullable())
  .catch({})
  .default({})

const launchSchema = z.object({
  command: text,
  args: z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String)).optional(),
  env: valueMap,
})

const launchConfigSchema = launchSchema.extend({
  platform_overrides: z.record(z.string(), launchSchema.partial()).catch({}).default({}),
})

const optionSchema = z.object({
  type: text,
  title: text,
  description: text,
  required: z.boolean().catch(false).default(false),
  sensitive: z.boolean().catch(false).default(false),
  multiple: z.boolean().catch(false).default(false),
  default: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))])
    .optional()
    .catch(undefined),
  min: z.number().optional().catch(undefined),
  max: z.number().optional().catch(undefined),
})
export type ManifestOption = z.infer<typeof optionSchema>

/** The manifest of a bundle, 0.1 to 0.4 (MANIFEST.md of modelcontextprotocol/mcpb). */
export const manifestSchema = z.object({
  manifest_version: text,
  dxt_version: text,
  name: text,
  display_name: text,
  version: text,
  author: z
    .union([z.string(), z.object({ name: text }).transform(({ name }) => name)])
    .catch('')
    .default(''),
  server: z.object({
    type: text,
    entry_point: text,
    mcp_config: launchConfigSchema.optional(),
  }),
  user_config: z.record(z.string(), optionSchema).catch({}).default({}),
  compatibility: z.object({ platforms: texts }).catch({ platforms: [] }).default({ platforms: [] }),
})
export type BundleManifest = z.infer<typeof manifestSchema>
