import {
  folderAdditionSchema,
  identifierSchema,
  projectSearchSchema,
  workspaceViewSchema,
} from '@gatehouse/domain'
import { approvalModeSchema } from '@gatehouse/domain/approvals'
import { z } from 'zod'
import { byId, noInput, route } from './route.ts'

const name = z.string().trim().min(1).max(80)
const path = z.string().min(1).max(4096)
const folder = z.object({ id: identifierSchema, path })

/**
 * Routes of workspaces. All but the first and the last fail with `workspace/not-found` when the workspace is gone.
 */
export const workspaceRoutes = {
  /** The workspaces, oldest first; inspects every folder again. */
  'workspace.list': route({ input: noInput, output: z.array(workspaceViewSchema), acts: 'free' }),
  'workspace.create': route({
    input: z.object({ name }),
    output: workspaceViewSchema,
    acts: 'free',
  }),
  'workspace.rename': route({
    input: z.object({ id: identifierSchema, name }),
    output: workspaceViewSchema,
    acts: 'free',
  }),
  /**
   * Sets the approval mode of its chats without a mode of their own. A wider mode is confirmed in the consent
   * window. Fails with `grant/too-much-to-read`, `grant/server-changed`, `consent/too-many`.
   */
  'workspace.set-approval-mode': route({
    input: z.object({ id: identifierSchema, mode: approvalModeSchema }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
    // A wider mode is confirmed in the consent window.
    acts: { by: 'press', isFree: ({ mode }) => mode === 'every-call' },
  }),
  'workspace.remove': route({ input: byId, output: z.void(), acts: 'press' }),
  /** Undoes `workspace.remove`. */
  'workspace.restore': route({
    input: byId,
    output: workspaceViewSchema,
    // Shares again what was withdrawn from servers.
    acts: 'press',
  }),
  /** Adds valid folders; reports the others with a reason. */
  'workspace.add-folders': route({
    input: z.object({ id: identifierSchema, paths: z.array(path).min(1).max(200) }),
    output: folderAdditionSchema,
    acts: 'free',
  }),
  'workspace.remove-folder': route({ input: folder, output: workspaceViewSchema, acts: 'free' }),
  /** Undoes `workspace.remove-folder` of this run of the app. */
  'workspace.restore-folder': route({ input: folder, output: workspaceViewSchema, acts: 'press' }),
  /** Offers a folder to a server, or withdraws it; a connected one is notified at once. */
  'workspace.share': route({
    input: folder.extend({ serverId: identifierSchema, shared: z.boolean() }),
    output: workspaceViewSchema,
    acts: 'press',
  }),
  /** Repositories and package folders in a folder, to choose from. */
  'workspace.find-projects': route({
    input: z.object({ path }),
    output: projectSearchSchema,
    acts: 'free',
  }),
}
