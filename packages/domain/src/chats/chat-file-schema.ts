import { z } from 'zod'
import { attachmentSchema } from '../attachments/attachment.ts'
import { base64Schema } from '../base64.ts'
import { chatFileSetupSchema } from '../models/chat-setup.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import type { JsonBudget } from '../json/json-budget.ts'
import { entrySchema, turnSchema } from './turn.ts'

/** The first line of a file with a chat; docs/chat-format.md has the whole. */
export const CHAT_FILE = { format: 'gatehouse-chat', version: 1 } as const

/** Limits of a chat file. Anything over them is refused before it is parsed. */
export const CHAT_FILE_LIMITS = {
  /** Bytes of the file. */
  bytes: 536_870_912,
  /** Limits of one line, which is one record. */
  line: { bytes: 16_777_216, nodes: 120_000, depth: 160 } satisfies JsonBudget,
  turns: 20_000,
  entries: 200_000,
  /** Bytes of one attachment or large part of a result. */
  blobBytes: 33_554_432,
  /** Bytes of a piece in one line: a multiple of three, so that its Base64 needs no padding. */
  pieceBytes: 196_608,
  /** Blocks of one result or attachment. */
  blocks: 600,
} as const

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

const headSchema = z.object({
  kind: z.literal('chat'),
  format: z.literal(CHAT_FILE.format),
  version: z.literal(CHAT_FILE.version),
  title: z.string().max(1000),
  /** A person named it. */
  titled: z.boolean(),
  createdAt: timestampSchema,
  /** When something last happened in it: it is listed by that. Absent: when it is imported. */
  updatedAt: timestampSchema.optional(),
  exportedAt: timestampSchema,
  /** Held to what a tag may be when they are read. */
  tags: z.array(z.string().max(1000)).max(1000).optional(),
  /** The setup of its model; one that is invalid here is dropped. */
  setup: chatFileSetupSchema.optional().catch(undefined),
})

const fileTurnSchema = turnSchema
  .omit({
    conversationId: true,
    depth: true,
    entries: true,
    preparing: true,
    imported: true,
    request: true,
    cost: true,
    comparison: true,
  })
  .extend({
    kind: z.literal('turn'),
    /** It was shown last among the turns with the same parent. */
    chosen: z.boolean(),
    pinned: z.boolean(),
  })
export type ChatFileTurn = z.infer<typeof fileTurnSchema>

/** The draft of the chat. */
const draftSchema = z.object({
  text: z.string(),
  attachments: z.array(attachmentSchema).optional(),
})
export type ChatFileDraft = z.infer<typeof draftSchema>

/**
 * The lines of a file, in this order: the head; then each turn, after the one that it follows, with its
 * entries behind it, and before an entry the data that it is the first to name; then the end, with the draft, and
 * its data before it.
 */
export const chatFileLineSchema = z.discriminatedUnion('kind', [
  headSchema,
  fileTurnSchema,
  /** A piece of data that an entry names by its SHA-256; `data` is Base64, `bytes` those of the whole. */
  z.object({ kind: z.literal('data'), hash, bytes: count, at: count, data: base64Schema }),
  /** Data that an entry names and that was not there, or was too large, when the file was written. */
  z.object({ kind: z.literal('absent'), hash }),
  z.object({ kind: z.literal('entry'), turnId: identifierSchema, entry: entrySchema }),
  /** Without it the file was cut. Readers of an earlier time ignore the draft. */
  z.object({
    kind: z.literal('end'),
    turns: count,
    entries: count,
    absent: count,
    draft: draftSchema.optional(),
  }),
])
export type ChatFileLine = z.infer<typeof chatFileLineSchema>
