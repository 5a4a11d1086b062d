/** Deletions in an exported record of activity: which entries were deleted as old, and what is left beside them. */
import { z } from 'zod'

const deletionSchema = z.object({
  kind: z.literal('record-cut'),
  cut: z.object({
    first: z.number(),
    through: z.number(),
    previous: z.string(),
    head: z.string(),
    fault: z.object({ record: z.number() }).nullable(),
  }),
})
export type ExportedDeletion = z.infer<typeof deletionSchema>['cut']

/** The deletion that an entry records. Only the last one names the entries that are missing. */
export function deletionOf(entry: string): ExportedDeletion | undefined {
  if (!entry.includes('"kind":"record-cut"')) return undefined
  try {
    return deletionSchema.safeParse(JSON.parse(entry)).data?.cut
  } catch {
    return undefined
  }
}

/** A place in the file where an entry does not follow the one before it. */
export interface ChainBreak {
  line: number
  /** The numbers of the entries on both sides; 0 before the first. */
  after: number
  record: number
  /** The hash before the entry, as the entry states it. */
  previous: string
}

/**
 * True if entries were deleted here: at the start of the file, or, if the deletion was interrupted, after the
 * entries that it had not reached.
 */
export function isGapFromDeletion(
  deletion: ExportedDeletion,
  { after, record, previous }: ChainBreak,
): boolean {
  if (after === 0 && record === deletion.first) return previous === deletion.previous
  return (
    record === deletion.through + 1 &&
    previous === deletion.head &&
    (after === 0 || (after >= deletion.first && after < deletion.through))
  )
}
