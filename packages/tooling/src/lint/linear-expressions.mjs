import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

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

/**
 * Expressions that were found safe, below the version of recheck that found it: one takes up to fourteen seconds, and
 * all take minutes. A new one is added here when it was checked; at night all are checked again.
 */
const listFile = join(process.cwd(), 'packages/tooling/src/lint/linear-expressions.txt')
const version = `recheck ${require('recheck/package.json').version}`

/** @type {Set<string> | undefined} */
let safe

/** The list, if it is of this version. */
export function readList() {
  try {
    const [first, ...lines] = readFileSync(listFile, 'utf8').trimEnd().split('\n')
    return new Set(first === version ? lines : [])
  } catch {
    return new Set()
  }
}

/** @param {string} key */
function keepSafe(key) {
  const isNew = safe?.size === 0
  safe?.add(key)
  try {
    if (isNew) writeFileSync(listFile, `${version}\n${key}\n`)
    else appendFileSync(listFile, `${key}\n`)
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
 */
export function checkAnew(pattern, flags) {
  check ??= loadCheck()
  return check(pattern, flags, LIMITS)
}

/**
 * @param {string} pattern
 * @param {string} flags
 * @returns {Analysis}
 */
function analyse(pattern, flags) {
  if (!UNBOUNDED.test(pattern)) return { status: 'safe' }
  const key = JSON.stringify([pattern, flags])
  safe ??= readList()
  if (safe.has(key)) return { status: 'safe' }
  const analysis = checkAnew(pattern, flags)
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
