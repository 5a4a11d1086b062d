import { retries } from '../retries.mjs'
import { mustRun, run } from '../run.mjs'
import { bad, good, info } from '../say.mjs'

/**
 * @typedef {{ scenario: string, passed: number, failed: number, isPass: boolean }} Outcome
 * @typedef {{ suite: readonly string[], client: { folder: string, file: string }, env: NodeJS.ProcessEnv }} Setup
 * @typedef {{ title: string, version: string | undefined, outcomes: Outcome[] }} SuiteRun
 */

/** More at a time makes scenarios fail that only wait for each other. */
const atOnce = 2
const scenarioLimitMs = 90_000

/**
 * Every client scenario, or those that a revision requires.
 * @param {readonly string[]} suite the suite's command
 * @param {string | undefined} version
 */
async function listScenarios(suite, version) {
  const which = version === undefined ? [] : ['--requirements', version]
  const { output } = await mustRun(
    'Listing the scenarios',
    [...suite, 'list', '--client', ...which],
    { quiet: true },
  )
  // Requirements name the scenarios for servers too: in a section before, or by a tag.
  const [, ...sections] = output.split(/^Client scenarios.*$/m)
  const lines = sections.join('').matchAll(/^\s*- ([\w./-]+)(?!.*\[server\])/gm)
  const found = new Set([...lines].map((match) => match[1] ?? ''))
  return [...found]
}

/**
 * Runs scenarios one by one, a few at a time, in a process each.
 * @param {Setup} setup
 * @param {string | undefined} version
 * @returns {Promise<SuiteRun>}
 */
export async function runScenarios(setup, version) {
  const title = version ?? 'all'
  const names = await listScenarios(setup.suite, version)
  info(`${title}: ${names.length} scenarios`)
  /** @type {Outcome[]} */
  const outcomes = []
  const queue = names.entries()
  const work = async () => {
    for (const [index, name] of queue) {
      let outcome = await runScenario(setup, name, version)
      for (let left = retries; left > 0 && !outcome.isPass; left -= 1) {
        say(outcome)
        outcome = await runScenario(setup, name, version)
      }
      outcomes[index] = outcome
      say(outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { title, version, outcomes }
}

/**
 * @param {Setup} setup
 * @param {string} scenario
 * @param {string | undefined} version
 * @returns {Promise<Outcome>}
 */
async function runScenario({ suite, client, env }, scenario, version) {
  const revision = version === undefined ? [] : ['--spec-version', version, '--force']
  // The suite hands this to a shell as it is; the client's folder is the working folder.
  const program = `"${process.execPath}" ${client.file}`
  const { code, output } = await run(
    [...suite, 'client', '--command', program, '--scenario', scenario, ...revision],
    { quiet: true, env, cwd: client.folder, timeoutMs: scenarioLimitMs },
  )
  const [, passed = '0', , failed = '0'] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(output) ?? []
  // A scenario in which nothing was checked has not been passed.
  const isPass = code === 0 && Number(passed) > 0
  return { scenario, passed: Number(passed), failed: Number(failed), isPass }
}

/** @param {Outcome} outcome */
function say({ scenario, passed, failed, isPass }) {
  if (isPass) good(`${scenario} (${passed})`)
  else bad(`${scenario} (${passed} passed, ${failed} failed)`)
}
