import { join } from 'node:path'
import { CommandError } from '../command-support/command-error.mjs'
import { log } from '../command-support/log.mjs'
import { binOf, root } from '../command-support/paths.mjs'
import type { OrdinaryUser } from '../system-setup/ordinary-user.ts'
import { playwrightEnvironment, readPlaywright, runTests } from '../test-stages/run-tests.ts'
import type { TestRun } from '../test-run.ts'

interface InstalledApp {
  /** Starts the installed program as the ordinary user. */
  program: string
  user: OrdinaryUser
  profile: string
}

/**
 * Drives the installed application; see e2e/installed.
 * @throws {CommandError} when a test fails
 */
export async function driveInstalledApp(
  { env, scratch, results }: TestRun,
  { program, user, profile }: InstalledApp,
): Promise<void> {
  const report = join(results.reports, 'installed.json')
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=installed/playwright.config.ts',
    '--reporter=list,json',
  ]
  const testContext = { env, scratch, results, filters: [] }
  const outcome = await runTests(
    { command, report, read: readPlaywright, minutes: 10, cwd: join(root, 'e2e') },
    {
      ...testContext,
      env: {
        ...playwrightEnvironment(testContext, report),
        GATEHOUSE_INSTALLED_APP: program,
        GATEHOUSE_INSTALLED_PROFILE: profile,
        GATEHOUSE_INSTALLED_UID: String(user.uid),
      },
    },
    // The ordinary user has one of its own.
    false,
  )
  if (outcome.crash !== undefined) throw new CommandError(`The tests crashed: ${outcome.crash}.`)
  if (outcome.failed > 0) throw new CommandError(`${outcome.failed} tests failed.`)
  log.success(`${outcome.passed} tests of the installed application`)
}
