import { existsSync } from 'node:fs'
import { withLock } from './lock.mjs'
import { log, formatDuration } from './log.mjs'
import { dropStamp, isStamped, writeStamp } from './stamp.mjs'
import { waitUntilUnused } from './results-in-use.mjs'

/**
 * A named piece of set-up that says what it does and how long it took.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timedStep(name, work) {
  const started = performance.now()
  log.step(name)
  const result = await work()
  log.success(`${name} (${formatDuration(performance.now() - started)})`)
  return result
}

/**
 * Work whose result is kept.
 * @typedef {object} CachedStep
 * @property {string} name as the person knows it
 * @property {string} stamp name of its stamp and of its lock
 * @property {() => string} fingerprint of its inputs
 * @property {readonly string[]} outputs files that it makes
 */

/**
 * Like {@link timedStep}, but skipped while the fingerprint is that of the last success and the
 * outputs are still there. Waits while they are in use.
 * @param {CachedStep} step
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether work was done
 */
export function cachedStep(step, work) {
  return withLock(step.stamp, () => workUnlessCached(step, work))
}

/**
 * @param {CachedStep} step
 * @param {() => Promise<unknown>} work
 */
async function workUnlessCached({ name, stamp, fingerprint, outputs }, work) {
  const started = performance.now()
  const current = fingerprint()
  if (isStamped(stamp, current) && outputs.every((path) => existsSync(path))) {
    log.success(`${name}: nothing changed (${formatDuration(performance.now() - started)})`)
    return false
  }
  await waitUntilUnused(stamp)
  dropStamp(stamp)
  await timedStep(name, work)
  writeStamp(stamp, fingerprint())
  return true
}
