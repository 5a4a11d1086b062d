import { buildApp } from '../build.mjs'
import { packageApp } from '../package-app.mjs'
import { binOf } from '../paths.mjs'
import { run } from '../run.mjs'
import { StopHere } from '../stop-here.mjs'
import { checkWith } from './outcome.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * A build as one test, whose failure lets the later stages go on.
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Outcome>}
 */
async function attempt(work) {
  try {
    await work()
    return { passed: 1, failed: 0, skipped: 0, note: 'built' }
  } catch (error) {
    if (!(error instanceof StopHere)) throw error
    console.log(error.message)
    return { passed: 0, failed: 1, skipped: 0, note: 'not built' }
  }
}

export const checkBuild = () => attempt(buildApp)

/** @param {import('../electron.mjs').Electron} electron */
export const checkPackage = (electron) => attempt(() => packageApp(electron, { drivable: true }))

/** The size limits of `.size-limit.json` on what was built. */
export async function checkBudget() {
  const command = [...binOf('size-limit'), '--json']
  const { output } = await run(command, { quiet: true })
  return checkWith(command.slice(0, -1), () => countSizes(output))
}

/** @param {string} json */
function countSizes(json) {
  try {
    /** @type {{ size: number }[]} */
    const entries = JSON.parse(json.slice(json.indexOf('[')))
    return entries.every((entry) => entry.size > 0) ? entries.length : 0
  } catch {
    return 0
  }
}
