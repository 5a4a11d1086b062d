import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../command-support/paths.mjs'
import { mustRun, run } from '../command-support/child-processes.mjs'
import { log, formatDuration } from '../command-support/log.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { linuxBrowsers } from './browser.ts'

/** Debian package of each shared library that a window or the keychain binding can lack. */
const packageOfLibrary = Object.freeze({
  'libasound.so': 'libasound2',
  'libatk-1.0.so': 'libatk1.0-0',
  'libatk-bridge-2.0.so': 'libatk-bridge2.0-0',
  'libatspi.so': 'libatspi2.0-0',
  'libcairo.so': 'libcairo2',
  'libcups.so': 'libcups2',
  'libdbus-1.so': 'libdbus-1-3',
  'libdrm.so': 'libdrm2',
  'libexpat.so': 'libexpat1',
  'libgbm.so': 'libgbm1',
  'libgio-2.0.so': 'libglib2.0-0',
  'libglib-2.0.so': 'libglib2.0-0',
  'libgobject-2.0.so': 'libglib2.0-0',
  'libgtk-3.so': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so': 'libpango-1.0-0',
  'libsecret-1.so': 'libsecret-1-0',
  'libsmime3.so': 'libnss3',
  'libudev.so': 'libudev1',
  'libX11.so': 'libx11-6',
  'libxcb.so': 'libxcb1',
  'libXcomposite.so': 'libxcomposite1',
  'libXdamage.so': 'libxdamage1',
  'libXext.so': 'libxext6',
  'libXfixes.so': 'libxfixes3',
  'libxkbcommon.so': 'libxkbcommon0',
  'libXrandr.so': 'libxrandr2',
})

/** Programs and files that the steps need besides libraries, with the package that brings them. */
const packageOfThing = Object.freeze({
  display: { any: ['/usr/bin/Xvfb'], package: 'xvfb' },
  certificates: { any: ['/etc/ssl/certs/ca-certificates.crt'], package: 'ca-certificates' },
  fonts: { any: ['/usr/share/fonts'], package: 'fonts-dejavu-core' },
  sessionBus: { any: ['/usr/bin/dbus-run-session'], package: 'dbus' },
  keyring: { any: ['/usr/bin/gnome-keyring-daemon'], package: 'gnome-keyring' },
  chineseFonts: {
    any: [
      '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
      '/usr/share/fonts/google-noto-cjk',
    ],
    package: 'fonts-noto-cjk',
  },
  /** The renderer is tested in it, and a server that others wrote drives it. */
  browser: { any: linuxBrowsers, package: 'chromium' },
  processes: { any: ['/usr/bin/ps', '/bin/ps'], package: 'procps' },
  /** Packages of PyPI are installed with it. */
  pip: { any: ['/usr/lib/python3/dist-packages/pip'], package: 'python3-pip' },
  /** Programs that build a .deb and check it against Debian's rules. */
  packageTools: { any: ['/usr/bin/dpkg-shlibdeps'], package: 'dpkg-dev' },
  packageChecker: { any: ['/usr/bin/lintian'], package: 'lintian' },
  menuEntries: { any: ['/usr/bin/desktop-file-validate'], package: 'desktop-file-utils' },
  appStream: { any: ['/usr/bin/appstreamcli'], package: 'appstream' },
  menuLauncher: { any: ['/usr/bin/gio'], package: 'libglib2.0-bin' },
  windowList: { any: ['/usr/bin/xwininfo'], package: 'x11-utils' },
})

export type SystemDependency = keyof typeof packageOfThing

/**
 * Makes sure that shared libraries and the named things are on this machine (Linux only): installs
 * them where this may, and otherwise ends with the command that does.
 * @param executable Electron's, where its windows are needed
 */
export async function provideSystem(
  executable: string | undefined,
  things: readonly SystemDependency[],
) {
  if (process.platform !== 'linux') return
  const started = performance.now()
  const missing = await missingPackages(executable, things)
  if (missing.packages.length === 0 && missing.unknown.length === 0) {
    log.success(`System libraries: all there (${formatDuration(performance.now() - started)})`)
    return
  }
  log.step('System libraries')
  await install(missing)
  const still = await missingPackages(executable, things)
  if (still.packages.length + still.unknown.length > 0) {
    throw new CommandError(
      `Still missing after the installation: ${[...still.packages, ...still.unknown].join(' ')}.`,
    )
  }
  log.success(`System libraries (${formatDuration(performance.now() - started)})`)
}

export type Missing = { packages: string[]; unknown: string[] }

async function missingPackages(
  executable: string | undefined,
  things: readonly SystemDependency[],
): Promise<Missing> {
  const libraries =
    executable === undefined ? [] : await missingLibraries([executable, ...keychainBindings()])
  const missing: Missing = { packages: [], unknown: [] }
  for (const library of libraries) {
    const known = Object.entries(packageOfLibrary).find(([name]) => library.startsWith(name))
    if (known === undefined) missing.unknown.push(library)
    else missing.packages.push(known[1])
  }
  for (const thing of things) {
    const { any, package: name } = packageOfThing[thing]
    if (!any.some((path) => existsSync(path))) missing.packages.push(name)
  }
  missing.packages = [...new Set(missing.packages)].toSorted()
  return missing
}

async function missingLibraries(files: readonly string[]) {
  const missing = new Set<string>()
  for (const file of files) {
    const { output } = await run(['ldd', file], { quiet: true })
    for (const match of output.matchAll(/^\s*(\S+) => not found/gm))
      if (match[1]) missing.add(match[1])
  }
  missing.delete('libffmpeg.so')
  return missing
}

function keychainBindings() {
  const folder = join(packageFolder('keytar', 'apps/desktop'), 'prebuilds', `linux-${process.arch}`)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.node') && !name.includes('musl'))
    .map((name) => join(folder, name))
}

async function install(missing: Missing) {
  if (!existsSync('/usr/bin/apt-get')) {
    throw new CommandError(
      `This machine lacks what Gatehouse needs, and has no apt-get: install with its own package manager what ` +
        `Debian calls ${[...missing.packages, ...missing.unknown].join(' ')}.`,
    )
  }
  const names = await Promise.all(missing.packages.map(nameHere))
  const command = `apt-get update && apt-get install -y --no-install-recommends ${[...names, ...missing.unknown].join(' ')}`
  if (process.getuid?.() !== 0 || missing.unknown.length > 0) {
    throw new CommandError(
      `This machine lacks system packages that Gatehouse needs; install them and run this again:\n  sudo sh -c '${command}'`,
    )
  }
  log.info(command)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await mustRun('Reading the package lists', ['apt-get', 'update', '-qq'], { env, quiet: true })
  const exact = await Promise.all(missing.packages.map(nameHere))
  await mustRun(
    'Installing system packages',
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...exact],
    { env, quiet: true },
  )
}

/** Newer Debian and Ubuntu call some libraries `…t64`. */
async function nameHere(name: string) {
  const { code, output } = await run(['apt-cache', 'policy', `${name}t64`], { quiet: true })
  return code === 0 && /Candidate: (?!\(none\))/.test(output) ? `${name}t64` : name
}
