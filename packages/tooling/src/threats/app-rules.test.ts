import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { readSource, titleMatcher } from './source-tests.ts'

/** The rows of `docs/mcp-apps.md` whose first cell begins so. */
const rowsOf = (start: RegExp): string[] =>
  readFileSync(join(root, 'docs/mcp-apps.md'), 'utf8')
    .split('\n')
    .filter((line) => start.test(line))

/** Files and titles of the tests that a row names. */
function testsOf(row: string): [file: string, title: string][] {
  const named = row.matchAll(/`([^`]+)`, “([^”]+)”/g)
  return [...named].map(([, file = '', title = '']) => [file, title])
}

function findTest(file: string, title: string): 'by day' | 'by night' | undefined {
  const source = readFileSync(join(root, file), 'utf8')
  const test = readSource(file, source).tests.find(
    (one) => !one.isSkipped && titleMatcher(one.title)(title),
  )
  if (!test) return undefined
  const details = source.slice(test.start).split(test.title, 2)[1]?.slice(1).trimStart()
  return /^,\s*nightly\(/.test(details ?? '') ? 'by night' : 'by day'
}

it('every rule for interfaces of servers names a test that exists', () => {
  const rows = rowsOf(/^\| \d+\. /)
  const missing = rows.filter((row) => {
    const tests = testsOf(row)
    return tests.length === 0 || tests.some(([file, title]) => findTest(file, title) === undefined)
  })
  expect(rows.length).toBeGreaterThanOrEqual(45)
  expect(missing).toEqual([])
})

it('each of the twenty attacks of an interface names tests that run by day', () => {
  const rows = rowsOf(/^\| A\d+\. /)
  const missing = rows.filter((row) => {
    const tests = testsOf(row)
    return tests.length === 0 || tests.some(([file, title]) => findTest(file, title) !== 'by day')
  })
  expect(rows.map((row) => /A\d+/.exec(row)?.[0])).toEqual(
    Array.from({ length: 20 }, (_, index) => `A${index + 1}`),
  )
  expect(missing).toEqual([])
})

it('a test that is left to the night is not taken for one by day', () => {
  expect(findTest('e2e/apps-hostile.spec.ts', 'the attacks of a hostile view reach nothing')).toBe(
    'by night',
  )
})
