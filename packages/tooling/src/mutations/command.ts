/** `pnpm mutations [word]`: plants each mutant in a copy of the repository and runs the test that must notice. */
import { mutations } from './mutations.ts'
import { faultsOfMutations, runMutations } from './run-mutations.ts'
import { endAll } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { CommandError } from '../command-support/command-error.mjs'

export async function main(args: string[]): Promise<number> {
  const [word] = args
  const chosen = mutations.filter(
    ({ breaks, file }) => word === undefined || breaks.includes(word) || file.includes(word),
  )
  if (chosen.length === 0) throw new CommandError(`No mutation is about ${word}`)
  const faults = faultsOfMutations(chosen)
  for (const fault of faults) log.failure(fault)
  if (faults.length > 0) return 1
  const outcomes = await runMutations(chosen, ({ mutation, fault }) => {
    if (fault === undefined) log.success(`killed: ${mutation.breaks}`)
    else log.failure(`${mutation.breaks}: ${fault} (${mutation.test}: ${mutation.title})`)
  })
  await endAll()
  const killed = outcomes.filter(({ fault }) => fault === undefined).length
  console.log(`\n${killed} of ${outcomes.length} mutants killed`)
  return killed === outcomes.length ? 0 : 1
}
