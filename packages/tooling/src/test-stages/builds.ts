import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../build-and-start/build.ts'
import { packageApp } from '../build-and-start/package-app.ts'
import { z } from 'zod'
import { binOf, desktop } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { checkWith } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Electron } from '../electron/provide-electron.ts'

/** A build as one test, whose failure lets the later stages continue. */
export async function attempt(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work()
    return { passed: 1, failed: 0, skipped: 0, note: 'built' }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    console.log(error.message)
    return { passed: 0, failed: 1, skipped: 0, note: 'not built' }
  }
}

export const checkBuild = () => attempt(buildApp)

/** Both kinds of package that tests start. */
export const checkPackage = (electron: Electron, env: NodeJS.ProcessEnv) =>
  attempt(async () => {
    await packageApp(electron, 'drivable', env)
    await packageApp(electron, 'sealed', env)
  })

/**
 * The size limits of `.size-limit.json` on what was built, and that the window waits for no other file
 * of main than the first.
 */
export async function checkBudget(): Promise<Outcome> {
  const main = readFileSync(join(desktop, 'out/main/index.cjs'), 'utf8')
  const early = filesBeforeTheWindow(main)
  for (const file of early) log.failure(`The start of main loads ${file} before the window is made`)
  const outcome = await checkSizes()
  return early.length === 0
    ? { ...outcome, passed: outcome.passed + 1 }
    : { ...outcome, failed: outcome.failed + 1 }
}

/** The application's own files that a script loads as soon as it runs. */
export function filesBeforeTheWindow(script: string): string[] {
  const found = script.matchAll(/^(?:(?:const|let|var) \S+ = )?require\("(\.\/[^"]+)"\)/gm)
  return [...found].map((match) => match[1] ?? '')
}

async function checkSizes() {
  const command = [...binOf('size-limit'), '--json']
  const { output } = await run(command, { quiet: true })
  return checkWith(command.slice(0, -1), () => countSizes(output))
}

const sizesSchema = z.array(z.object({ size: z.number() }))

function countSizes(json: string) {
  try {
    const entries = sizesSchema.parse(JSON.parse(json.slice(json.indexOf('['))))
    return entries.every((entry) => entry.size > 0) ? entries.length : 0
  } catch {
    return 0
  }
}
