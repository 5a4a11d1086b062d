import { exitWith } from '../command-support/command-error.mjs'
import { installPackages } from './install.mjs'
import { endAllOnSignals } from '../command-support/child-processes.mjs'
import { registerTypeScript } from './typescript.mjs'

/** @typedef {{ main: (args: string[]) => Promise<number> }} Command its main function resolves to the exit code */

/**
 * Runs a command. Packages are installed first: what loads TypeScript is one of them.
 * @param {string} file of the command, relative to `src`
 */
export async function runCommand(file) {
  endAllOnSignals()
  await exitWith(async () => {
    await installPackages()
    await registerTypeScript()
    /** @type {Command} */
    const { main } = await import(new URL(`../${file}`, import.meta.url).href)
    return main(process.argv.slice(2))
  })
}
