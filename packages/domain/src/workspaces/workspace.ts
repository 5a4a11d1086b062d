import { z } from 'zod'
import { approvalModeSchema } from '../approvals/approval-mode.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** A folder of a workspace and the servers that may see it. */
export const workspaceFolderSchema = z.object({
  /** Absolute, without a slash at the end. */
  path: z.string().min(1).max(4096),
  name: z.string(),
  servers: z.array(identifierSchema),
})
export type WorkspaceFolder = z.infer<typeof workspaceFolderSchema>

/**
 * A named set of folders. What a server sees as its roots is every folder of every workspace that is
 * shared with it, in the workspaces' order, each once (MCP 2025-11-25, client/roots).
 */
export const workspaceSchema = z.object({
  id: identifierSchema,
  name: z.string().min(1).max(80),
  folders: z.array(workspaceFolderSchema),
  /** The mode of chats that have none of their own; absent: they ask about every call. */
  approvalMode: approvalModeSchema.optional(),
  createdAt: timestampSchema,
})
export type Workspace = z.infer<typeof workspaceSchema>

/** The present state of a folder's path. `branch` is absent in a detached repository. */
export const folderStateSchema = z.object({
  path: z.string(),
  status: z.enum(['ok', 'missing', 'unreadable', 'not-a-folder']),
  git: z.object({ branch: z.string().optional() }).optional(),
})
export type FolderState = z.infer<typeof folderStateSchema>

/** A workspace as shown. */
export const workspaceViewSchema = workspaceSchema.extend({ states: z.array(folderStateSchema) })
export type WorkspaceView = z.infer<typeof workspaceViewSchema>

/** A folder that looks like a project, offered to be added to a workspace. */
export const projectSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** The files that mark it as a project: `.git`, `package.json`, `Cargo.toml`… */
  signs: z.array(z.string()),
})
export type Project = z.infer<typeof projectSchema>

/** The projects in and under a folder. `complete` is false when a bound ended the search. */
export const projectSearchSchema = z.object({
  parent: z.string(),
  projects: z.array(projectSchema),
  complete: z.boolean(),
})
export type ProjectSearch = z.infer<typeof projectSearchSchema>

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
