/** Cuts in an exported record of activity: which entries were deleted as old, and what is left beside them. */
import { z } from 'zod'

const cutSchema = z.object({
  kind: z.literal('record-cut'),
  cut: z.object({
    first: z.number(),
    through: z.number(),
    previous: z.string(),
    head: z.string(),
    fault: z.object({ record: z.number() }).nullable(),
  }),
})
export type ExportedCut = z.infer<typeof cutSchema>['cut']

/** The cut that an entry records. Only that of the last one names what is not there any more. */
export function cutOf(entry: string): ExportedCut | undefined {
  if (!entry.includes('"kind":"record-cut"')) return undefined
  try {
    return cutSchema.safeParse(JSON.parse(entry)).data?.cut
  } catch {
    return undefined
  }
}

/** A place where an entry does not follow the one before it in the file. */
export interface Break {
  line: number
  /** The numbers of the entries on both sides; 0 before the first. */
  after: number
  record: number
  /** What the entry names as the hash before it. */
  previous: string
}

/**
 * Whether this is where entries were deleted: in front of the file, or, where the cut was ended in the middle,
 * behind those that it had not come to.
 */
export function isGapFromDeletion(cut: ExportedCut, { after, record, previous }: Break): boolean {
  if (after === 0 && record === cut.first) return previous === cut.previous
  return (
    record === cut.through + 1 &&
    previous === cut.head &&
    (after === 0 || (after >= cut.first && after < cut.through))
  )
}
