import { z } from 'zod'

const text = z.string().catch('').default('')

/** The manifest of a plugin: Agent Plugins 1.0, or Claude Code's. Read loosely; a member of null is absent. */
export const pluginManifestSchema = z.looseObject({
  $schema: text,
  name: z.string().min(1),
  version: text,
  author: z
    .union([z.string(), z.object({ name: text }).transform(({ name }) => name)])
    .catch('')
    .default(''),
  /** Of Claude Code: servers, or paths of files with servers. */
  mcpServers: z
    .union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())])
    .optional()
    .catch(undefined),
})
export type PluginManifest = z.infer<typeof pluginManifestSchema>
