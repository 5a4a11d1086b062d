import { parseArgs } from 'node:util'
import { buildApp } from '../build-and-start/build.ts'
import { startDisplays } from '../system-setup/display.ts'
import { provideElectron } from '../electron/provide-electron.ts'
import { endAll } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { runAttack } from '../test-stages/runners.ts'
import { testEnvironment } from '../test-stages/test-environment.ts'
import { CommandError } from '../command-support/command-error.mjs'
import { provideSystem } from '../system-setup/provide-system.ts'
import { openTestRun } from '../test-run.ts'
import { withResultsInUse } from '../command-support/results-in-use.mjs'

const usage = 'Usage: pnpm attack [--seed N|random] [--minutes 10]'

export async function main(args: string[]): Promise<number> {
  const { seed, minutes } = readArguments(args)
  const electron = await provideElectron()
  await provideSystem(electron.executable, ['display', 'sessionBus', 'keyring', 'processes'])
  await buildApp()
  const run = openTestRun()
  const displays = await startDisplays(1)
  try {
    log.info(`Attack with seed ${seed} for ${minutes} min`)
    const env = testEnvironment(electron, displays, run)
    const testContext = { env, scratch: run.scratch, results: run.results, filters: [] }
    const { passed, failed, crash } = await withResultsInUse(['build'], () =>
      runAttack(testContext, { seed, minutes }),
    )
    if (crash !== undefined) log.failure(`CRASHED: ${crash}`)
    else if (failed > 0) log.failure(`${failed} limits are broken, ${passed} hold`)
    else log.success(`${passed} limits hold`)
    return failed > 0 || crash !== undefined ? 1 : 0
  } finally {
    await endAll()
    run.close()
  }
}

function readArguments(args: string[]) {
  const options = {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
  } as const
  const { values } = parseArgs({ args, options })
  const seed = values.seed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
  const minutes = Number(values.minutes)
  if (!Number.isInteger(seed) || seed < 0 || !(minutes > 0)) throw new CommandError(usage)
  return { seed, minutes }
}
