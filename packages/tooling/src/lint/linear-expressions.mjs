import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Growth of the time of a regular expression with the text that it reads. recheck searches its automaton,
 * and tries what it found; its own JavaScript build needs neither a program nor a worker.
 * @typedef {{ status: 'safe' | 'vulnerable' | 'unknown', complexity?: { summary: string } }} Analysis
 */

/**
 * `timeout`, in milliseconds, for one expression: ours take a second, and ten on a machine that does other work.
 * The search itself counts steps alone: a match that a busy machine made slow would be taken for an attack.
 */
const LIMITS = {
  timeout: 300_000,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
}

/** Without one of these an expression cannot take more than one look at each place. */
const UNBOUNDED = /[*+]|\{\d+,\}/

const require = createRequire(import.meta.url)

/** Expressions that were found safe, one a line: a check takes a second at times, and never changes. */
const cacheFile = join(
  process.cwd(),
  'node_modules/.cache',
  `linear-expressions-${require('recheck/package.json').version}`,
)

/** @type {Set<string> | undefined} */
let safe

function readCache() {
  try {
    return new Set(readFileSync(cacheFile, 'utf8').split('\n'))
  } catch {
    return new Set()
  }
}

/** @param {string} key */
function keepSafe(key) {
  safe?.add(key)
  try {
    mkdirSync(dirname(cacheFile), { recursive: true })
    appendFileSync(cacheFile, `${key}\n`)
  } catch {
    // Checked again the next time.
  }
}

/** @type {((source: string, flags: string, options: object) => Analysis) | undefined} */
let check

function loadCheck() {
  // Read when the module is loaded.
  process.env['RECHECK_BACKEND'] = 'pure'
  /** @type {{ checkSync: NonNullable<typeof check> }} */
  const recheck = require('recheck')
  return recheck.checkSync
}

/**
 * @param {string} pattern
 * @param {string} flags
 * @returns {Analysis}
 */
function analyse(pattern, flags) {
  if (!UNBOUNDED.test(pattern)) return { status: 'safe' }
  const key = JSON.stringify([pattern, flags])
  safe ??= readCache()
  if (safe.has(key)) return { status: 'safe' }
  check ??= loadCheck()
  const analysis = check(pattern, flags, LIMITS)
  if (analysis.status === 'safe') keepSafe(key)
  return analysis
}

const source = /^(?:packages|apps)\/(?!testkit\/|tooling\/)[^/]+\/src\//
const ofTests = /\.(?:test|fixture|sample)\.tsx?$|\/(?:testing|samples|bench|soak)\//

/** True if a file may meet text that somebody else wrote. */
export const meetsOutsideText = (/** @type {string} */ place) =>
  source.test(place) && !ofTests.test(place)

/**
 * Returns the reason for which an expression may not be used on outside text; `undefined` if it may.
 * @param {string} pattern
 * @param {string} flags
 */
export function timeViolation(pattern, flags) {
  const { status, complexity } = analyse(pattern, flags)
  if (status === 'safe') return undefined
  return status === 'unknown'
    ? 'Whether this expression takes linear time cannot be told: make it simpler, or search by position.'
    : `This expression takes more than linear time (${complexity?.summary ?? 'unknown'}): text from outside could hold the process. Search by position, or bound its repetitions.`
}
