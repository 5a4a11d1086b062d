import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { chooseStages, needsOf, stages } from './stages.ts'

const namesOf = (...args: string[]) => chooseStages(args).chosen.map(({ name }) => name)
const needsFor = (...args: string[]) => needsOf(chooseStages(args).chosen)

describe('the stages that are chosen', () => {
  it('are all without a name', () => {
    expect(namesOf('--nightly')).toEqual(stages.map(({ name }) => name))
    expect(namesOf()).toEqual(namesOf('--nightly').filter((name) => name !== 'types'))
    expect(namesOf('types')).toEqual(['types'])
  })
  it('are those that are named and what they run on, in order', () => {
    expect(namesOf('e2e', 'lint')).toEqual(['lint', 'build', 'package', 'e2e'])
    expect(namesOf('budget')).toEqual(['build', 'budget'])
    expect(namesOf('browser')).toEqual(['build', 'browser'])
  })
  it('leave the tests of the night out, unless those or single files are named', () => {
    const includes = (...args: string[]) => chooseStages(args).includesNightly
    expect(includes()).toBe(false)
    expect(includes('e2e', 'proofs')).toBe(false)
    expect(includes('--nightly')).toBe(true)
    expect(includes('e2e', '--nightly')).toBe(true)
    expect(includes('e2e', '--isolated')).toBe(true)
    expect(includes('e2e', 'tray.spec.ts')).toBe(true)
    expect(chooseStages(['--nightly'])).toMatchObject({ chosen: stages, filters: [] })
  })
  it('pass the rest to their runner, and refuse it without a stage', () => {
    expect(chooseStages(['unit', 'a.test.ts']).filters).toEqual(['a.test.ts'])
    expect(() => chooseStages(['a.test.ts'])).toThrow(/Name a stage first/)
  })
})

describe('what stages need', () => {
  it.each([
    'types',
    'lint',
    'format',
    'dead',
    'build',
    'budget',
    'conformance',
    'proofs',
    'threats',
  ])('%s needs no Electron and nothing of the system', (name) => {
    expect(needsFor(name)).toEqual({ electron: false, things: [] })
  })
  it('a package needs Electron and no display; tests in a window need both, fonts only where they are looked at', () => {
    expect(needsFor('package')).toEqual({ electron: true, things: [] })
    const things = ['display', 'sessionBus', 'keyring', 'processes']
    expect(needsFor('unit')).toEqual({ electron: true, things: [...things, 'pip'] })
    expect(needsFor('e2e').things).toEqual([...things, 'chineseFonts', 'browser'])
    expect(needsFor('browser')).toEqual({ electron: false, things: ['browser', 'chineseFonts'] })
  })
  it('is looked for only when a chosen stage names it', { timeout: 60_000 }, async () => {
    const command = (stage: string) => [
      process.execPath,
      join(root, 'packages/tooling/bin/test.mjs'),
      stage,
    ]
    // Whoever looks for an Electron ends here.
    const env = { GATEHOUSE_ELECTRON_DIST: join(root, 'no-such-folder') }
    const without = await run(command('proofs'), { quiet: true, env })
    expect(without.output).toMatch(/\n1 passed, 0 failed\n/)
    expect(without.output).not.toMatch(/Electron|System libraries/)
    const wanting = await run(command('attack'), { quiet: true, env })
    expect(wanting.output).toMatch(/GATEHOUSE_ELECTRON_DIST does not hold an Electron/)
    expect(wanting.code).toBe(1)
  })
})
