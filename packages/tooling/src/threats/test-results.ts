import { relative, resolve } from 'node:path'
import { z } from 'zod'
import { root } from '../command-support/paths.mjs'

/** One test that ran. */
export interface TestResult {
  /** Relative to the repository */
  file: string
  /** Follows those of the groups around it */
  title: string
  /** False when it failed, was skipped, or was expected to fail */
  passed: boolean
}

/** @param file absolute */
const inRepository = (file: string) => relative(root, file).replaceAll('\\', '/')

const fullTitle = (groups: readonly string[], title: string) => [...groups, title].join(' › ')

export const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
})

export function resultsOfVitest({ testResults }: z.infer<typeof vitestReport>): TestResult[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: inRepository(name),
      title: fullTitle(ancestorTitles, title),
      passed: status === 'passed',
    })),
  )
}

const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          expectedStatus: z.string(),
          results: z.array(z.object({ status: z.string() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
type Suite = z.infer<typeof playwrightSuite>

export const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
})

type SpecTest = Suite['specs'][number]['tests'][number]

const hasPassed = ({ expectedStatus, results }: SpecTest) =>
  expectedStatus === 'passed' && results.at(-1)?.status === 'passed'

export function resultsOfPlaywright({
  config,
  suites,
}: z.infer<typeof playwrightReport>): TestResult[] {
  // The outermost group is the file itself.
  return suites.flatMap((suite) => resultsOfSuite(suite, [], { folder: config.rootDir, hasPassed }))
}

/**
 * The tests of a report of `playwright test --list`. None has run; of those that are skipped or expected to fail
 * `passed` is false.
 */
export function listedByPlaywright({
  config,
  suites,
}: z.infer<typeof playwrightReport>): TestResult[] {
  const isExpectedToPass = ({ expectedStatus }: SpecTest) => expectedStatus === 'passed'
  const options = { folder: config.rootDir, hasPassed: isExpectedToPass }
  return suites.flatMap((suite) => resultsOfSuite(suite, [], options))
}

interface ReadOptions {
  folder: string
  hasPassed: (test: SpecTest) => boolean
}

function resultsOfSuite(
  { specs, suites = [] }: Suite,
  groups: readonly string[],
  options: ReadOptions,
): TestResult[] {
  const own = specs.map(({ title, file, tests }) => ({
    file: inRepository(resolve(options.folder, file)),
    title: fullTitle(groups, title),
    passed: tests.every((test) => options.hasPassed(test)),
  }))
  const inner = suites.flatMap((suite) => resultsOfSuite(suite, [...groups, suite.title], options))
  return [...own, ...inner]
}
