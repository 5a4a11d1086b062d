import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from './command-error.mjs'

/**
 * @typedef {object} NodeHere what finds npm on this machine; for tests
 * @property {string} platform
 * @property {string} execPath program of Node
 * @property {string | undefined} npmCli what runs this script, as npm, pnpm and their like say in `npm_execpath`
 */

/**
 * Returns the command that starts npm without a shell: the npm that runs this script, or the one beside Node on
 * Windows, whose `npm` is a batch file that only a shell can start.
 * @param {'npm' | 'npx'} name
 * @param {NodeHere} [here]
 * @returns {string[]}
 * @throws {CommandError} on Windows, where there is none beside Node
 */
export function npmProgram(name, here) {
  const {
    platform,
    execPath,
    npmCli = '',
  } = here ?? {
    platform: process.platform,
    execPath: process.execPath,
    npmCli: process.env['npm_execpath'],
  }
  if (npmCli.endsWith('npm-cli.js')) return [execPath, join(dirname(npmCli), `${name}-cli.js`)]
  if (platform !== 'win32') return [name]
  const beside = join(dirname(execPath), 'node_modules/npm/bin', `${name}-cli.js`)
  if (existsSync(beside)) return [execPath, beside]
  throw new CommandError(
    `There is no npm beside ${execPath}. Run the command by npm, which says where it is: npm test, npm start.`,
  )
}
