import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { attackers } from './read-threats.mjs'

/** @typedef {import('./read-threats.mjs').Threat} Threat */
/** @typedef {import('./test-results.mjs').TestResult} TestResult */

/**
 * What is wrong with the data itself: ids, words, and tests that cannot be found in their files.
 * @param {readonly Threat[]} threats
 * @param {string} [folder] that the files of tests are relative to
 * @returns {string[]}
 */
export function faultsOfData(threats, folder = root) {
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

/** @param {Threat} threat */
function faultsOfWords(threat) {
  const faults = []
  if (!/^[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+$/.test(threat.id))
    faults.push('is no id of the form area.name')
  if (!Object.hasOwn(attackers, threat.attacker))
    faults.push(`names no attacker: ${threat.attacker}`)
  for (const name of /** @type {const} */ (['tries', 'stoppedBy', 'remains'])) {
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

/**
 * @param {{ file: string, title: string }} test
 * @param {string} folder
 */
function faultOfCitation({ file, title }, folder) {
  const path = join(folder, file)
  if (!existsSync(path)) return `there is no file ${file}`
  const titles = titlesIn(readFileSync(path, 'utf8'))
  const matching = titles.filter(({ pattern }) => pattern.test(title))
  if (matching.length === 0) return `${file} holds no test “${title}”`
  return matching.every(({ isSkipped }) => isSkipped)
    ? `the test “${title}” of ${file} is skipped, or expected to fail`
    : undefined
}

/** @param {string} text to be found as it is by an expression */
const escaped = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * Titles of the tests in a source, as patterns: what a loop or a table fills in matches anything. The
 * results of a run decide; this finds a slip before anything runs.
 * @param {string} source
 */
function titlesIn(source) {
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

/** What vitest fills in: `%s` and its like, and `$name` or `$a.b`. */
const placeholder = /%[sdifjoOc#$]|\$(?:[a-zA-Z_][\w.]*|#)/

/**
 * Whether a title is the cited one, or was made from it where that is the template of a table.
 * @param {string} cited
 * @returns {(title: string) => boolean}
 */
function titleMatcher(cited) {
  const made = patternOf(cited.split(placeholder).map(escaped))
  return (title) => title === cited || made.test(title)
}

/** @param {readonly string[]} parts between which anything may stand */
const patternOf = (parts) => new RegExp(`^${parts.join('.*')}$`, 's')

/**
 * Citations that no passing test of this run bears out.
 * @param {readonly Threat[]} threats
 * @param {readonly TestResult[]} results
 * @returns {string[]}
 */
export function faultsOfRun(threats, results) {
  return threats.flatMap(({ id, tests }) =>
    tests.flatMap(({ file, title }) => {
      const isCited = titleMatcher(title)
      const own = results.filter((result) => result.file === file && result.titles.some(isCited))
      if (own.length === 0) return [`${id}: “${title}” of ${file} was not run`]
      return own.every(({ passed }) => passed) ? [] : [`${id}: “${title}” of ${file} did not pass`]
    }),
  )
}
