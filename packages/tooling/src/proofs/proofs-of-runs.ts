import { relative, resolve } from 'node:path'
import { z } from 'zod'
import { root } from '../command-support/paths.mjs'
import { NIGHTLY_CLAUSE } from '../left-out.ts'

export const proofSchema = z.object({
  clause: z.string(),
  variant: z.string().optional(),
  file: z.string(),
  title: z.string(),
})

/**
 * A clause (`id.name`) that a passing test asserted. The file is relative to the repository; the title follows
 * those of the groups around the test.
 */
export type Proof = z.infer<typeof proofSchema>

/** Proofs of a run of tests, by test file: a file that ran and proved nothing has an empty list. */
export type ProofsByFile = Record<string, Proof[]>

/** @param file absolute */
const inRepository = (file: string) => relative(root, file).replaceAll('\\', '/')

/** `proves` of the testkit leaves the proofs in the meta data of a test. */
const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          meta: z
            .object({ proofs: z.array(proofSchema.pick({ clause: true, variant: true })) })
            .partial()
            .optional(),
        }),
      ),
    }),
  ),
})

function proofsOfVitest({ testResults }: z.infer<typeof vitestReport>): ProofsByFile {
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

/** `proves` of the end-to-end tests leaves the proofs in the annotations of a test. */
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      expectedStatus: z.string(),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
      results: z.array(z.object({ status: z.string() })),
    }),
  ),
})
type Spec = z.infer<typeof playwrightSpec>
type SpecTest = Spec['tests'][number]

const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
type Suite = z.infer<typeof playwrightSuite>

const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
})

/** Clauses that annotations of a type name. */
const clausesOf = ({ annotations }: SpecTest, wanted: string) =>
  annotations.flatMap(({ type, description }) =>
    type === wanted && description ? [description] : [],
  )

/** The clauses of those tests of a report that count. */
function readClauses(
  { config, suites }: z.infer<typeof playwrightReport>,
  clausesOfTest: (test: SpecTest) => string[],
): ProofsByFile {
  const found: ProofsByFile = {}
  const visit = ({ specs, suites: inner = [] }: Suite, groups: readonly string[]): void => {
    for (const spec of specs) {
      const file = inRepository(resolve(config.rootDir, spec.file))
      const title = [...groups, spec.title].join(' › ')
      const clauses = new Set(spec.tests.flatMap((test) => clausesOfTest(test)))
      found[file] = [
        ...(found[file] ?? []),
        ...[...clauses].map((clause) => ({ clause, file, title })),
      ]
    }
    for (const suite of inner) visit(suite, [...groups, suite.title])
  }
  // The outermost group is the file itself.
  for (const suite of suites) visit(suite, [])
  return found
}

const hasPassed = ({ expectedStatus, results }: SpecTest) =>
  expectedStatus === 'passed' && results.at(-1)?.status === 'passed'

/** @throws {z.ZodError} for what is no report of vitest */
export const readVitestProofs = (report: unknown) => proofsOfVitest(vitestReport.parse(report))

/** @throws {z.ZodError} for what is no report of Playwright */
export const readPlaywrightProofs = (report: unknown) =>
  readClauses(playwrightReport.parse(report), (test) =>
    hasPassed(test) ? clausesOf(test, 'proves') : [],
  )

/**
 * The proofs that tests tagged `@nightly` are to give.
 * @param list report of `playwright test --list`
 * @throws {z.ZodError} for what is none
 */
export const readLeftOutProofs = (list: unknown): Proof[] =>
  Object.values(
    readClauses(playwrightReport.parse(list), (test) =>
      test.expectedStatus === 'passed' ? clausesOf(test, NIGHTLY_CLAUSE) : [],
    ),
  ).flat()

/**
 * Proofs that passing tests tagged `@nightly` name and did not give.
 * @throws {z.ZodError} for what is no report of Playwright
 */
export const readUnkeptProofs = (report: unknown): Proof[] =>
  Object.values(
    readClauses(playwrightReport.parse(report), (test) => {
      const given = clausesOf(test, 'proves')
      return hasPassed(test)
        ? clausesOf(test, NIGHTLY_CLAUSE).filter((clause) => !given.includes(clause))
        : []
    }),
  ).flat()
