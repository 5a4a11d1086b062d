import {
  conversationSchema,
  identifierSchema,
  modelRefSchema,
  settingsSchema,
} from '@gatehouse/domain'
import { approvalModeSchema } from '@gatehouse/domain/approvals'
import {
  chatPresetSchema,
  importedPromptsSchema,
  promptDraftSchema,
  promptFileSchema,
  chatSetupSchema,
  newChatsSchema,
  nextRequestSchema,
  offeredToolsViewSchema,
} from '@gatehouse/domain/chats'
import { z } from 'zod'
import { chatAct } from './acts.ts'
import { byId, route } from './route.ts'

/** The setup of a chat's model, and the setup of new chats. */
export const chatSetupRoutes = {
  'chat.set-model': route({
    input: z.object({ id: identifierSchema, model: modelRefSchema.nullable() }),
    output: conversationSchema,
    acts: 'free',
  }),
  /** Replaces the whole setup of a chat by the shown one. */
  'chat.set-setup': route({
    input: z.object({ id: identifierSchema, setup: chatSetupSchema }),
    output: conversationSchema,
    // Text for a model is sent in the name of the person.
    acts: 'press',
  }),
  /** Discards the setup of an imported chat's file. `chat.set-setup` applies it. */
  'chat.remove-file-setup': route({ input: byId, output: conversationSchema, acts: 'free' }),
  /** Returns the tools that are offered to the model of a chat. */
  'chat.offered-tools': route({ input: byId, output: offeredToolsViewSchema, acts: 'free' }),
  /** Estimates the next request of a chat to its model or another; `null` without a model. Reads no message. */
  'chat.next-request': route({
    input: z.object({ id: identifierSchema, model: modelRefSchema.optional() }),
    output: nextRequestSchema.nullable(),
    acts: 'free',
  }),
  /** Saves a setup as a new preset, or replaces one. Fails with `chat/too-many-presets`. */
  'chat.save-preset': route({
    input: chatPresetSchema.partial({ id: true }),
    output: settingsSchema,
    acts: 'press',
  }),
  'chat.remove-preset': route({ input: byId, output: settingsSchema, acts: 'press' }),
  /**
   * Saves a prompt of the person as a new one, or in place of one, with these files of it or of `own-prompt.keep-file`.
   * Fails with `chat/too-many-prompts`, `store/blob-missing`.
   */
  'own-prompt.save': route({
    input: promptDraftSchema.extend({ id: identifierSchema.optional() }),
    output: settingsSchema,
    // They are put into messages, where the person sees them before they are sent.
    acts: 'press',
  }),
  'own-prompt.remove': route({ input: byId, output: settingsSchema, acts: 'press' }),
  /** Keeps a file for a prompt that is saved or imported next. Fails with `attachment/file-too-large`. */
  'own-prompt.keep-file': route({
    input: z.object({
      name: z.string().trim().min(1).max(255),
      mimeType: z.string().max(200),
      bytes: z.instanceof(Uint8Array),
    }),
    output: promptFileSchema,
    acts: 'free',
  }),
  /**
   * Writes all prompts with their files to a file that the person picks; `null` when they closed the dialog. Fails with
   * `chat/not-written`, `store/blob-missing`, `own-prompt/file-changed`.
   */
  'own-prompt.export': route({
    input: z.object({ name: z.string().max(200) }),
    output: z.object({ path: z.string() }).nullable(),
    acts: 'press',
  }),
  /** Adds the prompts of a file that are not there already. Fails as `own-prompt.save` does. */
  'own-prompt.import': route({
    input: z.object({ prompts: importedPromptsSchema }),
    output: settingsSchema,
    // The files of the prompts are kept one after the other before.
    acts: { by: 'press', withinMs: 30_000 },
  }),
  /** Sets the starting point of new chats. */
  'chat.set-new-chats': route({
    input: z.object({ newChats: newChatsSchema }),
    output: settingsSchema,
    acts: 'press',
  }),
  'chat.set-servers': route({
    input: z.object({ id: identifierSchema, serverIds: z.array(identifierSchema).nullable() }),
    output: conversationSchema,
    // The person decides which servers a model is offered.
    acts: { by: 'own-press', recordAfter: ({ id }) => chatAct('chat-servers', id) },
  }),
  /**
   * Sets a chat's approval mode; `null` = its workspace's. A wider mode is confirmed in the consent window. Fails
   * with `grant/too-much-to-read`, `grant/server-changed`, `consent/too-many`.
   */
  'chat.set-approval-mode': route({
    input: z.object({ id: identifierSchema, mode: approvalModeSchema.nullable() }),
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
    // A wider mode is confirmed in the consent window.
    acts: { by: 'press', isFree: ({ mode }) => mode === 'every-call' },
  }),
  /**
   * Puts a chat into a workspace, or into none. If the workspace has permissions or a wider mode, the consent
   * window asks. Fails with `workspace/not-found`, `workspace/permissions-changed`, `grant/too-much-to-read`,
   * `consent/too-many`.
   */
  'chat.set-workspace': route({
    input: z.object({ id: identifierSchema, workspaceId: identifierSchema.nullable() }),
    output: z.object({ outcome: z.enum(['moved', 'cancelled']) }),
    // Decides which folders servers see; permissions are confirmed in the consent window.
    acts: 'press',
  }),
}
