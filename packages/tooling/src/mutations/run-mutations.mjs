import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binOf, root } from '../paths.mjs'
import { run } from '../run.mjs'

/**
 * A fault to plant, and the test that must turn red for it.
 * @typedef {object} Mutation
 * @property {string} breaks what the code no longer does with it, in one line
 * @property {string} file relative to the repository
 * @property {string} text that stands in it exactly once
 * @property {string} replacement
 * @property {string} test file of the test, relative to the repository
 * @property {string} title of the test, with the titles of the groups around it; a part of it that no other has
 */

/** @typedef {{ mutation: Mutation, fault?: string }} Verdict what is wrong, if anything: the mutant survived or says nothing */
/** @typedef {{ assertionResults: { fullName: string, status: string }[] }} TestFile */

/**
 * What is wrong with the data itself.
 * @param {readonly Mutation[]} mutations
 * @param {(file: string) => string} [read]
 * @returns {string[]}
 */
export function faultsOfMutations(
  mutations,
  read = (file) => readFileSync(join(root, file), 'utf8'),
) {
  return mutations.flatMap(({ breaks, file, text, replacement }) => {
    const count = read(file).split(text).length - 1
    if (text === replacement) return [`${breaks}: it changes nothing`]
    return count === 1 ? [] : [`${breaks}: its text stands ${count} times in ${file}`]
  })
}

/**
 * Whether the tests of a mutation are as they should be.
 * @param {Mutation} mutation
 * @param {readonly TestFile[]} results
 * @param {'passed' | 'failed'} wanted
 * @returns {string | undefined} what is wrong
 */
export function judgeMutant({ title }, results, wanted) {
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
 * @returns {string} its folder, for the caller to remove
 */
function copyRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mutations-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
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

/**
 * Runs the tests of some mutations in a copy.
 * @param {string} folder
 * @param {readonly Mutation[]} mutations
 * @returns {Promise<TestFile[]>}
 */
async function runTests(folder, mutations) {
  const report = join(folder, 'vitest.json')
  rmSync(report, { force: true })
  const titles = mutations.map(({ title }) =>
    title.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  )
  const command = [...binOf('vitest'), 'run', '--reporter=json', `--outputFile=${report}`]
  const filter = ['-t', titles.join('|'), ...new Set(mutations.map(({ test }) => test))]
  await run([...command, ...filter], { quiet: true, cwd: folder, timeoutMs: 300_000 })
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    return []
  }
}

/**
 * Plants one mutant after another and runs its test.
 * @param {readonly Mutation[]} mutations
 * @param {(verdict: Verdict) => void} onVerdict
 * @returns {Promise<Verdict[]>}
 */
export async function runMutations(mutations, onVerdict) {
  const folder = copyRepository()
  /** @type {Verdict[]} */
  const verdicts = []
  const judge = (/** @type {Verdict} */ verdict) => {
    verdicts.push(verdict)
    onVerdict(verdict)
  }
  try {
    const healthy = await runTests(folder, mutations)
    for (const mutation of mutations) {
      const sick = judgeMutant(mutation, healthy, 'passed')
      if (sick !== undefined) {
        judge({ mutation, fault: sick })
        continue
      }
      const file = join(folder, mutation.file)
      const original = readFileSync(file, 'utf8')
      writeFileSync(file, original.split(mutation.text).join(mutation.replacement))
      const fault = judgeMutant(mutation, await runTests(folder, [mutation]), 'failed')
      writeFileSync(file, original)
      judge({ mutation, ...(fault === undefined ? {} : { fault }) })
    }
    return verdicts
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
