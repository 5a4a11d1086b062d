import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, root } from '../command-support/paths.mjs'
import type { Outcome } from '../test-stages/outcome.ts'
import {
  playwrightEnvironment,
  readPlaywright,
  runTests,
  type TestContext,
} from '../test-stages/run-tests.ts'
import { measuresSchema, type Measure } from './measures.ts'

/** A file `e2e/bench/NAME.bench.ts`. */
export type WindowBench = 'chat' | 'import' | 'servers' | 'update'

/** Measures the built application in a real window; see e2e/bench. */
export async function runBench(
  testContext: TestContext,
  what: WindowBench,
): Promise<{ outcome: Outcome; measures: Measure[] }> {
  const report = join(testContext.results.reports, 'bench.json')
  const table = join(testContext.results.reports, 'bench-measures.json')
  rmSync(table, { force: true })
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=bench/playwright.config.ts',
    '--reporter=line,json',
  ]
  const env = {
    ...playwrightEnvironment(testContext, report),
    GATEHOUSE_BENCH: what,
    GATEHOUSE_BENCH_FILE: table,
  }
  const runner = { command, report, read: readPlaywright, minutes: 25, cwd: join(root, 'e2e') }
  const outcome = await runTests(runner, { ...testContext, env })
  const measures = existsSync(table)
    ? measuresSchema.parse(JSON.parse(readFileSync(table, 'utf8')))
    : []
  return { outcome, measures }
}
