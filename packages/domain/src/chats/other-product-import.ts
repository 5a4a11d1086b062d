import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'
import type { JsonBudget } from '../json/json-budget.ts'
import { chatProductSchema } from './import-source.ts'

/** Limits of an export file of another product. Anything over them is refused before it is parsed. */
export const OTHER_PRODUCT_LIMITS = {
  /** Bytes of all its lists of chats, unpacked. */
  bytes: 2_147_483_648,
  /** Limits of one chat as JSON. */
  chat: { bytes: 16_777_216, nodes: 400_000, depth: 128 } satisfies JsonBudget,
  chats: 20_000,
  /** Files in an archive that are looked at for a list of chats. */
  archiveEntries: 100_000,
  /** Titles that a preview names. */
  titles: 200,
} as const

const count = z.number().int().nonnegative()

/** The contents of an export file that are not imported. */
export const leftOutOfImportSchema = z.object({
  /** Files and pictures that the file names, and whose data is not read: their names are kept. */
  attachments: count,
  /** Pictures and sounds of answers and tools. */
  media: count,
  /** Messages that the product did not show: instructions and notes of its own. */
  hidden: count,
  /** Parts of messages of a kind that is not known, and attached files beyond those that a message may have. */
  parts: count,
  /** Entries that are no chats, and chats larger than one may be. */
  chats: count,
})
export type LeftOutOfImport = z.infer<typeof leftOutOfImportSchema>

/** The preview of an import; nothing is stored yet. */
export const chatImportPreviewSchema = z.object({
  name: z.string().max(255),
  product: chatProductSchema,
  chats: count,
  messages: count,
  /** Chats that were imported before. */
  known: count,
  /** When the first of its chats began, and when something last happened in one. */
  from: timestampSchema,
  to: timestampSchema,
  /** Titles of its first chats. */
  titles: z.array(z.string()).max(OTHER_PRODUCT_LIMITS.titles),
  /** Chats here that an import may replace by a later state. */
  updates: count,
  /** Titles here of the first of them. */
  updatedTitles: z.array(z.string()).max(OTHER_PRODUCT_LIMITS.titles),
  leftOut: leftOutOfImportSchema,
})
export type ChatImportPreview = z.infer<typeof chatImportPreviewSchema>

export const chatImportOutcomeSchema = z.object({
  imported: count,
  /** Chats that were imported before, and changed since. */
  updated: count,
  /** Chats that are here already as they are in the file. */
  unchanged: count,
  /** Chats that changed, and that the person wrote in here: they stay as they are. */
  continued: count,
  /** Chats of the preview that could not be taken in. */
  failed: count,
  /** True if it was cancelled: the chats imported so far stay. */
  isCancelled: z.boolean(),
})
export type ChatImportOutcome = z.infer<typeof chatImportOutcomeSchema>

export const importProgressSchema = z.object({
  /** 0 to 1. */
  fraction: z.number().min(0).max(1),
  /** Read, or imported, so far. */
  chats: count,
})
export type ImportProgress = z.infer<typeof importProgressSchema>
