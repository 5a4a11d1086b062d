import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withProtocolCoverage } from './runners.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-coverage-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const outcome = { passed: 3, failed: 0, skipped: 0, note: '3 tests' }

/** @param {object} report */
function judge(report) {
  const file = join(scratch, 'protocol.json')
  writeFileSync(file, JSON.stringify(report))
  return withProtocolCoverage(outcome, file)
}

it('passes when every promise of the protocol is cited by a test', () => {
  expect(judge({ uncited: [], unknown: [], cited: 2 })).toMatchObject({ passed: 4, failed: 0 })
})
it('fails when a promise is cited by no passing test', () => {
  const uncited = ['protocol.tools stdio legacy']
  expect(judge({ uncited, unknown: [], cited: 2 })).toMatchObject({ passed: 3, failed: 1 })
})
it('fails when a test cites what nobody promised', () => {
  const unknown = ['protocol.magic stdio legacy']
  expect(judge({ uncited: [], unknown, cited: 2 })).toMatchObject({ passed: 3, failed: 1 })
})
it('fails when nothing was cited, or no report was written', () => {
  expect(judge({ uncited: [], unknown: [], cited: 0 }).failed).toBe(1)
  expect(withProtocolCoverage(outcome, join(scratch, 'none.json')).crash).toBeDefined()
})
