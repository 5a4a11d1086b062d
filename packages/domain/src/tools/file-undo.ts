import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'
import { blobRefSchema } from '../content/stored-result.ts'

/** Bytes that are kept of files before calls wrote to them: of one file, and of all files of a chat. */
export const KEPT_FILE_LIMITS = { fileBytes: 5_000_000, chatBytes: 20_000_000 } as const

const absent = z.object({ kind: z.literal('absent') })

/** A file that a call changed. `path`: below `folder`, with `/` between its parts. */
export const keptFileSchema = z.object({
  folder: z.string(),
  path: z.string(),
  /** `mode`: its permission bits. */
  before: z.discriminatedUnion('kind', [
    absent,
    z.object({
      kind: z.literal('file'),
      blob: blobRefSchema,
      mode: z.number().int().nonnegative(),
    }),
  ]),
  /** As the call left it: SHA-256 in hex. */
  after: z.discriminatedUnion('kind', [
    absent,
    z.object({ kind: z.literal('file'), sha256: z.string() }),
  ]),
})
export type KeptFile = z.infer<typeof keptFileSchema>

/** The versions of files that a call changed, as far as they are kept for an undo. */
export const fileUndoSchema = z.discriminatedUnion('state', [
  /** Two files: one that was moved, from and to. */
  z.object({ state: z.literal('kept'), files: z.array(keptFileSchema).min(1).max(2) }),
  z.object({
    state: z.literal('not-kept'),
    /**
     * As of `FilePreview`, and: `path-unknown`: the arguments name no path; `folder`: it is no single file;
     * `chat-full`: over the limit of the chat; `overlapped`: another call wrote to the file at the same time.
     */
    because: z.enum([
      'elsewhere',
      'relative',
      'leads-out',
      'too-large',
      'unreadable',
      'path-unknown',
      'folder',
      'chat-full',
      'overlapped',
    ]),
  }),
  z.object({ state: z.literal('undone'), paths: z.array(z.string()), at: timestampSchema }),
])
export type FileUndo = z.infer<typeof fileUndoSchema>

/** A version of a file in a comparison. `unshown`: it is no text, or too large to be compared. */
const versionSchema = z.discriminatedUnion('kind', [
  absent,
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('unshown'), bytes: z.number().int().nonnegative() }),
])
export type ShownVersion = z.infer<typeof versionSchema>

/** An undo that was not made yet, compared with the files as they are now. */
export const undoPreviewSchema = z.object({
  /** `changed`: a file is not as the call left it; `as-before`: all are as before the call already. */
  state: z.enum(['ready', 'changed', 'as-before']),
  files: z.array(z.object({ path: z.string(), now: versionSchema, restored: versionSchema })),
  /** SHA-256 of the versions that are compared; the undo names it. */
  shown: z.string(),
})
export type UndoPreview = z.infer<typeof undoPreviewSchema>
