import {
  askSchema,
  attachmentSchema,
  conversationSchema,
  discoveredProviderSchema,
  entryPositionSchema,
  frameSchema,
  identifierSchema,
  logLineSchema,
  modelProviderSchema,
  serverTaskSchema,
  serverViewSchema,
  settingsSchema,
  timestampSchema,
  toolCallProgressSchema,
  turnEventSchema,
  vaultStateSchema,
  workspaceViewSchema,
} from '@gatehouse/domain'
import { backupProgressSchema } from '@gatehouse/domain/backup'
import { importProgressSchema } from '@gatehouse/domain/chats'
import { runningSamplingSchema } from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { appViewEventPayloadSchema } from './app-view-routes.ts'
import { openWindowsSchema } from './window-routes.ts'

const removed = z.object({ id: identifierSchema })

/** Every event from main to the renderer. */
export const events = {
  'server.changed': serverViewSchema,
  'server.responded': z.object({
    id: identifierSchema,
    at: timestampSchema,
    ms: z.number().nonnegative(),
  }),
  'server.removed': removed,
  'server.tools-changed': removed,
  'server.list-changed': z.object({ id: identifierSchema, list: z.enum(['prompts', 'resources']) }),
  'server.resource-updated': z.object({ id: identifierSchema, uri: z.string() }),
  'server.watches-changed': z.object({ id: identifierSchema, uris: z.array(z.string()) }),
  'server.request-progress': z.object({
    requestId: identifierSchema,
    progress: toolCallProgressSchema,
  }),
  'server.logged': z.array(logLineSchema),
  'server.framed': z.array(frameSchema),
  'chat.changed': conversationSchema,
  'chat.removed': removed,
  /** Many chats were added at once: read the list again. */
  'chat.list-changed': z.object({}),
  /** Progress of an import from another product: the part of the file that was read, and the chats read or imported. */
  'chat.import-progress': importProgressSchema,
  /** The present attachments of the draft in order, and those of them that are new or changed. */
  'chat.attachments-changed': z.object({
    id: identifierSchema,
    attachmentIds: z.array(identifierSchema),
    changed: z.array(attachmentSchema),
  }),
  /** Followed resources were added, removed or marked as changed: reload the shown ones. */
  'chat.follows-changed': z.object({}),
  /** Another version of a turn is shown, from this depth on; the entry is its first. */
  'chat.branch-changed': entryPositionSchema.extend({
    id: identifierSchema,
    depth: z.number().int().nonnegative(),
  }),
  'turn.events': z.object({
    conversationId: identifierSchema,
    turnId: identifierSchema,
    events: z.array(turnEventSchema),
  }),
  'app-view.event': appViewEventPayloadSchema,
  'ask.changed': askSchema,
  /**
   * A server sends more requests than may be pending, or too often: they are refused. At most once a minute for
   * each server.
   */
  'ask.refused': z.object({ serverId: identifierSchema, serverName: z.string() }),
  /** The person clicked a notification of this ask: show it. */
  'ask.wanted': z.object({ id: identifierSchema }),
  'sampling.running': runningSamplingSchema,
  'sampling.ended': removed,
  'sampling.changed': z.object({}),
  /** The audit record changed by itself: old entries were deleted, or are going to be. */
  'audit.changed': z.object({}),
  'backup.progress': backupProgressSchema,
  'task.changed': serverTaskSchema,
  'task.removed': removed,
  'workspace.changed': workspaceViewSchema,
  'workspace.removed': removed,
  'provider.changed': modelProviderSchema,
  'provider.removed': removed,
  'provider.discovered': z.array(discoveredProviderSchema),
  'settings.changed': settingsSchema,
  'vault.changed': vaultStateSchema,
  /** Secrets were added or forgotten. */
  'secret.changed': z.object({}),
  /** A window was opened or closed. */
  'window.changed': openWindowsSchema,
  /** The window should go to a place; `window.take-place` returns it. */
  'window.place-wanted': z.object({}),
  /** The quick-ask window was brought to the front again. */
  'window.quick-wanted': z.object({}),
  /** Paths of files and folders that a person dropped on a drop target. */
  'window.files-dropped': z.array(z.string()),
}

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>
