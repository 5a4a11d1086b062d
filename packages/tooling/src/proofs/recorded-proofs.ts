import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { proofSchema, type ProofsByFile } from './proofs-of-runs.ts'

/** The proofs of the last run of each test file, and its time. */
const keptSchema = z.record(z.string(), z.object({ at: z.string(), proofs: z.array(proofSchema) }))
export type RecordedProofs = z.infer<typeof keptSchema>

/** The file in which a run records its proofs. */
export const proofsIn = (reports: string) => join(reports, 'proofs.json')

/** @returns by test file */
export function readRecordedProofs(file: string): RecordedProofs {
  return existsSync(file) ? keptSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

/**
 * Records the proofs of a run. A run of some files replaces the earlier proofs of those files; with `isWhole` nothing
 * of an earlier run stays.
 */
export function recordProofs(
  run: ProofsByFile,
  options: { file: string; isWhole?: boolean; at?: string },
) {
  const { isWhole = false, file, at = new Date().toISOString() } = options
  const kept: RecordedProofs = isWhole ? {} : readRecordedProofs(file)
  for (const [name, proofs] of Object.entries(run)) kept[name] = { at, proofs }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(kept))
}
