import { bad, good } from '../say.mjs'

/** @typedef {{ what: string, seen: string, target: string, isMet: boolean }} Measure */

/**
 * Prints a table of what was measured.
 * @param {readonly Measure[]} measures
 * @returns {number} exit code: 1 when a target is missed
 */
export function printVerdicts(measures) {
  const wide = Math.max(...measures.map(({ what }) => what.length))
  const wider = Math.max(...measures.map(({ seen }) => seen.length))
  for (const { what, seen, target, isMet } of measures) {
    const line = `${what.padEnd(wide)}  ${seen.padEnd(wider)}  ${target}`
    if (isMet) good(line)
    else bad(line)
  }
  return measures.every(({ isMet }) => isMet) ? 0 : 1
}
