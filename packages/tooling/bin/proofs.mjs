import '../src/check-node.mjs'
import { installPackages } from '../src/install.mjs'
import { faultsOfProofs, listProofs } from '../src/proofs/judge-proofs.mjs'
import { proofsIn, readKeptProofs } from '../src/proofs/kept-proofs.mjs'
import { obligationsOf, readRequirements } from '../src/proofs/read-requirements.mjs'
import { bad, good } from '../src/say.mjs'
import { runScript } from '../src/stop-here.mjs'
import { resultsOf } from '../src/test-run.mjs'

await runScript(async () => {
  await installPackages()
  const requirements = await readRequirements()
  const obligations = obligationsOf(requirements)
  const kept = Object.values(readKeptProofs(proofsIn(resultsOf().reports)))
  const proofs = kept.flatMap((file) => file.proofs)
  for (const line of listProofs(requirements, obligations, proofs)) console.log(line)
  const times = kept.map(({ at }) => at).toSorted()
  console.log(
    kept.length === 0
      ? '\nNo test has run yet: npm test'
      : `\nFrom ${kept.length} test files that ran between ${times[0]} and ${times.at(-1)}.`,
  )
  const faults = faultsOfProofs(obligations, proofs)
  for (const fault of faults) bad(fault)
  const counts = `${Object.keys(requirements).length} requirements, ${obligations.length} clauses by variant, ${proofs.length} proofs`
  if (faults.length === 0) good(counts)
  else bad(`${counts}, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
})
