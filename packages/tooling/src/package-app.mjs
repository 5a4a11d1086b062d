import { dirname, join } from 'node:path'
import { existsSync, rmSync } from 'node:fs'
import { buildInputs } from './build.mjs'
import { binOf, packageFolder, root } from './paths.mjs'
import { mustRun } from './run.mjs'
import { filesBelow, fingerprint } from './stamp.mjs'
import { once } from './step.mjs'
import { StopHere } from './stop-here.mjs'

const release = join(root, 'release')

/** The packaged application's program on this system. */
export function packagedExecutable() {
  const { platform, arch } = process
  const suffix = arch === 'x64' ? '' : `-${arch}`
  if (platform === 'darwin')
    return join(release, `mac${suffix}`, 'Gatehouse.app/Contents/MacOS/Gatehouse')
  if (platform === 'win32') return join(release, `win${suffix}-unpacked`, 'Gatehouse.exe')
  return join(release, `linux${suffix}-unpacked`, 'gatehouse')
}

/**
 * Packages the built application, unpacked, with the Electron at hand.
 * @param {import('./electron.mjs').Electron} electron
 * @param {{ drivable: boolean }} options whether the inspect fuse stays on, as Playwright needs
 */
export async function packageApp(electron, { drivable }) {
  const builder = [...binOf('electron-builder', 'electron-builder', 'apps/desktop')]
  const config = ['--config', join(root, 'electron-builder.yml'), '--projectDir', root]
  const runtime = [`-c.electronDist=${electron.dist}`, `-c.electronVersion=${electron.version}`]
  const inputs = ['electron-builder.yml', 'packages/tooling/src/after-pack.cjs']
  return once(
    {
      name: `Package the application (Electron ${electron.version}, ${drivable ? 'test' : 'release'} fuses)`,
      stamp: 'package',
      print: () =>
        fingerprint([...filesBelow(inputs), ...buildInputs()], [electron.dist, String(drivable)]),
      outputs: [packagedExecutable()],
    },
    async () => {
      rmSync(release, { recursive: true, force: true })
      const env = { GATEHOUSE_DRIVABLE: drivable ? '1' : '', CSC_IDENTITY_AUTO_DISCOVERY: 'false' }
      await mustRun(
        'Packaging',
        [...builder, '--dir', '--publish', 'never', ...config, ...runtime],
        { quiet: true, cwd: root, env },
      )
      await checkContents()
    },
  )
}

/** Native modules and what they load at run time; everything else must have been bundled. */
const packedModules = ['@libsql', '@neon-rs', 'detect-libc', 'keytar', 'libsql']

/** Refuses a package that holds more or less than it should. */
async function checkContents() {
  const resources = join(
    dirname(packagedExecutable()),
    process.platform === 'darwin' ? '../Resources' : 'resources',
  )
  const { listPackage } = await import(join(packageFolder('@electron/asar'), 'lib/asar.js'))
  /** @type {string[]} */
  const files = listPackage(join(resources, 'app.asar'), { isPack: false })
  const modules = files.flatMap((file) => /^[\\/]node_modules[\\/]([^\\/]+)$/.exec(file)?.[1] ?? [])
  const binaries = files.filter((file) => file.endsWith('.node'))
  if (modules.toSorted().join() !== packedModules.join()) {
    throw new StopHere(
      `The package holds the modules ${modules.join(', ')} instead of ${packedModules.join(', ')}.`,
    )
  }
  if (binaries.length !== 2) {
    throw new StopHere(
      `The package holds ${binaries.length} native binaries instead of 2: ${binaries.join(', ')}`,
    )
  }
  if (existsSync(join(resources, 'default_app.asar'))) {
    throw new StopHere('The package still holds default_app.asar.')
  }
}
