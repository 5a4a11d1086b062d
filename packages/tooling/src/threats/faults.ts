import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../command-support/paths.mjs'
import { attackers } from './read-threats.ts'
import type { Threat } from './read-threats.ts'
import type { TestResult } from './test-results.ts'

/**
 * Returns the faults of the data itself: ids, words, and tests that cannot be found in their files.
 * @param folder that the files of tests are relative to
 */
export function faultsOfData(threats: readonly Threat[], folder: string = root): string[] {
  if (threats.length === 0) return ['No threat is listed']
  const seen = new Set()
  return threats.flatMap((threat) => {
    const isDouble = seen.has(threat.id)
    seen.add(threat.id)
    const faults = [...faultsOfWords(threat), ...(isDouble ? ['is listed twice'] : [])]
    for (const test of threat.tests ?? []) {
      const fault = faultOfCitation(test, folder)
      if (fault !== undefined) faults.push(fault)
    }
    return faults.map((fault) => `${threat.id}: ${fault}`)
  })
}

function faultsOfWords(threat: Threat) {
  const faults = []
  if (!/^[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+$/.test(threat.id))
    faults.push('is no id of the form area.name')
  if (!Object.hasOwn(attackers, threat.attacker))
    faults.push(`names no attacker: ${threat.attacker}`)
  for (const name of ['tries', 'stoppedBy', 'remains'] as const) {
    const words = threat[name]
    if (words === undefined && name === 'remains') continue
    if (typeof words !== 'string' || words.trim().length < 8) faults.push(`does not say "${name}"`)
    else if (words.includes('\n')) faults.push(`has more than one line in "${name}"`)
  }
  if (!Array.isArray(threat.tests)) faults.push('has no list of tests')
  else if (threat.tests.length === 0 && threat.remains === undefined)
    faults.push('is proved by no test and does not say what remains')
  return faults
}

function faultOfCitation({ file, title }: { file: string; title: string }, folder: string) {
  const path = join(folder, file)
  if (!existsSync(path)) return `there is no file ${file}`
  const titles = titlesIn(readFileSync(path, 'utf8'))
  const matching = titles.filter(({ pattern }) => pattern.test(title))
  if (matching.length === 0) return `${file} holds no test “${title}”`
  return matching.every(({ isSkipped }) => isSkipped)
    ? `the test “${title}” of ${file} is skipped, or expected to fail`
    : undefined
}

/** @param text to be found as it is by an expression */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * Titles of the tests in a source, as patterns: what a loop or a table fills in matches anything. The
 * results of a run decide; this finds a slip before anything runs.
 */
function titlesIn(source: string) {
  const found = source.matchAll(
    /(\b(?:it|test)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2/gs,
  )
  return [...found].map(([, call = '', , title = '']) => {
    const plain = title.replaceAll(/\\(.)/gs, '$1')
    const parts = plain.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}|%[sdifjo]|\$[a-zA-Z][\w.]*/)
    return {
      // Titles of the groups around it may stand before it.
      pattern: new RegExp(`^(?:.* )?${parts.map(escaped).join('.+')}$`, 's'),
      isSkipped: /\.(skip|fixme|todo|fails|fail)$/.test(call),
    }
  })
}

/** Placeholders that vitest fills in: `%s` and its like, and `$name` or `$a.b`. */
const placeholder = /%[sdifjoOc#$]|\$(?:[a-zA-Z_][\w.]*|#)/

/** Returns a test for titles that equal the cited one, or were made from it if it is the template of a table. */
function titleMatcher(cited: string): (title: string) => boolean {
  const made = patternOf(cited.split(placeholder).map(escaped))
  return (title) => title === cited || made.test(title)
}

/** @param parts between which anything may stand */
const patternOf = (parts: readonly string[]) => new RegExp(`^${parts.join('.*')}$`, 's')

/** The tests that a citation means. */
const citedIn = (results: readonly TestResult[], { file, title }: Threat['tests'][number]) => {
  const isCited = titleMatcher(title)
  return results.filter((result) => result.file === file && result.titles.some(isCited))
}

/**
 * Citations that no passing test of this run bears out.
 * @param leftOut tests that this run left to the nightly one; what is cited may be one of them
 */
export function faultsOfRun(
  threats: readonly Threat[],
  results: readonly TestResult[],
  leftOut: readonly TestResult[] = [],
): string[] {
  return threats.flatMap(({ id, tests }) =>
    tests.flatMap((test) => {
      const own = [...citedIn(results, test), ...citedIn(leftOut, test)]
      const words = `${id}: “${test.title}” of ${test.file}`
      if (own.length === 0) return [`${words} was not run`]
      return own.every(({ passed }) => passed) ? [] : [`${words} did not pass`]
    }),
  )
}

/** The number of threats of which at least one test is left to the nightly run. */
export const countLeftOut = (threats: readonly Threat[], leftOut: readonly TestResult[]) =>
  threats.filter(({ tests }) => tests.some((test) => citedIn(leftOut, test).length > 0)).length
