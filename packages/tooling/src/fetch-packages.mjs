import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { npmProgram } from './core/install.mjs'
import { mustRun } from './core/run.mjs'
import { timedStep } from './core/step.mjs'

/**
 * Fetches packages that are no part of the workspace into a folder of their own, unless it is there.
 * Only a finished folder gets its name; npm checks the integrity of what it fetches.
 * @param {string} what as the person knows it
 * @param {string} folder
 * @param {readonly string[]} specs names with exact versions
 */
export async function fetchOnce(what, folder, specs) {
  if (existsSync(folder)) return
  await timedStep(`Fetch ${what}: ${specs.join(', ')}`, () => fetchInto(what, folder, specs))
}

/**
 * @param {string} what
 * @param {string} folder
 * @param {readonly string[]} specs
 */
async function fetchInto(what, folder, specs) {
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
