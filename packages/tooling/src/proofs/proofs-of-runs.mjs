import { relative, resolve } from 'node:path'
import { root } from '../paths.mjs'

/**
 * A clause that a passing test asserted.
 * @typedef {object} Proof
 * @property {string} clause `id.name`
 * @property {string} [variant]
 * @property {string} file relative to the repository
 * @property {string} title of the test, after those of the groups around it
 */

/**
 * What a run of tests proved, by test file: a file that ran and proved nothing has an empty list.
 * @typedef {Record<string, Proof[]>} ProofsByFile
 */

/** @param {string} file absolute */
const inRepository = (file) => relative(root, file).replaceAll('\\', '/')

/**
 * @param {{ testResults: { name: string, assertionResults: { fullName: string, status: string, meta?: { proofs?: { clause: string, variant?: string }[] } }[] }[] }} report
 *   of vitest; `proves` of the testkit leaves the proofs in the meta data of a test
 * @returns {ProofsByFile}
 */
export function proofsOfVitest({ testResults }) {
  return Object.fromEntries(
    testResults.map(({ name, assertionResults }) => {
      const file = inRepository(name)
      const passed = assertionResults.filter(({ status }) => status === 'passed')
      const proofs = passed.flatMap(({ fullName, meta }) =>
        (meta?.proofs ?? []).map((proof) => ({ ...proof, file, title: fullName })),
      )
      return [file, proofs]
    }),
  )
}

/** @typedef {{ type: string, description?: string }} Annotation */
/** @typedef {{ title: string, file: string, tests: { expectedStatus: string, annotations: Annotation[], results: { status: string }[] }[] }} Spec */
/** @typedef {{ title: string, file: string, specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ config: { rootDir: string }, suites: Suite[] }} report of Playwright; `proves` of the end-to-end
 *   tests leaves the proofs in the annotations of a test
 * @returns {ProofsByFile}
 */
export function proofsOfPlaywright({ config, suites }) {
  /** @type {ProofsByFile} */
  const found = {}
  /** @type {(suite: Suite, groups: readonly string[]) => void} */
  const visit = ({ specs, suites: inner = [] }, groups) => {
    for (const spec of specs) {
      const file = inRepository(resolve(config.rootDir, spec.file))
      found[file] = [...(found[file] ?? []), ...proofsOfSpec(spec, file, groups)]
    }
    for (const suite of inner) visit(suite, [...groups, suite.title])
  }
  // The outermost group is the file itself.
  for (const suite of suites) visit(suite, [])
  return found
}

/**
 * @param {Spec} spec
 * @param {string} file
 * @param {readonly string[]} groups
 * @returns {Proof[]}
 */
function proofsOfSpec({ title, tests }, file, groups) {
  const passed = tests.filter(
    ({ expectedStatus, results }) =>
      expectedStatus === 'passed' && results.at(-1)?.status === 'passed',
  )
  const clauses = passed
    .flatMap(({ annotations }) => annotations)
    .flatMap(({ type, description }) => (type === 'proves' && description ? [description] : []))
  return [...new Set(clauses)].map((clause) => ({
    clause,
    file,
    title: [...groups, title].join(' › '),
  }))
}
