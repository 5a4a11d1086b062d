import {
  ATTACHMENT_LIMITS,
  conversationSchema,
  identifierSchema,
  jsonObjectSchema,
  toolFormSchema,
} from '@gatehouse/domain'
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

/** Messages and what comes of them: the draft, the queue, turns, calls by hand. */
export const messageRoutes = {
  /** `fromFile`: words of the file that the chat came out of were put in; the draft counts as the file's then. */
  'chat.save-draft': route({
    input: z.object({
      id: identifierSchema,
      draft: text,
      fromFile: z.literal(true).optional(),
    }),
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
  /** Queued messages are sent as before the edit; if a turn ended meanwhile, the queue is paused. */
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
   * The contents of a tool's form. Main keeps them for `chat.run-tool`, which accepts a press half a second after
   * this response. Fails with `chat/tool-not-found`.
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
  /**
   * Keeps a message with all that came of it in what is sent to models, or no longer. Throws `chat/not-found`,
   * `chat/too-many-pinned`.
   */
  'chat.pin': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema, isPinned: z.boolean() }),
    output: conversationSchema,
  }),
  /** Lets a turn at its step limit, or an interrupted one, continue from where it is. */
  'chat.continue': route({ input: id, output: z.object({ turnId: identifierSchema }) }),
}
