import { log } from '../command-support/log.mjs'
import { leftOutLists } from '../left-out.ts'
import { countProved, faultsOfProofs } from '../proofs/check-proofs.ts'
import { readLeftOutProofs } from '../proofs/proofs-of-runs.ts'
import { proofsIn, readRecordedProofs } from '../proofs/recorded-proofs.ts'
import { requiredClausesOf, readRequirements } from '../proofs/read-requirements.ts'
import type { Outcome } from './outcome.ts'

/**
 * Every clause of every requirement, in every variant it lists, was asserted by a test that passed, or is named by one
 * that this run left to the nightly one.
 * @param reports folder of the reports of this run
 * @param haveTestsRun whether all tests have just run
 */
export async function checkProofs(reports: string, haveTestsRun: boolean): Promise<Outcome> {
  const requirements = await readRequirements()
  const clauses = requiredClausesOf(requirements)
  const proofs = Object.values(readRecordedProofs(proofsIn(reports))).flatMap((kept) => kept.proofs)
  const leftOut = leftOutLists(reports).flatMap((list) => readLeftOutProofs(list))
  const faults = haveTestsRun ? faultsOfProofs(clauses, proofs, leftOut) : []
  for (const fault of faults) log.failure(fault)
  const counts = `${Object.keys(requirements).length} requirements, ${clauses.length} clauses by variant`
  return {
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length === 0 ? 0 : 1,
    skipped: 0,
    note: haveTestsRun
      ? `${counts}: ${countProved(clauses, proofs, leftOut)}`
      : `${counts}; not all tests have run`,
  }
}
