import {
  ATTACHMENT_LIMITS,
  attachmentSchema,
  conversationSchema,
  conversationViewSchema,
  entryPositionSchema,
  identifierSchema,
  jsonObjectSchema,
  modelRefSchema,
  searchResultSchema,
  settingsSchema,
  toolFormSchema,
  transcriptPageSchema,
} from '@gatehouse/domain'
import {
  chatPresetSchema,
  chatSetupSchema,
  chatTagSchema,
  followStateSchema,
  chatImportOutcomeSchema,
  chatImportPreviewSchema,
  newChatsSchema,
  nextRequestSchema,
  offeredToolsViewSchema,
  searchChoicesSchema,
  searchFilterSchema,
  TAG_LIMITS,
  foundEntriesSchema,
} from '@gatehouse/domain/chats'
import { z } from 'zod'
import { MAX_MESSAGE_CHARACTERS } from './message-limit.ts'
import { route } from './route.ts'

const id = z.object({ id: identifierSchema })
const text = z.string().max(MAX_MESSAGE_CHARACTERS)
const attachmentIds = z.array(identifierSchema).max(ATTACHMENT_LIMITS.count)
const hasContent = (message: { text: string; attachmentIds?: string[] | undefined }): boolean =>
  message.text.trim() !== '' || (message.attachmentIds ?? []).length > 0
const NO_CONTENT = { path: ['text'], message: 'Write a message first.' }
const toolOfServer = {
  serverId: identifierSchema,
  toolName: z.string().min(1).max(1024),
}
/** Chosen by the window, as for `server.read-resource`. */
const requestId = identifierSchema.optional()

export const chatRoutes = {
  'chat.list': route({ input: z.object({}), output: z.array(conversationSchema) }),
  /** A chat with the last page of its transcript, or the one around an entry. */
  'chat.get': route({
    input: z.object({ id: identifierSchema, at: entryPositionSchema.optional() }),
    output: conversationViewSchema,
  }),
  /** The entries before or after one that is there. */
  'chat.page': route({
    input: z.object({
      id: identifierSchema,
      anchor: entryPositionSchema,
      side: z.enum(['before', 'after']),
      entries: z.number().int().min(1).max(200),
    }),
    output: transcriptPageSchema,
  }),
  /** Finds words in the messages and calls of all chats, or in what one of them shows. */
  'chat.search': route({
    input: z.object({ query: z.string().max(1000), filter: searchFilterSchema.optional() }),
    output: searchResultSchema,
  }),
  /** The models and tools that such a search can be narrowed to. Fails with `store/…`. */
  'chat.search-choices': route({ input: z.object({}), output: searchChoicesSchema }),
  /** `blankId`: answers with this chat instead where it is just what a new one would be. */
  'chat.create': route({
    input: z.object({ blankId: identifierSchema.optional() }),
    output: conversationSchema,
  }),
  /** The tags of a chat, all of them. */
  'chat.set-tags': route({
    input: z.object({
      id: identifierSchema,
      tags: z.array(chatTagSchema).max(TAG_LIMITS.count),
    }),
    output: conversationSchema,
  }),
  /** Calls a tag otherwise in all chats, or takes it from all (`null`). */
  'chat.change-tag': route({
    input: z.object({ tag: chatTagSchema, next: chatTagSchema.nullable() }),
    output: z.void(),
  }),
  /** A chat that is kept in memory alone: nothing of it is written to disk. `chat.remove` ends it for good. */
  'chat.create-temporary': route({ input: z.object({}), output: conversationSchema }),
  /** Writes a temporary chat to disk with all that is in it, or nothing. Fails with `chat/busy`, `store/…`. */
  'chat.keep': route({ input: id, output: conversationSchema }),
  /** Puts a chat away, or takes it out again: it stays as it is, and is found. */
  'chat.archive': route({
    input: z.object({ id: identifierSchema, isArchived: z.boolean() }),
    output: conversationSchema,
  }),
  /** Lists a chat above the others, or by its day again. */
  'chat.pin-chat': route({
    input: z.object({ id: identifierSchema, isPinned: z.boolean() }),
    output: conversationSchema,
  }),
  'chat.rename': route({
    input: z.object({ id: identifierSchema, title: z.string().trim().min(1).max(200) }),
    output: conversationSchema,
  }),
  /**
   * Keeps a message with all that came of it in what is sent to models, or no longer. Throws `chat/not-found`,
   * `chat/too-many-pinned`.
   */
  'chat.pin': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema, isPinned: z.boolean() }),
    output: conversationSchema,
  }),
  'chat.remove': route({ input: id, output: z.void() }),
  /**
   * Writes a chat with all its versions and attachments to a file that the person picks in the system's
   * dialog: as JSON Lines, which can be imported, or as Markdown to read. `null` when they closed it. Fails
   * with `chat/not-written`, `chat/not-exportable`.
   */
  'chat.export': route({
    input: z.object({ id: identifierSchema, format: z.enum(['json', 'markdown']) }),
    output: z.object({ path: z.string() }).nullable(),
  }),
  /**
   * Makes a chat of a file that the person picks in the system's dialog; `null` when they closed it. Nothing
   * in it runs, waits or is allowed. Fails with `chat/import-refused`, `chat/import-busy`, `chat/not-read`.
   */
  'chat.import': route({ input: z.object({}), output: conversationSchema.nullable() }),
  /**
   * Reads the export file of another product that the person picks: what would come in, and what not; nothing
   * is kept. `null` when they closed the dialog, or cancelled. Fails with `chat/import-refused`,
   * `chat/import-busy`, `chat/not-read`.
   */
  'chat.read-product-file': route({
    input: z.object({}),
    output: chatImportPreviewSchema.nullable(),
  }),
  /** Takes in the chats of the file that was read last. Fails as reading does, and with `chat/import-over`. */
  'chat.import-product-file': route({ input: z.object({}), output: chatImportOutcomeSchema }),
  /** Ends the one that runs; chats that were imported by then stay. */
  'chat.cancel-product-import': route({ input: z.object({}), output: z.void() }),
  /** Undoes `chat.remove`. */
  'chat.restore': route({ input: id, output: conversationSchema }),
  'chat.save-draft': route({
    input: z.object({ id: identifierSchema, draft: text }),
    output: z.void(),
  }),
  'chat.set-model': route({
    input: z.object({ id: identifierSchema, model: modelRefSchema.nullable() }),
    output: conversationSchema,
  }),
  /** What the model of a chat is asked with: all of it, as it was shown. */
  'chat.set-setup': route({
    input: z.object({ id: identifierSchema, setup: chatSetupSchema }),
    output: conversationSchema,
  }),
  /** Forgets the setup that an imported chat came with. It is used once `chat.set-setup` sets the same. */
  'chat.remove-file-setup': route({ input: id, output: conversationSchema }),
  /** How the tools of a chat are offered to its model. */
  'chat.offered-tools': route({ input: id, output: offeredToolsViewSchema }),
  /** About what the next request of a chat will hold; `null` where no model is asked. Reads no message. */
  'chat.next-request': route({ input: id, output: nextRequestSchema.nullable() }),
  /** Keeps a setup under a name: a new one, or in place of one. Fails with `chat/too-many-presets`. */
  'chat.save-preset': route({
    input: chatPresetSchema.partial({ id: true }),
    output: settingsSchema,
  }),
  'chat.remove-preset': route({ input: id, output: settingsSchema }),
  /** What new chats begin with. */
  'chat.set-new-chats': route({
    input: z.object({ newChats: newChatsSchema }),
    output: settingsSchema,
  }),
  'chat.set-servers': route({
    input: z.object({ id: identifierSchema, serverIds: z.array(identifierSchema).nullable() }),
    output: conversationSchema,
  }),
  /**
   * Puts a chat into a workspace, or into none. Where that has permissions, the person is asked in the consent
   * window. Fails with `workspace/not-found`, `workspace/permissions-changed`, `grant/too-much-to-read`,
   * `consent/too-many`.
   */
  'chat.set-workspace': route({
    input: z.object({ id: identifierSchema, workspaceId: identifierSchema.nullable() }),
    output: z.object({ outcome: z.enum(['moved', 'cancelled']) }),
  }),
  /**
   * Attaches a file to the draft: a picture, a sound or a text, by its bytes whatever type was declared. The name
   * is a label and no path. Fails with `attachment/…`.
   */
  'chat.attach-file': route({
    input: z.object({
      id: identifierSchema,
      name: z.string().trim().min(1).max(255),
      mimeType: z.string().max(200),
      bytes: z.instanceof(Uint8Array),
    }),
    output: attachmentSchema,
  }),
  /** Files and folders of the chat's workspace, by their names; none for a chat in no workspace. Reads nothing in them. */
  'chat.find-entries': route({
    input: z.object({ id: identifierSchema, query: z.string().max(200) }),
    output: foundEntriesSchema,
  }),
  /**
   * Reads a file below a folder of the chat's workspace and attaches it as `chat.attach-file` does; of a folder
   * the names in it. Fails with `workspace/no-such-entry`, `workspace/leads-out`, `workspace/timed-out`,
   * `attachment/…`.
   */
  'chat.attach-entry': route({
    input: z.object({
      id: identifierSchema,
      folder: z.string().min(1).max(4096),
      path: z.string().min(1).max(4096),
    }),
    output: attachmentSchema,
  }),
  /** Reads a resource of a running server and attaches what it is now; fails as reading does. */
  'chat.attach-resource': route({
    input: z.object({
      id: identifierSchema,
      requestId,
      serverId: identifierSchema,
      uri: z.string().min(1).max(8192),
    }),
    output: attachmentSchema,
  }),
  /**
   * Reads a resource of the draft once more and attaches what it is now in its place, under another id. Fails as
   * `chat.attach-resource` does, and with `attachment/changed`.
   */
  'chat.read-again': route({
    input: z.object({ id: identifierSchema, requestId, attachmentId: identifierSchema }),
    output: attachmentSchema,
  }),
  /** A resource of the draft stays as it was read, and is not followed any more. Fails with `attachment/changed`. */
  'chat.keep-as-read': route({
    input: z.object({ id: identifierSchema, attachmentId: identifierSchema }),
    output: z.void(),
  }),
  /** Which of the resources that are attached in a chat are followed, and which changed since. */
  'chat.follows': route({ input: id, output: z.array(followStateSchema) }),
  /** Gets a prompt of a running server and attaches its messages; fails as getting it does. */
  'chat.attach-prompt': route({
    input: z.object({
      id: identifierSchema,
      requestId,
      serverId: identifierSchema,
      name: z.string().min(1).max(4096),
      arguments: z.record(z.string().max(1024), z.string().max(1_000_000)),
    }),
    output: attachmentSchema,
  }),
  /**
   * Uses a prompt of the draft that was changed since it was sent before. `comparedWith`: as it was shown. Fails
   * with `attachment/changed`.
   */
  'chat.accept-prompt': route({
    input: z.object({
      id: identifierSchema,
      attachmentId: identifierSchema,
      comparedWith: z.array(identifierSchema).max(10),
    }),
    output: z.void(),
  }),
  /** Takes an attachment out of the draft; one of a message that waits stays. */
  'chat.detach': route({
    input: z.object({ id: identifierSchema, attachmentId: identifierSchema }),
    output: z.void(),
  }),
  /**
   * Begins a turn; answers as soon as the message is on disk. Clears the draft. Fails with
   * `attachment/changed`, and sends nothing, when the draft has other attachments than these, in this order, and
   * with `attachment/prompt-changed` while one of them is a changed prompt that was not accepted.
   */
  'chat.send': route({
    input: z
      .object({ id: identifierSchema, text, attachmentIds: attachmentIds.default([]) })
      .refine(hasContent, NO_CONTENT),
    output: z.object({ turnId: identifierSchema }),
  }),
  /**
   * As `chat.send`, while a turn runs: the message waits, and is sent once the answer is complete (`queue`), or
   * the answer is stopped and it is sent (`stop`). One that did not complete sends nothing. Without a turn
   * that runs it is sent at once. While the queue is held it waits with the others. Fails as `chat.send` does,
   * and with `chat/queue-full`.
   */
  'chat.send-later': route({
    input: z
      .object({
        id: identifierSchema,
        text,
        attachmentIds: attachmentIds.default([]),
        how: z.enum(['queue', 'stop']),
      })
      .refine(hasContent, NO_CONTENT),
    output: conversationSchema,
  }),
  /** A message that waits is being edited: none goes until that ends. Fails with `chat/not-queued`. */
  'chat.begin-queued-edit': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema }),
    output: conversationSchema,
  }),
  /** What waits goes as before the edit; where a turn ended meanwhile, it is held. */
  'chat.end-queued-edit': route({ input: id, output: conversationSchema }),
  /** Lets what is held go once the turn that runs is complete; without one it stays held. */
  'chat.release-queue': route({ input: id, output: conversationSchema }),
  /** Changes the text of a message that waits. Fails with `chat/not-queued`. */
  'chat.edit-queued': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema, text }),
    output: conversationSchema,
  }),
  'chat.remove-queued': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema }),
    output: conversationSchema,
  }),
  /**
   * Sends the next message that waits, when no turn runs; the others are no longer held then. Fails with
   * `chat/busy`, `chat/not-queued`, `attachment/changed`.
   */
  'chat.send-queued': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema }),
    output: z.object({ turnId: identifierSchema }),
  }),
  /**
   * What the form of a tool shows. Main keeps it for `chat.run-tool`, which counts a press half a second
   * after this answer. Fails with `chat/tool-not-found`.
   */
  'chat.open-tool-form': route({
    input: z.object({ id: identifierSchema, ...toolOfServer }),
    output: toolFormSchema,
  }),
  /**
   * Manual mode: the person calls a tool. With `form`, the press that ran it there allows the call, unless
   * there is more to be shown; without, it is asked about. Fails with `chat/form-over`, `ask/not-as-shown`.
   */
  'chat.run-tool': route({
    input: z.object({
      id: identifierSchema,
      ...toolOfServer,
      arguments: jsonObjectSchema,
      /** `shown`: SHA-256, in hex, of `toolCallText` over what the form showed. One form runs one call. */
      form: z
        .object({ id: identifierSchema, shown: z.string().regex(/^[0-9a-f]{64}$/) })
        .optional(),
    }),
    output: z.object({ turnId: identifierSchema }),
  }),
  /** Stops the running turn: model and tools. */
  'chat.stop': route({ input: id, output: z.void() }),
  /** Cancels one running tool call; the turn continues. */
  'chat.cancel-call': route({
    input: z.object({ id: identifierSchema, entryId: identifierSchema }),
    output: z.void(),
  }),
  /** Runs a turn's message again, as a further version of the turn. */
  'chat.retry': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema }),
    output: z.object({ turnId: identifierSchema }),
  }),
  /**
   * Sends a turn's message in other words, as a further version of the turn; with those of its attachments
   * that are named, or with all of them.
   */
  'chat.edit': route({
    input: z
      .object({
        id: identifierSchema,
        turnId: identifierSchema,
        text,
        attachmentIds: attachmentIds.optional(),
      })
      .refine(hasContent, NO_CONTENT),
    output: z.object({ turnId: identifierSchema }),
  }),
  /** Shows another version of a turn, with what was last shown below it. */
  'chat.show-version': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema }),
    output: z.void(),
  }),
  /** Lets a turn at its step limit, or an interrupted one, continue from where it is. */
  'chat.continue': route({ input: id, output: z.object({ turnId: identifierSchema }) }),
}
