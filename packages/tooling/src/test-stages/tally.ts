import type { Outcome } from './outcome.ts'

/**
 * The closing lines of a run. A crashed runner leaves no count to be trusted, so none is given.
 * @param outcomes by stage
 */
export function tally(outcomes: ReadonlyMap<string, Outcome>): {
  lines: string[]
  exitCode: number
} {
  const crashes = [...outcomes].filter(([, outcome]) => outcome.crash !== undefined)
  if (crashes.length > 0) {
    return {
      lines: crashes.map(([name, outcome]) => `CRASHED: ${name}: ${outcome.crash}.`),
      exitCode: 1,
    }
  }
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const outcome of outcomes.values()) {
    sum.passed += outcome.passed
    sum.failed += outcome.failed
    sum.skipped += outcome.skipped
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  const exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0
  return { lines: [`${sum.passed} passed, ${sum.failed} failed${skipped}`], exitCode }
}
