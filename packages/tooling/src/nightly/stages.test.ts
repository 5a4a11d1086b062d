import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { chooseNightlyStages, nightlyStages } from './stages.ts'

it('a night runs every stage; a named one runs alone, and an unknown name is refused', () => {
  expect(chooseNightlyStages([])).toEqual(nightlyStages)
  expect(chooseNightlyStages(['soak', 'installer']).map(({ name }) => name)).toEqual([
    'installer',
    'soak',
  ])
  expect(() => chooseNightlyStages(['soak', 'instaler'])).toThrow(/no stage instaler/)
})

it.each(nightlyStages)('$name runs a command that exists', ({ command: [script] }) => {
  expect(existsSync(join(root, 'packages/tooling/bin', script))).toBe(true)
})

it('one stage runs all of npm test with the tests that it leaves out', () => {
  expect(nightlyStages.map(({ command }) => command.join(' '))).toContain('test.mjs --nightly')
})

it('the stage of long runs has tests that exist, at full length', () => {
  const [stage] = chooseNightlyStages(['long-runs'])
  expect(stage?.environment).toEqual({ GATEHOUSE_NIGHTLY: '1' })
  const files = stage?.command.filter((part) => part.endsWith('.test.ts')) ?? []
  expect(files.length).toBeGreaterThan(5)
  for (const file of files)
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      /process\.env\['GATEHOUSE_NIGHTLY'\]|from '\.\/property-settings\.ts'/,
    )
})
