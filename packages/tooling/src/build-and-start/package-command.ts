/** `pnpm package [--drivable]`: the unpacked application. */
import { buildApp } from './build.ts'
import { provideElectron } from '../electron/provide-electron.ts'
import { packageApp, packagedExecutable } from './package-app.ts'
import { log } from '../command-support/log.mjs'
import { withResultsInUse } from '../command-support/results-in-use.mjs'

export async function main(args: readonly string[]): Promise<number> {
  const variant = args.includes('--drivable') ? 'drivable' : 'release'
  const electron = await provideElectron()
  await buildApp()
  await withResultsInUse(['build'], () => packageApp(electron, variant))
  log.info(`The packaged application: ${packagedExecutable(variant)}`)
  return 0
}
