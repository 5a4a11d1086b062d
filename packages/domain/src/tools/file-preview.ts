import { z } from 'zod'

/** Bytes of a file with which a call that would change it is compared. */
export const MAX_PREVIEW_BYTES = 500_000

/** The present file that a call would change, or the reason for which it is not read. */
export const filePreviewSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), path: z.string(), text: z.string().max(MAX_PREVIEW_BYTES) }),
  /** There is none at the path: the call would create it. */
  z.object({ kind: z.literal('absent'), path: z.string() }),
  z.object({
    kind: z.literal('not-read'),
    /**
     * `elsewhere`: the server runs on another computer, or the path is in no folder of the chat or of the server;
     * `relative`: only the server knows to what; `leads-out`: a link leads out of the folder.
     */
    because: z.enum(['elsewhere', 'relative', 'leads-out', 'too-large', 'not-text', 'unreadable']),
  }),
])
export type FilePreview = z.infer<typeof filePreviewSchema>
