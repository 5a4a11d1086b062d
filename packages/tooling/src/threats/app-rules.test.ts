import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { readSource, titleMatcher } from './source-tests.ts'

it('every rule for interfaces of servers names a test that exists', () => {
  const rows = readFileSync(join(root, 'docs/mcp-apps.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+\. /.test(line))
  const missing = rows.filter((row) => {
    const [, file = '', title = ''] = /`([^`]+)`, “([^”]+)” \|$/.exec(row) ?? []
    const { tests } = readSource(file, readFileSync(join(root, file), 'utf8'))
    return !tests.some((test) => !test.isSkipped && titleMatcher(test.title)(title))
  })
  expect(rows.length).toBeGreaterThanOrEqual(45)
  expect(missing).toEqual([])
})
