import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { binOf, root } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'

/** A fault to plant, and the test that must turn red for it. */
export interface Mutation {
  /** Effect that the mutation removes, in one line */
  breaks: string
  /** File, relative to the repository. */
  file: string
  /** Stands in it exactly once */
  text: string
  replacement: string
  /** File of the test, relative to the repository */
  test: string
  /** Of the test, with the titles of the groups around it; a part of it that no other has */
  title: string
}

/** `fault` is what is wrong, if anything: the mutant survived, or its test does not report it. */
export type MutantOutcome = { mutation: Mutation; fault?: string }
const testFileSchema = z.object({
  assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
})
type TestFile = z.infer<typeof testFileSchema>
const reportSchema = z.object({ testResults: z.array(testFileSchema) })

/** Returns the faults of the data itself. */
export function faultsOfMutations(
  mutations: readonly Mutation[],
  read: (file: string) => string = (file) => readFileSync(join(root, file), 'utf8'),
  exists: (file: string) => boolean = (file) => existsSync(join(root, file)),
): string[] {
  return mutations.flatMap(({ breaks, file, text, replacement, test }) => {
    if (!exists(test)) return [`${breaks}: there is no test file ${test}`]
    const count = read(file).split(text).length - 1
    if (text === replacement) return [`${breaks}: it changes nothing`]
    return count === 1 ? [] : [`${breaks}: its text stands ${count} times in ${file}`]
  })
}

/**
 * Checks the tests of a mutation.
 * @returns what is wrong
 */
export function checkMutant(
  { title }: Mutation,
  results: readonly TestFile[],
  wanted: 'passed' | 'failed',
): string | undefined {
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  const named = tests.filter(
    ({ fullName, status }) => fullName.includes(title) && status !== 'skipped',
  )
  if (named.length === 0) return 'the named test did not run'
  if (wanted === 'passed')
    return named.every(({ status }) => status === 'passed')
      ? undefined
      : 'the named test fails without it'
  return named.some(({ status }) => status === 'failed') ? undefined : 'it survived'
}

/**
 * A copy of the repository in which files can be changed; `node_modules` are the ones of the repository.
 * @returns its folder, for the caller to remove
 */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mutations-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const skipped = /[\\/](\.tsc|out|dist|release|\.cache)$/
  for (const name of ['package.json', 'vitest.config.ts', 'tsconfig.base.json', 'packages'])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      // Links between packages lead to the copies, those to other packages back into the repository.
      verbatimSymlinks: true,
      filter: (path) => !skipped.test(path),
    })
  return folder
}

/** Runs the tests of some mutations in a copy. */
async function runTests(folder: string, mutations: readonly Mutation[]): Promise<TestFile[]> {
  const report = join(folder, 'vitest.json')
  rmSync(report, { force: true })
  const titles = mutations.map(({ title }) =>
    title.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  )
  const command = [...binOf('vitest'), 'run', '--reporter=json', `--outputFile=${report}`]
  const filter = ['-t', titles.join('|'), ...new Set(mutations.map(({ test }) => test))]
  await run([...command, ...filter], { quiet: true, cwd: folder, timeoutMs: 300_000 })
  if (!existsSync(report)) return []
  return reportSchema.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults
}

/** Plants one mutant after another and runs its test. */
export async function runMutations(
  mutations: readonly Mutation[],
  onOutcome: (outcome: MutantOutcome) => void,
): Promise<MutantOutcome[]> {
  const folder = copyRepository()
  const outcomes: MutantOutcome[] = []
  const report = (outcome: MutantOutcome) => {
    outcomes.push(outcome)
    onOutcome(outcome)
  }
  try {
    const unchanged = await runTests(folder, mutations)
    for (const mutation of mutations) {
      const broken = checkMutant(mutation, unchanged, 'passed')
      if (broken !== undefined) {
        report({ mutation, fault: broken })
        continue
      }
      const file = join(folder, mutation.file)
      const original = readFileSync(file, 'utf8')
      writeFileSync(file, original.split(mutation.text).join(mutation.replacement))
      const fault = checkMutant(mutation, await runTests(folder, [mutation]), 'failed')
      writeFileSync(file, original)
      report({ mutation, ...(fault === undefined ? {} : { fault }) })
    }
    return outcomes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
