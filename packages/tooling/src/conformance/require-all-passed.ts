import type { SuiteRun } from './run-scenarios.ts'

/**
 * Returns the reasons for which the suite is not passed, in words. Nothing is excused.
 * @param expected how many scenarios each run has at this version of the suite
 */
export function requireAllPassed(
  runs: readonly SuiteRun[],
  expected: Readonly<Record<string, number>>,
): string[] {
  const fewer = runs.flatMap(({ title, outcomes }) =>
    outcomes.length === expected[title]
      ? []
      : [`${title}: ${outcomes.length} scenarios were found, ${expected[title] ?? 0} are expected`],
  )
  const failed = runs.flatMap(({ outcomes }) =>
    outcomes.filter(({ isPass }) => !isPass).map(({ scenario }) => `${scenario} fails`),
  )
  return [...fewer, ...new Set(failed)]
}

/** The table of a report: one row for each scenario, one column for each run. */
export function tableOf(runs: readonly SuiteRun[]) {
  const names = [...new Set(runs.flatMap(({ outcomes }) => outcomes.map((one) => one.scenario)))]
  const rows = names.map((name) => {
    const cells = runs.map(({ outcomes }) => {
      const found = outcomes.find(({ scenario }) => scenario === name)
      if (found === undefined) return ''
      return found.isPass ? 'passes' : 'FAILS'
    })
    return `| ${[name, ...cells].join(' | ')} |`
  })
  const head = ['Scenario', ...runs.map(({ title }) => title)]
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n')
}
