import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { binOf, root, workCache } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { countProved, faultsOfProofs, listProofs } from './check-proofs.ts'
import { recordProofs, readRecordedProofs } from './recorded-proofs.ts'
import {
  readLeftOutProofs,
  readPlaywrightProofs,
  readUnkeptProofs,
  readVitestProofs,
} from './proofs-of-runs.ts'
import { requiredClausesOf, readRequirements } from './read-requirements.ts'
import type { Proof } from './proofs-of-runs.ts'

const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-proofs-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const requirements = {
  'tea.served': { promise: 'Tea is served.', clauses: { hot: 'It is hot.' } },
  'tea.sorts': {
    promise: 'There are sorts.',
    section: 'the menu',
    variants: ['cup', 'pot'],
    clauses: { green: 'Green.', iced: { statement: 'Iced.', variants: ['cup'] } },
  },
}
const required = requiredClausesOf(requirements)
const proof: (clause: string, variant?: string) => Proof = (clause, variant) => ({
  clause,
  ...(variant === undefined ? {} : { variant }),
  file: 'tea.test.ts',
  title: 'tea is served',
})
const all = [
  proof('tea.served.hot'),
  proof('tea.sorts.green', 'cup'),
  proof('tea.sorts.green', 'pot'),
  proof('tea.sorts.iced', 'cup'),
]

describe('the judgement of proofs', () => {
  it('passes when each clause is proved in each variant that it lists', () => {
    expect(faultsOfProofs(required, all)).toEqual([])
  })
  it('names a clause that nothing proves, and a variant in which nothing proves it', () => {
    expect(faultsOfProofs(required, all.slice(1))).toEqual([
      'No passing test proves tea.served.hot: It is hot.',
    ])
    const [hot, cup, , iced] = all
    const without = [hot, cup, iced].filter((one) => one !== undefined)
    expect(faultsOfProofs(required, without).join()).toMatch(/proves tea\.sorts\.green \[pot\]/)
  })
  it('names a proof of what nobody demands, in any variant that is not listed', () => {
    for (const unknown of [proof('tea.served.cold'), proof('tea.sorts.iced', 'pot')])
      expect(faultsOfProofs(required, [...all, unknown])).toEqual([
        expect.stringMatching(/does not list$/),
      ])
  })
  it('passes a clause that is left to the nightly run, counts it, and names one that nobody proves', () => {
    const [hot, ...others] = all
    const left = [proof('tea.served.hot'), proof('tea.sorts.iced', 'cup')]
    expect(faultsOfProofs(required, others, left)).toEqual([])
    expect(countProved(required, others, left)).toBe('3 proved here, 1 left to nightly')
    expect(faultsOfProofs(required, others.slice(1), left).join()).toMatch(/green \[cup\]/)
    expect(faultsOfProofs(required, hot ? [hot] : [], left)).toHaveLength(2)
  })
  it('names a clause that is left to the nightly run and that nobody demands', () => {
    expect(faultsOfProofs(required, all, [proof('tea.served.cold')])).toEqual([
      expect.stringMatching(/does not list$/),
    ])
  })
  it('does not pass requirements that demand nothing', () => {
    expect(faultsOfProofs([], [])).not.toEqual([])
  })
  it('lists what proves a clause, and that nothing does', () => {
    const lines = listProofs(requirements, required, all.slice(1)).join('\n')
    expect(lines).toMatch(/tea\.served\.hot: It is hot\.\n    NOTHING PROVES IT/)
    expect(lines).toMatch(
      /tea\.sorts\.green \[pot\]: Green\. \(the menu\)\n    tea\.test\.ts: tea is/,
    )
  })
})

describe('a run of vitest', () => {
  it('proves what passing tests asserted; failed, skipped and unreached ones and words prove nothing', async () => {
    const report = join(scratch, 'vitest.json')
    const folder = join(root, 'packages/tooling/src/proofs/fixtures')
    const flags = ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`]
    await run([...binOf('vitest'), ...flags], { quiet: true, cwd: folder })
    const found = readVitestProofs(JSON.parse(readFileSync(report, 'utf8')))
    const own = found['packages/tooling/src/proofs/fixtures/sample.test.mjs'] ?? []
    expect(own.map(({ clause, variant, title }) => [clause, variant, title])).toEqual([
      ['tea.served.hot', undefined, 'passes'],
      ['tea.sorts.green', 'cup', 'passes'],
      ['tea.served.hot', undefined, 'says whose it is'],
    ])
  })
})

describe('a test tagged @nightly', () => {
  const report = (given: readonly string[], changes: object = {}, status?: string) => {
    const annotations = [
      { type: 'nightly', description: 'tea.served.hot' },
      ...given.map((description) => ({ type: 'proves', description })),
    ]
    const results = status === undefined ? [] : [{ status }]
    const tests = [{ expectedStatus: 'passed', annotations, results, ...changes }]
    const specs = [{ title: 'tea is hot', file: 'tea.spec.ts', tests }]
    return { config: { rootDir: join(root, 'e2e') }, suites: [{ title: 'tea.spec.ts', specs }] }
  }
  const hot = { clause: 'tea.served.hot', file: 'e2e/tea.spec.ts', title: 'tea is hot' }
  it('is to prove what it names, unless it is skipped', () => {
    expect(readLeftOutProofs(report([]))).toEqual([hot])
    expect(readLeftOutProofs(report([], { expectedStatus: 'skipped' }))).toEqual([])
  })
  it('that passes without proving what it names is reported; one that failed is already', () => {
    expect(readUnkeptProofs(report(['tea.served.cold'], {}, 'passed'))).toEqual([hot])
    expect(readUnkeptProofs(report(['tea.served.hot'], {}, 'passed'))).toEqual([])
    expect(readUnkeptProofs(report([], {}, 'failed'))).toEqual([])
  })
  it('is listed by Playwright without being run', { timeout: 120_000 }, async () => {
    const list = join(scratch, 'list.json')
    const arguments_ = ['test', '--list', '--grep=@nightly', '--reporter=json', 'frame.spec.ts']
    await run([...binOf('@playwright/test', 'playwright', 'e2e'), ...arguments_], {
      quiet: true,
      cwd: join(root, 'e2e'),
      env: {
        PWTEST_CACHE_DIR: join(workCache, 'playwright'),
        PLAYWRIGHT_JSON_OUTPUT_NAME: list,
        PLAYWRIGHT_JSON_OUTPUT_FILE: list,
      },
    })
    const found = readLeftOutProofs(JSON.parse(readFileSync(list, 'utf8')))
    expect(found.map(({ clause }) => clause)).toContain('frame.narrow.smallest')
    expect(new Set(found.map(({ file }) => file))).toEqual(new Set(['e2e/frame.spec.ts']))
  })
})

describe('a run of Playwright', () => {
  const proofs: (status: string, expectedStatus?: string) => Proof[] = (
    status,
    expectedStatus = 'passed',
  ) => {
    const annotations = [
      { type: 'seed', description: '7' },
      { type: 'proves', description: 'tea.served.hot' },
    ]
    const tests = [{ expectedStatus, annotations, results: [{ status }] }]
    const specs = [{ title: 'tea is hot', file: 'tea.spec.ts', tests }]
    const suite = { title: 'tea.spec.ts', file: 'tea.spec.ts', specs }
    const rootDir = join(root, 'e2e')
    return Object.values(readPlaywrightProofs({ config: { rootDir }, suites: [suite] })).flat()
  }
  it('proves what passing tests asserted', () => {
    expect(proofs('passed')).toEqual([
      { clause: 'tea.served.hot', file: 'e2e/tea.spec.ts', title: 'tea is hot' },
    ])
  })
  it.each([
    ['failed', 'passed'],
    ['skipped', 'skipped'],
    ['timedOut', 'passed'],
    ['failed', 'failed'],
  ])('proves nothing by a test that %s where %s was expected', (status, expected) => {
    expect(proofs(status, expected)).toEqual([])
  })
})

describe('what was proved', () => {
  it('is replaced by the next run of the same file, and forgotten by a whole run', () => {
    const file = join(scratch, 'proofs.json')
    const kept = () =>
      Object.entries(readRecordedProofs(file)).map(([name, { proofs }]) => [name, proofs.length])
    recordProofs({ 'a.test.ts': all, 'b.test.ts': [proof('tea.served.hot')] }, { file })
    recordProofs({ 'a.test.ts': [] }, { file })
    expect(kept()).toEqual([
      ['a.test.ts', 0],
      ['b.test.ts', 1],
    ])
    recordProofs({ 'c.test.ts': all }, { file, isWhole: true })
    expect(kept()).toEqual([['c.test.ts', 4]])
  })
})

describe('the requirements of this project', () => {
  it('have clauses that say something, each once', async () => {
    const own = await readRequirements()
    expect(Object.keys(own).length).toBeGreaterThan(50)
    for (const [id, { promise, clauses }] of Object.entries(own)) {
      expect(id).toMatch(/^[a-z]+(\.[a-z0-9-]+){1,2}$/)
      expect(promise).toMatch(/\.$/)
      expect(Object.keys(clauses)).not.toEqual([])
    }
    for (const { statement } of requiredClausesOf(own)) expect(statement).toMatch(/\.$/)
  })
})
