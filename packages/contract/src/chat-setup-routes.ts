import {
  conversationSchema,
  identifierSchema,
  modelRefSchema,
  settingsSchema,
} from '@gatehouse/domain'
import { approvalModeSchema } from '@gatehouse/domain/approvals'
import {
  chatPresetSchema,
  chatSetupSchema,
  newChatsSchema,
  nextRequestSchema,
  offeredToolsViewSchema,
} from '@gatehouse/domain/chats'
import { z } from 'zod'
import { route } from './route.ts'

const id = z.object({ id: identifierSchema })

/** The setup of a chat's model, and the setup of new chats. */
export const chatSetupRoutes = {
  'chat.set-model': route({
    input: z.object({ id: identifierSchema, model: modelRefSchema.nullable() }),
    output: conversationSchema,
  }),
  /** Replaces the whole setup of a chat by the shown one. */
  'chat.set-setup': route({
    input: z.object({ id: identifierSchema, setup: chatSetupSchema }),
    output: conversationSchema,
  }),
  /** Discards the setup of an imported chat's file. `chat.set-setup` applies it. */
  'chat.remove-file-setup': route({ input: id, output: conversationSchema }),
  /** Returns the tools that are offered to the model of a chat. */
  'chat.offered-tools': route({ input: id, output: offeredToolsViewSchema }),
  /** Estimates the next request of a chat; `null` without a model. Reads no message. */
  'chat.next-request': route({ input: id, output: nextRequestSchema.nullable() }),
  /** Saves a setup as a new preset, or replaces one. Fails with `chat/too-many-presets`. */
  'chat.save-preset': route({
    input: chatPresetSchema.partial({ id: true }),
    output: settingsSchema,
  }),
  'chat.remove-preset': route({ input: id, output: settingsSchema }),
  /** Sets the starting point of new chats. */
  'chat.set-new-chats': route({
    input: z.object({ newChats: newChatsSchema }),
    output: settingsSchema,
  }),
  'chat.set-servers': route({
    input: z.object({ id: identifierSchema, serverIds: z.array(identifierSchema).nullable() }),
    output: conversationSchema,
  }),
  /**
   * Sets a chat's approval mode; `null` = its workspace's. A wider mode is confirmed in the consent window. Fails
   * with `grant/too-much-to-read`, `grant/server-changed`, `consent/too-many`.
   */
  'chat.set-approval-mode': route({
    input: z.object({ id: identifierSchema, mode: approvalModeSchema.nullable() }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
  }),
  /**
   * Puts a chat into a workspace, or into none. If the workspace has permissions or a wider mode, the consent
   * window asks. Fails with `workspace/not-found`, `workspace/permissions-changed`, `grant/too-much-to-read`,
   * `consent/too-many`.
   */
  'chat.set-workspace': route({
    input: z.object({ id: identifierSchema, workspaceId: identifierSchema.nullable() }),
    output: z.object({ outcome: z.enum(['moved', 'cancelled']) }),
  }),
}
