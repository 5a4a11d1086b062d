import { stripVTControlCharacters } from 'node:util'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { binOf, root } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'

const folder = join(root, 'packages/tooling/src/vitest-setup/fixtures/left-behind')

async function runFixture(file: string) {
  const [node, vitest] = binOf('vitest')
  const { code, output } = await run([node, vitest, 'run', file], { quiet: true, cwd: folder })
  return { code, output: stripVTControlCharacters(output) }
}

it('a test file that leaves something behind for the next one fails', async () => {
  const { code, output } = await runFixture('leaves')
  expect(code).toBe(1)
  expect(output).toContain('what this file leaves behind')
  for (const left of [
    '"LEFT_BEHIND"',
    '"TEST"',
    '"structuredClone"',
    '"fakeTimers": true',
    '"folder"',
  ])
    expect(output).toContain(left)
})

it('one that leaves nothing behind passes', async () => {
  const { code, output } = await runFixture('tidy')
  expect(output).toContain('1 passed')
  expect(code).toBe(0)
})
