import { z } from 'zod'
import { approvalModeSchema } from '../approvals/approval-mode.ts'
import { attachmentSchema } from '../attachments/attachment.ts'
import { importSourceSchema } from './import-source.ts'
import { chatFileSetupSchema, chatSetupSchema } from '../models/chat-setup.ts'
import { chatTagSchema, TAG_LIMITS } from './chat-tag.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { modelRefSchema, tokenUsageSchema } from '../models/model.ts'
import { MAX_KEPT_PINS } from './pinned-turns.ts'
import { QUEUE_LIMITS, queuedMessageSchema, queuePauseReasonSchema } from './queued-message.ts'
import { TOOL_SEARCH_LIMITS, toolRefSchema } from '../models/tool-search.ts'
import { turnSchema, turnVersionsSchema } from './turn.ts'

/** A request that named a chat. It had the first message and its answer, and no tools. */
export const titleRequestSchema = z.object({
  model: modelRefSchema,
  /** As its provider counted it. */
  usage: tokenUsageSchema,
  /** US dollars; absent: no price is known. */
  cost: z.number().nonnegative().optional(),
})
export type TitleRequest = z.infer<typeof titleRequestSchema>

/** A chat as listed. `model: null` is manual mode: the person is the model. */
export const conversationSchema = z.object({
  id: identifierSchema,
  title: z.string(),
  /** True once a person named it: then it is not named after its first message. */
  titled: z.boolean(),
  /** Set once a model named it. */
  named: z.literal(true).optional(),
  /** The request for its title, once it was answered; absent: none was. */
  titleRequest: titleRequestSchema.optional(),
  model: modelRefSchema.nullable(),
  /** Servers whose tools are offered; `null` = all that are running. */
  serverIds: z.array(identifierSchema).nullable(),
  /** The workspace; `null`, or one that no longer exists: none. */
  workspaceId: identifierSchema.nullable(),
  /** Which calls it asks about; absent: the mode of its workspace, or every call where that has none. */
  approvalMode: approvalModeSchema.optional(),
  draft: z.string(),
  /** True if its draft came from its file: then sent text counts as the file's. Absent: the person wrote it. */
  fileDraft: z.literal(true).optional(),
  /** Messages that wait for the answer before them, the next one first; absent: none. */
  queue: z.array(queuedMessageSchema).max(QUEUE_LIMITS.messages).optional(),
  /** Reason for which no queued message is sent by itself; absent: the next is sent when an answer is complete. */
  queueHeld: queuePauseReasonSchema.optional(),
  /** The time of its archiving; absent: it is not archived. */
  archivedAt: timestampSchema.optional(),
  /** The time of its pinning; absent: it is listed by its day. */
  pinnedAt: timestampSchema.optional(),
  /** The setup of its model; absent: the defaults. */
  setup: chatSetupSchema.optional(),
  /** The setup that its file states: used nowhere before the person accepted it. Absent: nothing. */
  fileSetup: chatFileSetupSchema.optional(),
  /** US dollars that its models cost by the prices that their providers list; absent: none known. */
  cost: z.number().nonnegative().optional(),
  /** Tools that its model found, the first one first; absent: none. */
  foundTools: z.array(toolRefSchema).max(TOOL_SEARCH_LIMITS.found).optional(),
  /** Turns that are sent to a model first, as far as they fit, those of hidden versions included; absent: none. */
  pinnedTurnIds: z.array(identifierSchema).max(MAX_KEPT_PINS).optional(),
  /** Its first turns came out of a file of this name: their content is that of the file. */
  imported: z
    .object({
      name: z.string().max(255),
      at: timestampSchema,
      /** The chat of another product that it is, and the digest of its state then; absent: not known. */
      source: importSourceSchema.optional(),
    })
    .optional(),
  /** Labels that the person gave it; absent: none. */
  tags: z.array(chatTagSchema).max(TAG_LIMITS.count).optional(),
  /** Kept in memory alone: it ends with the app, or when the person ends it. Never on disk. */
  isTemporary: z.literal(true).optional(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
})
export type Conversation = z.infer<typeof conversationSchema>

/** A turn on a page of the transcript: some of its entries, one after the other. */
export const transcriptTurnSchema = turnSchema.extend({
  /** Entries of the turn before and after those that are here. */
  entriesBefore: z.number().int().nonnegative(),
  entriesAfter: z.number().int().nonnegative(),
  /** Absent when it is the only one at its place. */
  versions: turnVersionsSchema.optional(),
})
export type TranscriptTurn = z.infer<typeof transcriptTurnSchema>

/** A page of the branch that a chat shows, oldest first. */
export const transcriptPageSchema = z.object({
  turns: z.array(transcriptTurnSchema),
  hasBefore: z.boolean(),
  hasAfter: z.boolean(),
})
export type TranscriptPage = z.infer<typeof transcriptPageSchema>

/** An entry by the turn that it is in. */
export const entryPositionSchema = z.object({ turnId: identifierSchema, entryId: identifierSchema })
export type EntryPosition = z.infer<typeof entryPositionSchema>

/** A chat with one page of its transcript. */
export const conversationViewSchema = transcriptPageSchema.extend({
  conversation: conversationSchema,
  /** Attachments of the draft, in the order in which they were attached. */
  attachments: z.array(attachmentSchema),
  /** True while a turn runs, on this page or not. */
  isRunning: z.boolean(),
})
export type ConversationView = z.infer<typeof conversationViewSchema>
