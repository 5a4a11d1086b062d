import { z } from 'zod'

/** A file that decides which code runs, as it was when the person allowed the launch. */
export const pinnedFileSchema = z.object({
  /** `program`: the command; `interpreter`: named by its first line; `code`: named by an argument or variable. */
  role: z.enum(['program', 'interpreter', 'code']),
  /** The part of the launch that names it: the command, the first line, the argument. */
  named: z.string(),
  path: z.string(),
  /** Behind every symbolic link. */
  realPath: z.string(),
  /** Bytes. */
  size: z.number().nonnegative(),
  /** Milliseconds since the Unix epoch, with fractions, as the file system reports. */
  modifiedAt: z.number(),
  changedAt: z.number(),
  /** SHA-256 of its content, in hex. */
  sha256: z.string(),
})
export type PinnedFile = z.infer<typeof pinnedFileSchema>

export const launchPinSchema = z.object({ files: z.array(pinnedFileSchema) })
export type LaunchPin = z.infer<typeof launchPinSchema>

/**
 * A difference from the allowed launch. `moved`: another file; `replaced`: the same path with other content;
 * `added` and `gone`: a file more or less that decides which code runs.
 */
export const fileChangeSchema = z.object({
  kind: z.enum(['moved', 'replaced', 'added', 'gone']),
  role: pinnedFileSchema.shape.role,
  named: z.string(),
  /** Real paths. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FileChange = z.infer<typeof fileChangeSchema>

/**
 * Returns the differences; empty when exactly the allowed files would run. The same file with the same content is
 * no difference, by whatever name.
 */
export function fileChanges(allowed: LaunchPin, found: LaunchPin): FileChange[] {
  const isIn = ({ files }: LaunchPin, { role, realPath, sha256 }: PinnedFile): boolean =>
    files.some((one) => one.role === role && one.realPath === realPath && one.sha256 === sha256)
  const key = ({ role, named }: PinnedFile): string => JSON.stringify([role, named])
  const after = new Map(found.files.map((file) => [key(file), file]))
  const before = new Map(allowed.files.map((file) => [key(file), file]))
  const changes: FileChange[] = []
  for (const [id, old] of before) {
    const change = compare(old, after.get(id))
    if (change && !(change.kind === 'gone' && isIn(found, old))) changes.push(change)
  }
  for (const [id, file] of after) {
    const { role, named, realPath } = file
    if (!before.has(id) && !isIn(allowed, file))
      changes.push({ kind: 'added', role, named, before: null, after: realPath })
  }
  return changes
}

function compare(old: PinnedFile, now: PinnedFile | undefined): FileChange | null {
  const { role, named } = old
  const base = { role, named, before: old.realPath, after: now?.realPath ?? null }
  if (!now) return { ...base, kind: 'gone' }
  if (now.realPath !== old.realPath) return { ...base, kind: 'moved' }
  return now.sha256 === old.sha256 ? null : { ...base, kind: 'replaced' }
}
