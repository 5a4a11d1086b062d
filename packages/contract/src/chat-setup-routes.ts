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
  /** Sets the whole setup of a chat, as it was shown. */
  'chat.set-setup': route({
    input: z.object({ id: identifierSchema, setup: chatSetupSchema }),
    output: conversationSchema,
  }),
  /** Forgets the setup that an imported chat came with. It is used once `chat.set-setup` sets the same. */
  'chat.remove-file-setup': route({ input: id, output: conversationSchema }),
  /** Returns the tools that are offered to the model of a chat. */
  'chat.offered-tools': route({ input: id, output: offeredToolsViewSchema }),
  /** About what the next request of a chat will hold; `null` where no model is asked. Reads no message. */
  'chat.next-request': route({ input: id, output: nextRequestSchema.nullable() }),
  /** Keeps a setup under a name: a new one, or in place of one. Fails with `chat/too-many-presets`. */
  'chat.save-preset': route({
    input: chatPresetSchema.partial({ id: true }),
    output: settingsSchema,
  }),
  'chat.remove-preset': route({ input: id, output: settingsSchema }),
  /** Sets how new chats begin. */
  'chat.set-new-chats': route({
    input: z.object({ newChats: newChatsSchema }),
    output: settingsSchema,
  }),
  'chat.set-servers': route({
    input: z.object({ id: identifierSchema, serverIds: z.array(identifierSchema).nullable() }),
    output: conversationSchema,
  }),
  /**
   * Which calls a chat asks about; `null` = as its workspace says. A wider mode is decided in the consent window.
   * Fails with `grant/too-much-to-read`, `grant/server-changed`, `consent/too-many`.
   */
  'chat.set-approval-mode': route({
    input: z.object({ id: identifierSchema, mode: approvalModeSchema.nullable() }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
  }),
  /**
   * Puts a chat into a workspace, or into none. Where that has permissions or a wider mode, the person is asked in the consent
   * window. Fails with `workspace/not-found`, `workspace/permissions-changed`, `grant/too-much-to-read`,
   * `consent/too-many`.
   */
  'chat.set-workspace': route({
    input: z.object({ id: identifierSchema, workspaceId: identifierSchema.nullable() }),
    output: z.object({ outcome: z.enum(['moved', 'cancelled']) }),
  }),
}
