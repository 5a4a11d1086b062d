import { z } from 'zod'

/** Parts of a launch that are filled in at each start. */
export const placeholderNameSchema = z.enum(['workspaceFolder', 'userHome'])
export type PlaceholderName = z.infer<typeof placeholderNameSchema>

/** A placeholder with the value it had. */
export const placeholderValueSchema = z.object({ name: placeholderNameSchema, value: z.string() })
export type PlaceholderValue = z.infer<typeof placeholderValueSchema>

/** A placeholder with its present value: `null` while no workspace has a folder. */
export const placeholderSchema = z.object({
  name: placeholderNameSchema,
  value: z.string().nullable(),
  /** The workspace whose first folder it is, and how many folders that has. */
  workspace: z.object({ name: z.string(), folders: z.number().int().positive() }).optional(),
})
export type Placeholder = z.infer<typeof placeholderSchema>
