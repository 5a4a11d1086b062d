import { existsSync } from 'node:fs'
import { alone } from './lock.mjs'
import { begin, duration, good } from './say.mjs'
import { dropStamp, isStamped, writeStamp } from './stamp.mjs'
import { untilUnused } from './uses.mjs'

/**
 * A named piece of set-up that says what it does and how long it took.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function timed(name, work) {
  const started = performance.now()
  begin(name)
  const result = await work()
  good(`${name} (${duration(performance.now() - started)})`)
  return result
}

/**
 * Like {@link timed}, but skipped while the fingerprint is that of the last success and the
 * results are still there. Waits while anybody uses them.
 * @param {{ name: string, stamp: string, print: () => string, outputs: readonly string[] }} step
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether work was done
 */
export function once(step, work) {
  return alone(step.stamp, () => onceAlone(step, work))
}

/**
 * @param {Parameters<typeof once>[0]} step
 * @param {() => Promise<unknown>} work
 */
async function onceAlone(step, work) {
  const started = performance.now()
  const print = step.print()
  if (isStamped(step.stamp, print) && step.outputs.every((path) => existsSync(path))) {
    good(`${step.name}: nothing changed (${duration(performance.now() - started)})`)
    return false
  }
  await untilUnused(step.stamp)
  dropStamp(step.stamp)
  await timed(step.name, work)
  writeStamp(step.stamp, step.print())
  return true
}
