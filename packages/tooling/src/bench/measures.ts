import { z } from 'zod'
import { log } from '../command-support/log.mjs'

export const measuresSchema = z.array(
  z.object({ what: z.string(), seen: z.string(), target: z.string(), isMet: z.boolean() }),
)
/** Measured values, beside the targets. */
export type Measure = z.infer<typeof measuresSchema>[number]

/**
 * Prints a table of what was measured.
 * @returns exit code: 1 when a target is missed
 */
export function printMeasures(measures: readonly Measure[]): number {
  const wide = Math.max(...measures.map(({ what }) => what.length))
  const wider = Math.max(...measures.map(({ seen }) => seen.length))
  for (const { what, seen, target, isMet } of measures) {
    const line = `${what.padEnd(wide)}  ${seen.padEnd(wider)}  ${target}`
    if (isMet) log.success(line)
    else log.failure(line)
  }
  return measures.every(({ isMet }) => isMet) ? 0 : 1
}
