import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmProgram } from '../command-support/npm-program.mjs'
import { root } from '../command-support/paths.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { cachedStep } from '../command-support/step.mjs'

/** Installs what the lockfile pins, with the pnpm that `packageManager` pins. */
export async function installPackages() {
  const pnpm = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager
  const manifests = filesBelow(['apps', 'packages', 'e2e'], (file) =>
    /^[^/]+\/[^/]+\/package\.json$|^e2e\/package\.json$/.test(file),
  )
  const inputs = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', ...manifests]
  await cachedStep(
    {
      name: `Install packages (${pnpm})`,
      stamp: 'install',
      // Not of Node's version: no package is built, and a test on another line must not replace what it runs from.
      fingerprint: () => fingerprint(inputs, [process.platform, process.arch]),
      outputs: [join(root, 'node_modules/.pnpm')],
    },
    () => mustRun('Installing packages', npx(pnpm, ['install', '--frozen-lockfile'])),
  )
}

/**
 * `npx` without asking; under npm the very npx beside it, which needs no shell on Windows either.
 * @param {string} spec
 * @param {readonly string[]} args
 */
function npx(spec, args) {
  return [...npmProgram('npx'), '--yes', spec, ...args]
}
