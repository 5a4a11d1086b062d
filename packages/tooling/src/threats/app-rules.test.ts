import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { faultsOfData } from './faults.ts'

it('every rule for interfaces of servers names a test that exists', () => {
  const rows = readFileSync(join(root, 'docs/mcp-apps.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+\. /.test(line))
  const rules = rows.map((row, index) => {
    const [, file = '', title = ''] = /`([^`]+)`, “([^”]+)” \|$/.exec(row) ?? []
    const words = { tries: 'To break a rule.', stoppedBy: 'The host keeps it.' }
    return {
      id: `rule.n${index + 1}`,
      attacker: 'server' as const,
      ...words,
      tests: [{ file, title }],
    }
  })
  expect(rules.length).toBeGreaterThanOrEqual(45)
  expect(faultsOfData(rules)).toEqual([])
})
