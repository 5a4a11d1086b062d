import { join } from 'node:path'
import { output } from '../support/results.ts'

/** File that `run.fuzz.ts` writes and `limits.fuzz.ts` reads. */
export const outcomeFile = join(output, 'attack', 'outcome.json')

/** Seed and length, as `pnpm attack` passes them on. */
export function readSettings(): { seed: number; minutes: number } {
  const seed = Number(process.env['GATEHOUSE_ATTACK_SEED'] ?? 1)
  const minutes = Number(process.env['GATEHOUSE_ATTACK_MINUTES'] ?? 1)
  if (!Number.isInteger(seed) || !(minutes > 0))
    throw new Error('The seed or the minutes are not numbers.')
  return { seed, minutes }
}
