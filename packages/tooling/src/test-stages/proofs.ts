import { log } from '../command-support/log.mjs'
import { faultsOfProofs } from '../proofs/check-proofs.ts'
import { proofsIn, readRecordedProofs } from '../proofs/recorded-proofs.ts'
import { requiredClausesOf, readRequirements } from '../proofs/read-requirements.ts'
import type { Outcome } from './outcome.ts'

/**
 * Every clause of every requirement, in every variant it lists, was asserted by a test that passed.
 * @param reports folder of the reports of this run
 * @param haveTestsRun whether all tests have just run
 */
export async function checkProofs(reports: string, haveTestsRun: boolean): Promise<Outcome> {
  const requirements = await readRequirements()
  const clauses = requiredClausesOf(requirements)
  const proofs = Object.values(readRecordedProofs(proofsIn(reports))).flatMap((kept) => kept.proofs)
  const faults = haveTestsRun ? faultsOfProofs(clauses, proofs) : []
  for (const fault of faults) log.failure(fault)
  const counts = `${Object.keys(requirements).length} requirements, ${clauses.length} clauses by variant`
  return {
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length === 0 ? 0 : 1,
    skipped: 0,
    note: haveTestsRun ? `${counts}, ${proofs.length} proofs` : `${counts}; not all tests have run`,
  }
}
