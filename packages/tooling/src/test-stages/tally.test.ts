import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPlaywright, readVitest, runTests } from './run-tests.ts'
import { resultsOf } from '../test-run.ts'
import { tally } from './tally.ts'
import type { Outcome } from './outcome.ts'

const ok: Outcome = { passed: 3, failed: 0, skipped: 0, note: '' }

describe('the closing line', () => {
  it('sums all stages and leaves the skipped out where there are none', () => {
    const result = tally(
      new Map([
        ['unit', ok],
        ['lint', { ...ok, passed: 1 }],
      ]),
    )
    expect(result).toEqual({ lines: ['4 passed, 0 failed'], exitCode: 0 })
  })
  it('is no success when one stage failed or nothing ran', () => {
    expect(tally(new Map([['unit', { ...ok, failed: 2, skipped: 1 }]]))).toEqual({
      lines: ['3 passed, 2 failed, 1 skipped'],
      exitCode: 1,
    })
    expect(tally(new Map()).exitCode).toBe(1)
  })
  it('is not printed when a runner crashed, whatever the others counted', () => {
    const result = tally(
      new Map([
        ['unit', ok],
        ['e2e', { ...ok, passed: 0, crash: 'it ended without a report' }],
      ]),
    )
    expect(result.exitCode).toBe(1)
    expect(result.lines.join('\n')).not.toMatch(/\d+ passed/)
  })
})

describe('a runner', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-runner-'))
  const report = join(scratch, 'report.json')
  const runScript = (script: string) =>
    runTests(
      {
        command: [process.execPath, '-e', script],
        report,
        read: readVitest,
        minutes: 1,
        cwd: scratch,
      },
      { env: {}, scratch, results: resultsOf(), filters: [] },
      false,
    )
  const writing = (counts: object) =>
    `require('fs').writeFileSync(${JSON.stringify(report)}, ${JSON.stringify(JSON.stringify(counts))});`
  const counts = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }

  it('that dies before its report has crashed', async () => {
    expect((await runScript('process.exit(1)')).crash).toBe('it ended without a report')
  })
  it('that exits non-zero without a failed test has crashed', async () => {
    expect((await runScript(`${writing(counts)}process.exit(1)`)).crash).toMatch(/exited with 1/)
  })
  it('that ran nothing has crashed', async () => {
    expect((await runScript(writing({ ...counts, numPassedTests: 0 }))).crash).toBe(
      'it ran no test',
    )
  })
  it('whose tests failed is counted', async () => {
    const outcome = await runScript(`${writing({ ...counts, numFailedTests: 1 })}process.exit(1)`)
    expect(outcome).toMatchObject({ passed: 2, failed: 1 })
    expect(outcome.crash).toBeUndefined()
    rmSync(scratch, { recursive: true })
  })
  it('names what passed only when run again, and fails when that is more than a few', () => {
    const stats = { expected: 5, unexpected: 0, flaky: 1, skipped: 2 }
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
    const file = { title: 'a.spec.ts', specs: [spec('is steady', 'expected')] }
    const group = { title: 'a group', specs: [spec('is not', 'flaky')] }
    const suites = [{ ...file, suites: [group] }]
    const once = { passed: 6, failed: 0, skipped: 2, flaky: ['a group › is not'] }
    expect(readPlaywright({ stats, errors: [], suites })).toEqual(once)
    const many = { ...file, suites: [group, group, group, group] }
    expect(
      readPlaywright({ stats: { ...stats, flaky: 4 }, errors: [], suites: [many] }),
    ).toMatchObject({ passed: 5, failed: 4 })
    const assertion = { fullName: 'b is not', status: 'passed', failureMessages: ['Error: late'] }
    const steady = { fullName: 'c is', status: 'passed', failureMessages: [] }
    const testResults = [{ assertionResults: [assertion, steady] }]
    expect(readVitest({ ...counts, testResults })).toMatchObject({
      failed: 0,
      flaky: ['b is not'],
    })
  })
  it('that reports an error outside the tests has crashed', () => {
    const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 2 }
    expect(readPlaywright({ stats, errors: ['global setup'] })).toHaveProperty('crash')
  })
})
