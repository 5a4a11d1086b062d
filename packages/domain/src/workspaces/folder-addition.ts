import { z } from 'zod'
import { workspaceViewSchema } from './workspace.ts'

/** A folder that was not added to a workspace, and the reason. */
export const folderRefusalSchema = z.object({
  /** The path as it was given. */
  path: z.string(),
  reason: z.enum(['not-absolute', 'missing', 'not-a-folder', 'already-there', 'too-many']),
})
export type FolderRefusal = z.infer<typeof folderRefusalSchema>

/** The result of adding folders: valid ones are added, the others are named. */
export const folderAdditionSchema = z.object({
  workspace: workspaceViewSchema,
  /** Normalised paths. */
  added: z.array(z.string()),
  refused: z.array(folderRefusalSchema),
})
export type FolderAddition = z.infer<typeof folderAdditionSchema>
