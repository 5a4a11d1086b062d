import '../src/check-node.mjs'
import { installPackages } from '../src/install.mjs'
import { mutations } from '../src/mutations/mutations.mjs'
import { faultsOfMutations, runMutations } from '../src/mutations/run-mutations.mjs'
import { endAll, endAllOnSignals } from '../src/run.mjs'
import { bad, good } from '../src/say.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'

endAllOnSignals()
await runScript(async () => {
  await installPackages()
  const [word] = process.argv.slice(2)
  const chosen = mutations.filter(
    ({ breaks, file }) => word === undefined || breaks.includes(word) || file.includes(word),
  )
  if (chosen.length === 0) throw new StopHere(`No mutation is about ${word}`)
  const faults = faultsOfMutations(chosen)
  for (const fault of faults) bad(fault)
  if (faults.length > 0) return 1
  const verdicts = await runMutations(chosen, ({ mutation, fault }) => {
    if (fault === undefined) good(`killed: ${mutation.breaks}`)
    else bad(`${mutation.breaks}: ${fault} (${mutation.test}: ${mutation.title})`)
  })
  await endAll()
  const killed = verdicts.filter(({ fault }) => fault === undefined).length
  console.log(`\n${killed} of ${verdicts.length} mutants killed`)
  return killed === verdicts.length ? 0 : 1
})
