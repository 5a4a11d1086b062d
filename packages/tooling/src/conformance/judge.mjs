/**
 * @typedef {import('./run-scenarios.mjs').SuiteRun} SuiteRun
 * @typedef {{ failing: string[], stale: string[], unknown: string[] }} Verdict
 */

/**
 * The scenarios that a baseline file names under `client:`.
 * @param {string} text
 */
export function readBaseline(text) {
  return new Set([...text.matchAll(/^ {2}- (\S+)\s*$/gm)].map((match) => match[1] ?? ''))
}

/**
 * What fails without being owed, and what is owed without failing.
 * @param {readonly SuiteRun[]} runs
 * @param {ReadonlySet<string>} owed
 * @returns {Verdict}
 */
export function judge(runs, owed) {
  const outcomes = runs.flatMap((one) => one.outcomes)
  const known = new Set(outcomes.map(({ scenario }) => scenario))
  const failed = new Set(outcomes.filter(({ isPass }) => !isPass).map(({ scenario }) => scenario))
  return {
    failing: [...failed].filter((name) => !owed.has(name)),
    stale: [...owed].filter((name) => known.has(name) && !failed.has(name)),
    unknown: [...owed].filter((name) => !known.has(name)),
  }
}

/**
 * The table of a report: one row for each scenario, one column for each run.
 * @param {readonly SuiteRun[]} runs
 * @param {ReadonlySet<string>} owed
 */
export function tableOf(runs, owed) {
  const names = [...new Set(runs.flatMap(({ outcomes }) => outcomes.map((one) => one.scenario)))]
  const rows = names.map((name) => {
    const cells = runs.map(({ outcomes }) => {
      const found = outcomes.find(({ scenario }) => scenario === name)
      if (found === undefined) return ''
      if (found.isPass) return 'passes'
      return owed.has(name) ? 'owed' : 'FAILS'
    })
    return `| ${[name, ...cells].join(' | ')} |`
  })
  const head = ['Scenario', ...runs.map(({ title }) => title)]
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n')
}
