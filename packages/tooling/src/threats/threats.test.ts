import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { countLeftOut, faultsOfRun } from './faults.ts'
import { pageOf } from './page.ts'
import { collectThreats, type Threat } from './read-threats.ts'
import { resultsOfPlaywright, resultsOfVitest, type TestResult } from './test-results.ts'
import { leftOutOf, resultsIn, threatsCoveredBy } from './test-runs.ts'

const threat = (title: string, changes: Partial<Threat> = {}): Threat => ({
  id: 'keys.refused',
  attacker: 'server',
  tries: 'sends a key that is not shown',
  stoppedBy: 'the key is refused',
  tests: [{ file: 'keys.test.ts', title }],
  ...changes,
})

const text = `/**
  * @threat keys.refused
  * @attacker server
  * @tries sends a key that
  * is not shown
  * @stoppedBy the key is refused
  */`
const read = (...sources: string[]) =>
  collectThreats(sources.map((source) => ({ file: 'keys.test.ts', source })))
const faultsOf = (...sources: string[]) => read(...sources).faults.join('\n')

describe('a threat above a test', () => {
  it('has the test below its text first, and then each test with its tag', () => {
    const tagged = `/** Words about the test.
      * @threat keys.refused */ it('a second one', f)`
    const { threats, faults } = read(tagged, `${text}\n// why\nit('a key is refused', f)`)
    expect(faults).toEqual([])
    const tests = ['a key is refused', 'a second one'].map((title) => ({
      file: 'keys.test.ts',
      title,
    }))
    expect(threats).toEqual([threat('', { tests })])
  })
  it.each([
    [`it.each([['x']])('refuses %s at $depth', f)`, 'refuses %s at $depth'],
    ['test.skipIf(here)(`over ${wire} at ${f({})}`, f)', 'over ${wire} at ${…}'],
    [`test.concurrent('it\\'s quoted', f)`, "it's quoted"],
  ])('takes the title from %s', (test, title) => {
    expect(read(`${text}\n${test}`).threats).toEqual([threat(title)])
  })
  it('takes the titles of the groups around the test', () => {
    const source = `test.describe('keys', () => { describe.each(rows)('%s', () => {${text}\nit('ends', f)})})`
    expect(read(source).threats).toEqual([threat('keys › %s › ends')])
  })
  it.each([
    ['it.skip("x", f)', 'is skipped'],
    ['test.fail("x", f)', 'expected to fail'],
    ['const key = 1', 'stands on no test'],
    ['describe("x", () => { it("y", f) })', 'stands on no test'],
    ['it(title, f)', 'stands on no test'],
    ['test.step("x", f)', 'stands on no test'],
    ['', 'stands on no test'],
  ])('above %s is a fault', (below, fault) => {
    expect(faultsOf(`\n${text}\n${below}`)).toMatch(`keys.test.ts:3: keys.refused stands on`)
    expect(faultsOf(`\n${text}\n${below}`)).toMatch(fault)
  })
  it('in a group that is skipped is a fault', () => {
    expect(faultsOf(`describe.skip('x', () => {${text}\nit('y', f)})`)).toMatch('is skipped')
  })
  it('has one text', () => {
    const twice = `${text}\nit('one', f)\n${text}\nit('two', f)`
    expect(faultsOf(twice)).toMatch(':10: keys.refused has a text at keys.test.ts:2 already')
    expect(faultsOf('/** @threat keys.refused */ it("x", f)')).toMatch(
      ':1: keys.refused has no text',
    )
  })
  it.each([
    ['@tries', '@attempts', '@attempts is no field'],
    ['keys.refused\n', 'keys.refused\nwords\n', '@threat is no field'],
    ['@attacker server', '@attacker nobody', '@attacker is one of: server, model'],
    ['@attacker server', '', '@attacker is one of: server, model'],
    ['@stoppedBy the key is refused', '@stoppedBy', '@stoppedBy says too little'],
    ['@stoppedBy the key is refused', '@remains the key', '@stoppedBy is missing'],
    ['keys.refused', 'Keys', 'Keys is no id of the form area.name'],
  ])('with %j changed to %j is a fault', (before, after, fault) => {
    expect(faultsOf(`${text.replace(before, after)}\nit('x', f)`)).toMatch(fault)
  })
})

describe('a test with a threat that did not pass', () => {
  const vitest = (status: string) =>
    resultsOfVitest({
      testResults: [
        {
          name: join(root, 'keys.test.ts'),
          assertionResults: [{ ancestorTitles: ['keys'], title: 'a key is refused', status }],
        },
      ],
    })
  const playwright: (
    status: string,
    expectedStatus?: string,
  ) => ReturnType<typeof resultsOfPlaywright> = (status, expectedStatus = 'passed') =>
    resultsOfPlaywright({
      config: { rootDir: root },
      suites: [
        {
          title: 'keys.test.ts',
          specs: [],
          suites: [
            {
              title: 'keys',
              specs: [
                {
                  title: 'a key is refused',
                  file: 'keys.test.ts',
                  tests: [{ expectedStatus, results: [{ status }] }],
                },
              ],
            },
          ],
        },
      ],
    })
  const cited = ['a key is refused', 'keys › a key is refused'].map((title) => threat(title))

  it('is reported for a test that failed or was skipped, and for none that passed', () => {
    expect(faultsOfRun(cited, vitest('passed'))).toEqual([])
    expect(faultsOfRun(cited, playwright('passed'))).toEqual([])
    for (const results of [
      vitest('failed'),
      vitest('skipped'),
      playwright('failed'),
      playwright('skipped', 'skipped'),
      playwright('failed', 'failed'),
      [...vitest('passed'), ...vitest('failed')],
    ]) {
      expect(faultsOfRun(cited, results).join('\n')).toMatch(/did not pass\n.*did not pass/)
    }
  })
  it('is reported for a test that was not run', () => {
    expect(faultsOfRun(cited, []).join('\n')).toMatch(/was not run/)
  })
})

describe('a title that a table or a loop fills in', () => {
  const result: (title: string, passed?: boolean, file?: string) => TestResult = (
    title,
    passed = true,
    file = 'keys.test.ts',
  ) => ({
    file,
    title: `keys › ${title}`,
    passed,
  })
  const template = [threat('keys › refuses %s ($where.name), always: %i')]
  const two = [result('refuses __proto__ (stdio), always: 3'), result('refuses  (a\nb), always: 4')]

  it('holds when each title that was made from it passed', () => {
    expect(faultsOfRun(template, two)).toEqual([])
    for (const title of ['%s is refused', 'a ${kind} is refused', '$kind is refused'])
      expect(faultsOfRun([threat(title)], [result('a key is refused')])).toEqual([])
  })
  it('is reported when one of them failed or was skipped', () => {
    const results = [...two, result('refuses x (http), always: 5', false)]
    expect(faultsOfRun(template, results).join()).toMatch(/did not pass/)
  })
  it.each([
    ['there are none', []],
    ['they are of another file', [result('refuses x (y), always: 1', true, 'other.test.ts')]],
    ['their words differ', [result('refuses x (y), sometimes: 1')]],
    ['more stands before or after', [result('never refuses x (y), always: 1')]],
    ['a sign of an expression is taken by its letter', [result('refuses x y, always: 1')]],
  ])('is told when %s', (_, results) => {
    expect(faultsOfRun(template, results).join()).toMatch(/was not run/)
  })
})

describe('the runs that tests are part of', () => {
  const cite = (...files: string[]) => ({
    ...threat(''),
    tests: files.map((file) => ({ file, title: 'a key is refused' })),
  })
  const threats = [
    cite('packages/ui/keys.test.ts', 'e2e/fuzz/limits.fuzz.ts'),
    cite('e2e/fuzz/limits.fuzz.ts'),
    cite('e2e/keys.spec.ts'),
  ]
  const coveredBy = (...stages: string[]) => {
    const { covered: tests, notRunNote } = threatsCoveredBy(threats, new Set(stages))
    return { files: tests.map((one) => one.tests.map(({ file }) => file)), notRunNote }
  }

  it('are held each against its own alone, and the threats of the others are counted', () => {
    expect(coveredBy('unit', 'e2e')).toEqual({
      files: [['packages/ui/keys.test.ts'], [], ['e2e/keys.spec.ts']],
      notRunNote: '2 not held against the attack: not part of this run',
    })
    expect(coveredBy('types')).toEqual({
      files: [[], [], []],
      notRunNote:
        '3 not held against the unit tests, the end-to-end tests, the attack: not part of this run',
    })
    expect(coveredBy('unit', 'e2e', 'attack').notRunNote).toBe('')
  })
  it('may leave tests to the nightly run, which count while they would be run there', () => {
    const listOf = (expectedStatus: string) => {
      const tests = [{ expectedStatus, results: [] }]
      const specs = [{ title: 'a key is refused', file: 'e2e/keys.spec.ts', tests }]
      return { config: { rootDir: root }, suites: [{ title: 'keys', specs }] }
    }
    const ran = new Set(['e2e'])
    const { covered } = threatsCoveredBy(threats, ran)
    const leftIn = (expectedStatus: string, stages = ran) =>
      leftOutOf(stages, (name) =>
        name === 'playwright-left-out.json' ? listOf(expectedStatus) : undefined,
      )
    expect(faultsOfRun(covered, [], leftIn('passed'))).toEqual([])
    expect(countLeftOut(covered, leftIn('passed'))).toBe(1)
    expect(faultsOfRun(covered, [], leftIn('skipped')).join()).toMatch(/did not pass/)
    expect(faultsOfRun(covered, [], leftIn('passed', new Set(['browser']))).join()).toMatch(
      /was not run/,
    )
  })
  it('leave reports, of which those of other runs are not read', () => {
    const config = { rootDir: root }
    const specs = [
      {
        title: 'a key is refused',
        file: 'e2e/fuzz/limits.fuzz.ts',
        tests: [{ expectedStatus: 'passed', results: [{ status: 'failed' }] }],
      },
    ]
    const report = { config, suites: [{ title: 'limits', specs }] }
    const faultsIn: (stages: string[]) => string = (stages) => {
      const ran = new Set(stages)
      const results = resultsIn(ran, (name) => (name === 'attack.json' ? report : undefined))
      return faultsOfRun(threatsCoveredBy(threats, ran).covered, results).join('\n')
    }
    expect(faultsIn(['types'])).toBe('')
    expect(faultsIn(['attack'])).toMatch(/did not pass\n.*did not pass$/)
    expect(faultsIn(['e2e'])).toMatch(/keys.spec.ts was not run$/)
  })
})

describe('the page', () => {
  it('groups threats by attacker and says what remains', () => {
    const page = pageOf([
      threat('x', { id: 'z.last', attacker: 'page', remains: 'The window is trusted to show.' }),
      threat('x', { id: 'b.second' }),
      threat('x', { id: 'a.first' }),
    ])
    const order = [...page.matchAll(/^##+ (.+)$/gm)].map((match) => match[1])
    expect(order).toEqual([
      'A hostile server',
      'a.first',
      'b.second',
      'A compromised window',
      'z.last',
    ])
    expect(page).toMatch(/3 attacks are listed. Not or not wholly stopped: `z.last`\./)
    expect(page).toMatch(/- Remains: The window is trusted to show\.\n/)
  })
})
