/** `pnpm proofs`: every clause of `e2e/requirements` with the tests that proved it. */
import { log } from '../command-support/log.mjs'
import { resultsOf } from '../test-run.ts'
import { faultsOfProofs, listProofs } from './check-proofs.ts'
import { proofsIn, readRecordedProofs } from './recorded-proofs.ts'
import { requiredClausesOf, readRequirements } from './read-requirements.ts'

export async function main(): Promise<number> {
  const requirements = await readRequirements()
  const clauses = requiredClausesOf(requirements)
  const kept = Object.values(readRecordedProofs(proofsIn(resultsOf().reports)))
  const proofs = kept.flatMap((file) => file.proofs)
  for (const line of listProofs(requirements, clauses, proofs)) console.log(line)
  const times = kept.map(({ at }) => at).toSorted()
  console.log(
    kept.length === 0
      ? '\nNo test has run yet: npm test'
      : `\nFrom ${kept.length} test files that ran between ${times[0]} and ${times.at(-1)}.`,
  )
  const faults = faultsOfProofs(clauses, proofs)
  for (const fault of faults) log.failure(fault)
  const counts = `${Object.keys(requirements).length} requirements, ${clauses.length} clauses by variant, ${proofs.length} proofs`
  if (faults.length === 0) log.success(counts)
  else log.failure(`${counts}, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}
