import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { npmProgram } from '../command-support/npm-program.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { timedStep } from '../command-support/step.mjs'

/**
 * Fetches packages that are no part of the workspace into a folder of their own, unless it is there.
 * Only a finished folder gets its name; npm checks the integrity of what it fetches.
 * @param what as the person knows it
 * @param specs names with exact versions
 */
export async function fetchOnce(what: string, folder: string, specs: readonly string[]) {
  if (existsSync(folder)) return
  await timedStep(`Fetch ${what}: ${specs.join(', ')}`, () => fetchInto(what, folder, specs))
}

async function fetchInto(what: string, folder: string, specs: readonly string[]) {
  const parent = dirname(folder)
  await mkdir(parent, { recursive: true })
  const work = await mkdtemp(join(parent, '.fetching-'))
  try {
    await writeFile(join(work, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
    const npm = [...npmProgram('npm'), 'install', ...flags, ...specs]
    await mustRun(`Fetching ${what}`, npm, { quiet: true, cwd: work })
    await rename(work, folder).catch((error) => {
      // Another run may have been quicker.
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
