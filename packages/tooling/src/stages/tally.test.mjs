import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPlaywright, readVitest, runTests } from './runners.mjs'
import { tally } from './tally.mjs'

/** @type {import('./outcome.mjs').Outcome} */
const ok = { passed: 3, failed: 0, skipped: 0, note: '' }

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
  /** @param {string} script */
  const runScript = (script) =>
    runTests(
      {
        command: [process.execPath, '-e', script],
        report,
        read: readVitest,
        minutes: 1,
        cwd: scratch,
      },
      { env: {}, scratch, filters: [] },
      false,
    )
  /** @param {object} counts */
  const writing = (counts) =>
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
  it('counts a flaky end-to-end test as failed', () => {
    const stats = { expected: 5, unexpected: 0, flaky: 1, skipped: 2 }
    expect(readPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 1, skipped: 2 })
    expect(
      readPlaywright({ stats: { ...stats, flaky: 0 }, errors: ['global setup'] }),
    ).toHaveProperty('crash')
  })
})
