/** `npm run pictures [-- --check]`: takes the pictures of the README from the built app, or compares them with it. */
import { join } from 'node:path'
import { buildApp } from '../build-and-start/build.ts'
import { endAll } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { log } from '../command-support/log.mjs'
import { binOf, root } from '../command-support/paths.mjs'
import { withResultsInUse } from '../command-support/results-in-use.mjs'
import { provideElectron } from '../electron/provide-electron.ts'
import { startDisplays } from '../system-setup/display.ts'
import { provideSystem } from '../system-setup/provide-system.ts'
import {
  playwrightEnvironment,
  readPlaywright,
  runTests,
  type TestContext,
} from '../test-stages/run-tests.ts'
import { testEnvironment } from '../test-stages/test-environment.ts'
import { openTestRun } from '../test-run.ts'

export async function main(args: readonly string[]): Promise<number> {
  const isCheck = args.includes('--check')
  if (args.some((arg) => arg !== '--check'))
    throw new CommandError('Usage: npm run pictures [-- --check]')
  const electron = await provideElectron()
  await provideSystem(electron.executable, ['display', 'sessionBus', 'keyring', 'fonts'])
  await buildApp()
  const run = openTestRun()
  try {
    const { scratch, results } = run
    const env = testEnvironment(electron, await startDisplays(1), run)
    const testContext = { env, scratch, results, filters: [] }
    const outcome = await withResultsInUse(['build'], () => takePictures(testContext, isCheck))
    const fault =
      outcome.crash ?? (outcome.failed > 0 ? `${outcome.failed} tests failed` : undefined)
    if (fault === undefined) {
      log.success(`docs/screenshots is ${isCheck ? 'as the app looks' : 'written'}`)
      return 0
    }
    log.failure(`${fault}. What differs is in ${join(results.output, 'pictures')}`)
    if (isCheck) log.info('If the app is meant to look so now: npm run pictures, and look at them.')
    return 1
  } finally {
    await endAll()
    run.close()
  }
}

function takePictures(testContext: TestContext, isCheck: boolean) {
  const report = join(testContext.results.reports, 'pictures.json')
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=pictures/playwright.config.ts',
    '--reporter=list,json',
    `--update-snapshots=${isCheck ? 'none' : 'all'}`,
  ]
  return runTests(
    { command, report, read: readPlaywright, minutes: 10, cwd: join(root, 'e2e') },
    { ...testContext, env: playwrightEnvironment(testContext, report) },
  )
}
