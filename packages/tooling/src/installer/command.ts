/** `pnpm installer [--check]`: makes the .deb; `--check` installs and removes one for tests on this system. */
import { buildApp } from '../build-and-start/build.ts'
import { CommandError } from '../command-support/command-error.mjs'
import { log } from '../command-support/log.mjs'
import { withResultsInUse } from '../command-support/results-in-use.mjs'
import { provideElectron } from '../electron/provide-electron.ts'
import { provideSystem, type SystemDependency } from '../system-setup/provide-system.ts'
import { buildInstaller } from './build-installer.ts'
import { checkInstaller } from './check-installer.ts'

const forCheck: readonly SystemDependency[] = [
  'packageTools',
  'packageChecker',
  'menuEntries',
  'appStream',
  'menuLauncher',
  'windowList',
  'display',
  'fonts',
  'sessionBus',
  'keyring',
  'processes',
]

export async function main(args: readonly string[]): Promise<number> {
  const isCheck = args.includes('--check')
  if (process.platform !== 'linux') throw new CommandError('The .deb is made on Linux.')
  if (args.some((arg) => arg !== '--check'))
    throw new CommandError('Usage: pnpm installer [--check]')
  const electron = await provideElectron()
  await provideSystem(electron.executable, isCheck ? forCheck : ['packageTools'])
  await buildApp()
  await withResultsInUse(['build'], async () => {
    if (isCheck) return checkInstaller(electron)
    const { file } = await buildInstaller(electron, 'release')
    log.info(`The installer: ${file}`)
  })
  return 0
}
