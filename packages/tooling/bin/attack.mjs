import '../src/check-node.mjs'
import { parseArgs } from 'node:util'
import { buildApp } from '../src/build.mjs'
import { startVirtualDisplay } from '../src/display.mjs'
import { provideElectron } from '../src/electron.mjs'
import { installPackages } from '../src/install.mjs'
import { endAll, endAllOnSignals } from '../src/run.mjs'
import { bad, good, info } from '../src/say.mjs'
import { runAttack } from '../src/stages/runners.mjs'
import { testEnvironment } from '../src/stages/test-environment.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'
import { provideSystem } from '../src/system.mjs'
import { openTestRun } from '../src/test-run.mjs'
import { using } from '../src/uses.mjs'

const usage = 'Usage: pnpm attack [--seed N|random] [--minutes 10]'

endAllOnSignals()
await runScript(async () => {
  const { seed, minutes } = readArguments()
  await installPackages()
  const electron = await provideElectron()
  await provideSystem(electron.executable, ['display', 'sessionBus', 'keyring', 'processes'])
  await buildApp()
  const run = openTestRun()
  const { display } = await startVirtualDisplay()
  try {
    info(`Attack with seed ${seed} for ${minutes} min`)
    const env = testEnvironment(electron, [display], run)
    const bench = { env, scratch: run.scratch, results: run.results, filters: [] }
    const { passed, failed, crash } = await using(['build'], () =>
      runAttack(bench, { seed, minutes }),
    )
    if (crash !== undefined) bad(`CRASHED: ${crash}`)
    else if (failed > 0) bad(`${failed} limits are broken, ${passed} hold`)
    else good(`${passed} limits hold`)
    return failed > 0 || crash !== undefined ? 1 : 0
  } finally {
    await endAll()
    run.close()
  }
})

function readArguments() {
  const options = /** @type {const} */ ({
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
  })
  const { values } = parseArgs({ options })
  const seed = values.seed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
  const minutes = Number(values.minutes)
  if (!Number.isInteger(seed) || seed < 0 || !(minutes > 0)) throw new StopHere(usage)
  return { seed, minutes }
}
