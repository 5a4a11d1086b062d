import { basename } from 'node:path'
import { retries } from '../retries.ts'
import { mustRun, run } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import type { Program } from '../bundle-program.ts'

export type ScenarioOutcome = { scenario: string; passed: number; failed: number; isPass: boolean }

/** The suite's command, the client under test and the environment of both. */
export interface Setup {
  suite: readonly string[]
  client: Program
  env: NodeJS.ProcessEnv
}

export type SuiteRun = { title: string; version: string | undefined; outcomes: ScenarioOutcome[] }

/** More at a time makes scenarios fail that only wait for each other. */
const atOnce = 2
const scenarioLimitMs = 90_000

/**
 * Every client scenario, or those that a revision requires.
 * @param suite the suite's command
 */
async function listScenarios(suite: readonly string[], version: string | undefined) {
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

/** Runs scenarios one by one, a few at a time, in a process each. */
export async function runScenarios(setup: Setup, version: string | undefined): Promise<SuiteRun> {
  const title = version ?? 'all'
  const names = await listScenarios(setup.suite, version)
  log.info(`${title}: ${names.length} scenarios`)
  const outcomes: ScenarioOutcome[] = []
  const queue = names.entries()
  const work = async () => {
    for (const [index, name] of queue) {
      let outcome = await runScenario(setup, name, version)
      for (let left = retries; left > 0 && !outcome.isPass; left -= 1) {
        printOutcome(outcome)
        outcome = await runScenario(setup, name, version)
      }
      outcomes[index] = outcome
      printOutcome(outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { title, version, outcomes }
}

async function runScenario(
  { suite, client, env }: Setup,
  scenario: string,
  version: string | undefined,
): Promise<ScenarioOutcome> {
  const revision = version === undefined ? [] : ['--spec-version', version, '--force']
  // The suite hands this to a shell as it is; the client's folder is the working folder.
  const program = `"${process.execPath}" ${basename(client.file)}`
  const { code, output } = await run(
    [...suite, 'client', '--command', program, '--scenario', scenario, ...revision],
    { quiet: true, env, cwd: client.folder, timeoutMs: scenarioLimitMs },
  )
  const [, passed = '0', , failed = '0'] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(output) ?? []
  // A scenario in which nothing was checked has not been passed.
  const isPass = code === 0 && Number(passed) > 0
  return { scenario, passed: Number(passed), failed: Number(failed), isPass }
}

function printOutcome({ scenario, passed, failed, isPass }: ScenarioOutcome) {
  if (isPass) log.success(`${scenario} (${passed})`)
  else log.failure(`${scenario} (${passed} passed, ${failed} failed)`)
}
