import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { countLeftOut, faultsOfData, faultsOfRun } from './faults.ts'
import { pageOf } from './page.ts'
import { readThreats } from './read-threats.ts'
import { resultsOfPlaywright, resultsOfVitest } from './test-results.ts'
import { leftOutOf, resultsIn, threatsCoveredBy } from './test-runs.ts'
import type { Threat } from './read-threats.ts'
import type { TestResult } from './test-results.ts'

const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-threats-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const source = `
  it('a key is refused', () => {})
  it.skip('a skipped one', () => {})
  it.each([['x']])('refuses %s at depth $depth', () => {})
  for (const wire of wires) test(\`over \${wire}, it’s refused (always)\`, () => {})
  test('it\\'s quoted', () => {})
`
writeFileSync(join(scratch, 'keys.test.ts'), source)

const threat = (title: string, changes: Partial<Threat> = {}): Threat => ({
  id: 'keys.refused',
  attacker: 'server',
  tries: 'sends a key that is not shown',
  stoppedBy: 'the key is refused',
  tests: [{ file: 'keys.test.ts', title }],
  ...changes,
})
const faults = (...threats: Threat[]) => faultsOfData(threats, scratch).join('\n')

describe('a threat that cites what does not hold', () => {
  it.each([
    'a key is refused',
    'of keys a key is refused',
    'refuses __proto__ at depth 3',
    'over stdio, it’s refused (always)',
    "it's quoted",
  ])('“%s” is found in its file', (title) => {
    expect(faults(threat(title))).toBe('')
  })
  it('a title that no test has is a fault', () => {
    expect(faults(threat('a key'))).toMatch(/^keys.refused: keys.test.ts holds no test “a key”$/)
  })
  it('a file that does not exist is a fault', () => {
    const tests = [{ file: 'none.test.ts', title: 'a key is refused' }]
    expect(faults(threat('', { tests }))).toMatch(/there is no file none.test.ts/)
  })
  it('a skipped test is a fault', () => {
    expect(faults(threat('a skipped one'))).toMatch(/is skipped/)
  })
  it('an id that is listed twice is a fault, as is one of another form', () => {
    expect(faults(threat('a key is refused'), threat('a key is refused'))).toMatch(/listed twice/)
    expect(faults(threat('a key is refused', { id: 'Keys' }))).toMatch(/is no id/)
  })
  it('no test at all is a fault, unless it is said what remains', () => {
    expect(faults(threat('', { tests: [] }))).toMatch(/proved by no test/)
    expect(faults(threat('', { tests: [], remains: 'It cannot be stopped.' }))).toBe('')
  })
  it('missing words, an unknown attacker and an empty list are faults', () => {
    expect(faults(threat('a key is refused', { stoppedBy: '' }))).toMatch(
      /does not say "stoppedBy"/,
    )
    const attacker = 'nobody' as 'server'
    expect(faults(threat('a key is refused', { attacker }))).toMatch(/names no attacker/)
    expect(faults()).toBe('No threat is listed')
  })
})

describe('a run that does not bear a citation out', () => {
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
  const cited = ['a key is refused', 'keys a key is refused'].map((title) => threat(title))

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

describe('a citation of the template of a table', () => {
  const result: (title: string, passed?: boolean, file?: string) => TestResult = (
    title,
    passed = true,
    file = 'keys.test.ts',
  ) => ({
    file,
    titles: [title, `keys › ${title}`],
    passed,
  })
  const template = [threat('keys › refuses %s ($where.name), always: %i')]
  const two = [result('refuses __proto__ (stdio), always: 3'), result('refuses  (a\nb), always: 4')]

  it('holds when each title that was made from it passed', () => {
    expect(faultsOfRun(template, two)).toEqual([])
    expect(faultsOfRun([threat('%s is refused')], [result('a key is refused')])).toEqual([])
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

describe('the areas', () => {
  it('are read from every file of the folder but the type', async () => {
    writeFileSync(join(scratch, 'threat.ts'), 'throw new Error()')
    rmSync(join(scratch, 'keys.test.ts'))
    const one = threat('a key is refused', { id: 'one.two' })
    const text = `import type { Threat } from './threat.ts'
      export const threats: Threat[] = [${JSON.stringify(one)}]`
    writeFileSync(join(scratch, 'one.ts'), text)
    expect(await readThreats(scratch)).toEqual([one])
    writeFileSync(join(scratch, 'two.ts'), 'export const others = []')
    await expect(readThreats(scratch)).rejects.toThrow(/two.ts exports no list/)
  })
})
