import { root } from '../core/paths.mjs'
import { run } from '../core/run.mjs'
import { log } from '../core/log.mjs'

/**
 * What a stage found. A stage that is no test runner counts as one test.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} note how much was looked at
 * @property {readonly string[]} [unsteady] tests among the passed that failed at first
 * @property {string} [crash] why no count can be trusted
 */

/**
 * Runs a checking program; it passes if it exits with zero and looked at something.
 * @param {readonly string[]} command
 * @param {(output: string) => number} countFiles
 * @param {string} [cwd]
 * @returns {Promise<Outcome>}
 */
export async function checkWith(command, countFiles, cwd = root) {
  const { code, output } = await run(command, { quiet: true, cwd, timeoutMs: 300_000 })
  const looked = countFiles(output)
  const good = code === 0 && looked > 0
  if (!good) log.print(output.trimEnd())
  const note = looked > 0 ? `looked at ${looked} files` : 'looked at 0 files, which is a failure'
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0, note }
}

/**
 * The number after which a program's closing line says "files".
 * @param {RegExp} pattern
 * @returns {(output: string) => number}
 */
export const numberIn = (pattern) => (output) => Number(pattern.exec(output)?.[1] ?? 0)
