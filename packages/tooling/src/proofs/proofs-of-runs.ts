import { relative, resolve } from 'node:path'
import { z } from 'zod'
import { root } from '../command-support/paths.mjs'

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

/** What a run of tests proved, by test file: a file that ran and proved nothing has an empty list. */
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

function proofsOfPlaywright({ config, suites }: z.infer<typeof playwrightReport>): ProofsByFile {
  const found: ProofsByFile = {}
  const visit = ({ specs, suites: inner = [] }: Suite, groups: readonly string[]): void => {
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

function proofsOfSpec({ title, tests }: Spec, file: string, groups: readonly string[]): Proof[] {
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

/** @throws {z.ZodError} for what is no report of vitest */
export const readVitestProofs = (report: unknown) => proofsOfVitest(vitestReport.parse(report))

/** @throws {z.ZodError} for what is no report of Playwright */
export const readPlaywrightProofs = (report: unknown) =>
  proofsOfPlaywright(playwrightReport.parse(report))
