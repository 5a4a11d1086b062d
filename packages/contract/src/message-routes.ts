import {
  ATTACHMENT_LIMITS,
  conversationSchema,
  identifierSchema,
  jsonObjectSchema,
  modelRefSchema,
  toolFormSchema,
  transcriptTurnSchema,
} from '@gatehouse/domain'
import { undoPreviewSchema } from '@gatehouse/domain/chats'
import { z } from 'zod'
import { chatAct } from './acts.ts'
import { MAX_MESSAGE_CHARACTERS } from './message-limit.ts'
import { byId, route } from './route.ts'

const callOfChat = z.object({ id: identifierSchema, entryId: identifierSchema })
const text = z.string().max(MAX_MESSAGE_CHARACTERS)
const attachmentIds = z.array(identifierSchema).max(ATTACHMENT_LIMITS.count)
const hasContent = (message: { text: string; attachmentIds?: string[] | undefined }): boolean =>
  message.text.trim() !== '' || (message.attachmentIds ?? []).length > 0
const NO_CONTENT = { path: ['text'], message: 'Write a message first.' }
const toolOfServer = {
  serverId: identifierSchema,
  toolName: z.string().min(1).max(1024),
}

/** Routes of messages: the draft, the queue, turns, manual calls, undoing what calls changed in files. */
export const messageRoutes = {
  /** Saves the draft. `fromFile`: text of the imported file was inserted, so the draft counts as the file's. */
  'chat.save-draft': route({
    input: z.object({
      id: identifierSchema,
      draft: text,
      fromFile: z.literal(true).optional(),
    }),
    output: z.void(),
    acts: 'free',
  }),
  /**
   * Begins a turn; responds as soon as the message is on disk. Clears the draft. Fails without sending: with
   * `attachment/changed` when the draft has other attachments than these, in this order, and with
   * `attachment/prompt-changed` while one of them is a changed prompt that was not accepted. `comparedWith`: this model
   * is sent the message too, once the first answer is complete.
   */
  'chat.send': route({
    input: z
      .object({
        id: identifierSchema,
        text,
        attachmentIds: attachmentIds.default([]),
        comparedWith: modelRefSchema.optional(),
      })
      .refine(hasContent, NO_CONTENT),
    output: z.object({ turnId: identifierSchema }),
    acts: { by: 'own-press', record: ({ id }) => chatAct('message-sent', id) },
  }),
  /**
   * As `chat.send`, while a turn runs. `queue`: the message is sent once the answer is complete. `stop`: the answer
   * is stopped and the message sent. An incomplete answer sends nothing. Without a running turn the message is sent
   * at once; a paused queue takes it. Fails as `chat.send` does, and with `chat/queue-full`.
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
    // The press is the one that queued the message, not the end of the answer.
    acts: {
      by: 'own-press',
      record: ({ id, how }) => chatAct(how === 'queue' ? 'message-queued' : 'message-sent', id),
    },
  }),
  /** Begins the edit of a queued message: none is sent until it ends. Fails with `chat/not-queued`. */
  'chat.begin-queued-edit': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema }),
    output: conversationSchema,
    acts: 'free',
  }),
  /** Ends the edit. Queued messages are sent as before; if a turn ended during the edit, the queue is paused. */
  'chat.end-queued-edit': route({ input: byId, output: conversationSchema, acts: 'free' }),
  /** Resumes a paused queue once the running turn is complete; without a turn it stays paused. */
  'chat.release-queue': route({
    input: byId,
    output: conversationSchema,
    acts: { by: 'own-press', record: ({ id }) => chatAct('turn-resumed', id) },
  }),
  /** Changes the text of a queued message. Fails with `chat/not-queued`. */
  'chat.edit-queued': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema, text }),
    output: conversationSchema,
    acts: 'press',
  }),
  'chat.remove-queued': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema }),
    output: conversationSchema,
    acts: 'press',
  }),
  /**
   * Sends the next queued message, if no turn runs, and resumes the queue. Fails with `chat/busy`,
   * `chat/not-queued`, `attachment/changed`.
   */
  'chat.send-queued': route({
    input: z.object({ id: identifierSchema, messageId: identifierSchema }),
    output: z.object({ turnId: identifierSchema }),
    acts: { by: 'own-press', record: ({ id }) => chatAct('message-sent', id) },
  }),
  /**
   * Returns the contents of a tool's form. Main keeps them for `chat.run-tool`, which accepts a press from half a
   * second after this response. Fails with `chat/tool-not-found`.
   */
  'chat.open-tool-form': route({
    input: z.object({ id: identifierSchema, ...toolOfServer }),
    output: toolFormSchema,
    // Another press than this one runs the form.
    acts: 'press',
  }),
  /**
   * Calls a tool by hand. With `form`, the press in the form allows the call, unless the form was incomplete;
   * without, the person is asked. Fails with `chat/form-over`, `ask/not-as-shown`.
   */
  'chat.run-tool': route({
    input: z.object({
      id: identifierSchema,
      ...toolOfServer,
      arguments: jsonObjectSchema,
      /** `shown`: SHA-256, in hex, of `toolCallText` over the displayed form. One form runs one call. */
      form: z
        .object({ id: identifierSchema, shown: z.string().regex(/^[0-9a-f]{64}$/) })
        .optional(),
    }),
    output: z.object({ turnId: identifierSchema }),
    acts: 'own-press',
  }),
  /** Stops the running turn: model and tools. */
  'chat.stop': route({ input: byId, output: z.void(), acts: 'free' }),
  /** Cancels one running tool call; the turn continues. */
  'chat.cancel-call': route({
    input: z.object({ id: identifierSchema, entryId: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /** Runs a turn's message again, as another version of the turn. */
  'chat.retry': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema }),
    output: z.object({ turnId: identifierSchema }),
    acts: { by: 'own-press', record: ({ id }) => chatAct('turn-resumed', id) },
  }),
  /**
   * Asks another model the message of a turn and compares both answers. Fails with `chat/not-a-message`,
   * `chat/busy`.
   */
  'chat.compare': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema, model: modelRefSchema }),
    output: z.object({ turnId: identifierSchema }),
    acts: { by: 'own-press', record: ({ id }) => chatAct('message-sent', id) },
  }),
  /**
   * Ends a comparison: the chat continues with this answer and its model. The other answer stays as a version. Fails
   * with `chat/busy`.
   */
  'chat.keep-answer': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /** Returns a turn of any branch with its last entries. */
  'chat.turn': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema }),
    output: transcriptTurnSchema,
    acts: 'free',
  }),
  /** Sends an edited message as another version of its turn, with the named attachments, or with all of them. */
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
    acts: { by: 'own-press', record: ({ id }) => chatAct('message-sent', id) },
  }),
  /** Shows another version of a turn, down to its last shown descendant. */
  'chat.show-version': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
  /**
   * Pins a message and its turn to the context of models, or unpins them. Throws `chat/not-found`,
   * `chat/too-many-pinned`.
   */
  'chat.pin': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema, isPinned: z.boolean() }),
    output: conversationSchema,
    acts: 'free',
  }),
  /** Continues a turn at its step limit, or an interrupted one. */
  'chat.continue': route({
    input: byId,
    output: z.object({ turnId: identifierSchema }),
    acts: { by: 'own-press', record: ({ id }) => chatAct('turn-resumed', id) },
  }),
  /**
   * An undo of what a call of a chat changed in files, compared with the files as they are now. Fails with `undo/not-kept`,
   * `undo/elsewhere`, `workspace/…`, `attachment/file-too-large`, `store/blob-missing`.
   */
  'chat.preview-undo': route({
    input: callOfChat,
    output: undoPreviewSchema,
    // Reads files of the workspace.
    acts: 'press',
  }),
  /** Makes it as it was compared. Fails likewise, and with `undo/changed`, `undo/not-as-shown`, `undo/refused`. */
  'chat.undo-file-change': route({
    input: callOfChat.extend({ shown: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: z.void(),
    acts: 'press',
  }),
}
