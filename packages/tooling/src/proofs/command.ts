/** `pnpm proofs`: every clause of `e2e/requirements` with the tests that proved it. */
import { log } from '../command-support/log.mjs'
import { resultsOf } from '../test-run.ts'
import { leftOutLists } from '../left-out.ts'
import { countProved, faultsOfProofs, listProofs } from './check-proofs.ts'
import { readLeftOutProofs } from './proofs-of-runs.ts'
import { proofsIn, readRecordedProofs } from './recorded-proofs.ts'
import { requiredClausesOf, readRequirements } from './read-requirements.ts'

export async function main(): Promise<number> {
  const requirements = await readRequirements()
  const clauses = requiredClausesOf(requirements)
  const { reports } = resultsOf()
  const kept = Object.values(readRecordedProofs(proofsIn(reports)))
  const proofs = kept.flatMap((file) => file.proofs)
  const leftOut = leftOutLists(reports).flatMap((list) => readLeftOutProofs(list))
  const marked = leftOut.map((proof) => ({ ...proof, title: `${proof.title} (nightly)` }))
  for (const line of listProofs(requirements, clauses, [...proofs, ...marked])) console.log(line)
  const times = kept.map(({ at }) => at).toSorted()
  console.log(
    kept.length === 0
      ? '\nNo test has run yet: npm test'
      : `\nFrom ${kept.length} test files that ran between ${times[0]} and ${times.at(-1)}.`,
  )
  const faults = faultsOfProofs(clauses, proofs, leftOut)
  for (const fault of faults) log.failure(fault)
  const counts = `${Object.keys(requirements).length} requirements, ${clauses.length} clauses by variant (${countProved(clauses, proofs, leftOut)}), ${proofs.length} proofs`
  if (faults.length === 0) log.success(counts)
  else log.failure(`${counts}, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}
