import { dirname, join } from 'node:path'
import { existsSync, rmSync } from 'node:fs'
import { buildInputs } from './build.ts'
import { binOf, root, workCache } from '../command-support/paths.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { cachedStep } from '../command-support/step.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import type { Electron } from '../electron/provide-electron.ts'

/**
 * `release`: what people get, made by `pnpm package` alone. `sealed`: the same, for tests. `drivable`:
 * for tests too, with the inspector and every switch left on, as Playwright needs.
 */
export type PackageVariant = 'release' | 'sealed' | 'drivable'

/** Where a package is made; what is for tests never lies where a release would be looked for. */
const folderOf = (variant: PackageVariant) =>
  variant === 'release' ? join(root, 'release') : join(workCache, 'packages', variant)

/** The packaged application's program on this system. */
export function packagedExecutable(variant: PackageVariant) {
  const { platform, arch } = process
  const suffix = arch === 'x64' ? '' : `-${arch}`
  const folder = folderOf(variant)
  if (platform === 'darwin')
    return join(folder, `mac${suffix}`, 'Gatehouse.app/Contents/MacOS/Gatehouse')
  if (platform === 'win32') return join(folder, `win${suffix}-unpacked`, 'Gatehouse.exe')
  return join(folder, `linux${suffix}-unpacked`, 'gatehouse')
}

/**
 * Packages the built application, unpacked, with the Electron at hand.
 * @param env added to this process's environment
 */
export async function packageApp(
  electron: Electron,
  variant: PackageVariant,
  env: NodeJS.ProcessEnv = {},
) {
  const inputs = ['electron-builder.yml', 'packages/tooling/src/after-pack.cjs']
  return cachedStep(
    {
      name: `Package the application (Electron ${electron.version}, ${variant})`,
      stamp: `package-${variant}`,
      fingerprint: () =>
        fingerprint([...filesBelow(inputs), ...buildInputs()], [electron.dist, variant]),
      outputs: [packagedExecutable(variant)],
    },
    async () => {
      const folder = folderOf(variant)
      rmSync(folder, { recursive: true, force: true })
      await mustRun('Packaging', builderCommand(electron, variant, folder), {
        quiet: true,
        cwd: root,
        env: {
          ...env,
          GATEHOUSE_DRIVABLE: variant === 'drivable' ? '1' : '',
          CSC_IDENTITY_AUTO_DISCOVERY: 'false',
        },
      })
      await checkContents(packagedExecutable(variant))
    },
  )
}

function builderCommand(electron: Electron, variant: PackageVariant, folder: string) {
  return [
    ...binOf('electron-builder', 'electron-builder', 'apps/desktop'),
    '--dir',
    '--publish',
    'never',
    '--config',
    join(root, 'electron-builder.yml'),
    '--projectDir',
    root,
    `-c.directories.output=${folder}`,
    `-c.electronDist=${electron.dist}`,
    `-c.electronVersion=${electron.version}`,
    // Read by the application itself, from inside of its package.
    ...(variant === 'drivable' ? ['-c.extraMetadata.drivable=true'] : []),
  ]
}

/** Native modules and what they load at run time; everything else must have been bundled. */
const packedModules = ['@libsql', '@neon-rs', 'detect-libc', 'keytar', 'libsql']

/** Refuses a package that holds more or less than it should. */
async function checkContents(executable: string) {
  const resources = join(
    dirname(executable),
    process.platform === 'darwin' ? '../Resources' : 'resources',
  )
  const { listPackage } = await import('@electron/asar')
  const files = listPackage(join(resources, 'app.asar'), { isPack: false })
  const modules = files.flatMap((file) => /^[\\/]node_modules[\\/]([^\\/]+)$/.exec(file)?.[1] ?? [])
  const binaries = files.filter((file) => file.endsWith('.node'))
  if (modules.toSorted().join() !== packedModules.join()) {
    throw new CommandError(
      `The package holds the modules ${modules.join(', ')} instead of ${packedModules.join(', ')}.`,
    )
  }
  if (binaries.length !== 2) {
    throw new CommandError(
      `The package holds ${binaries.length} native binaries instead of 2: ${binaries.join(', ')}`,
    )
  }
  if (existsSync(join(resources, 'default_app.asar'))) {
    throw new CommandError('The package still holds default_app.asar.')
  }
}
