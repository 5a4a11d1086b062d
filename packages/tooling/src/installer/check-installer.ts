import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packagedExecutable } from '../build-and-start/package-app.ts'
import { bundleProgram } from '../bundle-program.ts'
import { endAll, mustRun, run, startGroup } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { log } from '../command-support/log.mjs'
import { timedStep } from '../command-support/step.mjs'
import type { Electron } from '../electron/provide-electron.ts'
import { startVirtualDisplay } from '../system-setup/display.ts'
import {
  asOrdinaryUser,
  canDropPrivileges,
  type OrdinaryUser,
} from '../system-setup/ordinary-user.ts'
import { openTestRun, type TestRun } from '../test-run.ts'
import { buildInstaller, type Installer } from './build-installer.ts'
import { checkDependencies } from './declared-dependencies.ts'
import { menuEntry, programOfEntry, startFromMenu } from './menu-entry.ts'
import {
  filesThatNameIt,
  installedVersion,
  listSystemFiles,
  newFiles,
  packageState,
} from './system-files.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { binOf, root } from '../command-support/paths.mjs'
import { playwrightEnvironment, readPlaywright, runTests } from '../test-stages/run-tests.ts'

/** The programs that people get, and the same with the inspector on, which upgrades the first and is driven. */
interface Installers {
  sealed: Installer
  drivable: Installer
}

/**
 * Installs the .deb on this system, starts it from its menu entry as an ordinary user, upgrades it over the oldest
 * profile, drives a first conversation, and removes and purges it.
 * @throws {CommandError} for the first thing that is not as it should be
 */
export async function checkInstaller(electron: Electron): Promise<void> {
  if (!canDropPrivileges)
    throw new CommandError(
      'Installing a package takes root on Linux. Run it as root, in a container.',
    )
  await refuseOthers()
  const installers = {
    sealed: await buildInstaller(electron, 'sealed'),
    drivable: await buildInstaller(electron, 'drivable'),
  }
  await timedStep('Check the package by Debian’s rules', () => checkPackage(installers.sealed.file))
  await timedStep('Install what it depends on', () => installDependencies(installers.sealed.file))
  const user = asOrdinaryUser()
  try {
    await checkLife(installers, user)
  } finally {
    await purge()
    await endAll()
    endSession(user)
    user.dispose()
  }
}

/** Removes a package for tests, which a run that was interrupted left, and refuses every other. */
async function refuseOthers() {
  if ((await packageState()) === '') return
  if (!(await installedVersion()).includes('~test.'))
    throw new CommandError('Gatehouse is installed on this system. That package is not touched.')
  await purge()
}

async function checkPackage(file: string) {
  await checkDependencies(file, dirname(packagedExecutable('sealed')))
  const lintian = ['lintian', '--allow-root', '--fail-on', 'error']
  await mustRun('lintian', [...lintian, file], { quiet: true })
}

/** Somebody else may install something at the same time. */
const waitForLock = ['-o', 'DPkg::Lock::Timeout=300']

const apt = (...args: string[]) =>
  mustRun('apt-get', ['apt-get', '-y', '-qq', '--no-install-recommends', ...waitForLock, ...args], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })

/** Installs the dependencies before the files are listed, so that they do not count as left behind. */
async function installDependencies(file: string) {
  const { output } = await mustRun('dpkg-deb', ['dpkg-deb', '-f', file, 'Depends'], { quiet: true })
  await apt('update')
  await apt('satisfy', output.trim())
}

async function checkLife({ sealed, drivable }: Installers, user: OrdinaryUser) {
  const profile = join(user.home, '.config/Gatehouse')
  const before = await listSystemFiles()
  await timedStep(`Install ${sealed.version}`, () => install(sealed))
  const session = await openUserSession(user, await startVirtualDisplay())
  await timedStep('Start it from its menu entry as an ordinary user', async () =>
    refuse(await startFromMenu({ user, env: session, profile })),
  )
  rmSync(profile, { recursive: true })
  await timedStep('Write a profile of the oldest format', () => writeOldestProfile(profile, user))
  const oldest = hashOf(profile)
  await timedStep(`Upgrade to ${drivable.version}`, () => install(drivable))
  if (hashOf(profile) !== oldest) throw new CommandError('The upgrade changed the profile.')
  await timedStep('Open the oldest profile, and have a first conversation', async () => {
    const testRun = openTestRun()
    try {
      await driveInstalledApp(testRun, {
        program: user.wrap(programOfEntry(), session),
        user,
        profile,
      })
    } finally {
      testRun.close()
    }
  })
  await timedStep('Remove and purge it', () => checkRemoval(before, profile))
}

async function install({ file, version }: Installer) {
  await apt('install', file)
  const { output } = await mustRun(
    'dpkg-query',
    ['dpkg-query', '-W', '-f=${Version}', 'gatehouse'],
    {
      quiet: true,
    },
  )
  if (output !== version) throw new CommandError(`Installed is ${output}, not ${version}.`)
  await mustRun('The check of the menu entry', ['desktop-file-validate', menuEntry], {
    quiet: true,
  })
  const metainfo = '/usr/share/metainfo/app.gatehouse.desktop.metainfo.xml'
  await mustRun('The check of the metainfo', ['appstreamcli', 'validate', '--no-net', metainfo], {
    quiet: true,
  })
  await mustRun('The check of the files', ['dpkg', '--verify', 'gatehouse'], { quiet: true })
  await mustRun('/usr/bin/gatehouse', ['test', '-x', '/usr/bin/gatehouse'])
}

async function writeOldestProfile(profile: string, { uid, gid }: OrdinaryUser) {
  const entry = '../../packages/store/src/migration-bench/main.ts'
  const program = await bundleProgram({ from: 'apps/desktop', entry, name: 'oldest-profile' })
  mkdirSync(profile, { mode: 0o700 })
  const write = [process.execPath, program.file, 'oldest', join(profile, 'gatehouse.db')]
  await mustRun('Writing the profile', write, { quiet: true, env: program.env })
  for (const name of ['', ...readdirSync(profile)]) chownSync(join(profile, name), uid, gid)
}

/** Hash of the names and contents of all files of a folder. */
function hashOf(folder: string) {
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Nothing of the package stays, and everything of the person does. */
async function checkRemoval(before: ReadonlySet<string>, profile: string) {
  const own = hashOf(profile)
  await apt('remove', 'gatehouse')
  const faults = await leftBehind(before, 'removal')
  await purge()
  faults.push(...(await leftBehind(before, 'purge')))
  const state = await packageState()
  if (state !== '') faults.push(`After the purge dpkg calls it: ${state}`)
  if (hashOf(profile) !== own) faults.push(`The removal changed ${profile}`)
  refuse(faults)
  log.info(`Left: ${profile}, and nothing else`)
}

async function leftBehind(before: ReadonlySet<string>, when: string) {
  const left = await newFiles(before, await listSystemFiles())
  const named = await filesThatNameIt()
  return [
    ...left.map((path) => `Left after the ${when}: ${path}`),
    ...named.map((path) => `Named after the ${when} in ${path}`),
  ]
}

async function purge() {
  if ((await packageState()) !== '') await apt('purge', 'gatehouse')
}

function refuse(faults: readonly string[]) {
  if (faults.length > 0) throw new CommandError(faults.join('\n'))
}

/**
 * Starts what a desktop session of that user has: a bus, and a keychain that is unlocked. Both end with this
 * command.
 * @returns variables by which programs find them
 */
async function openUserSession(
  user: OrdinaryUser,
  display: string,
): Promise<Record<string, string>> {
  const address = await startBus(user)
  const env = { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address }
  const keyring = [user.wrap('/usr/bin/gnome-keyring-daemon', env)]
  const options = ['--foreground', '--unlock', '--components=secrets']
  const child = startGroup([...keyring, ...options], { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin?.end('test')
  const ask = [user.wrap('/usr/bin/dbus-send', env), '--session', '--print-reply']
  const names = ['--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames']
  for (let tries = 0; tries < 50; tries += 1) {
    const { output } = await run([...ask, ...names], { quiet: true })
    if (output.includes('org.freedesktop.secrets')) return env
    await delay(200)
  }
  throw new CommandError('The keychain of the ordinary user did not start within 10 s.')
}

/** Ends what a session of that user left: services that its bus started, told by the home that is this run's alone. */
function endSession({ home }: OrdinaryUser) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      if (variables.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended before.
    }
  }
}

/** @returns its address */
async function startBus(user: OrdinaryUser): Promise<string> {
  const command = [user.wrap('/usr/bin/dbus-daemon'), '--session', '--nofork', '--print-address=1']
  const child = startGroup(command, { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes('\n')) resolve(printed.trim())
    })
    child.once('close', () => reject(new CommandError('The bus of the ordinary user ended.')))
  })
}

interface InstalledApp {
  /** Starts the installed program as the ordinary user. */
  program: string
  user: OrdinaryUser
  profile: string
}

/**
 * Drives the installed application; see e2e/installed.
 * @throws {CommandError} when a test fails
 */
async function driveInstalledApp(
  { env, scratch, results }: TestRun,
  { program, user, profile }: InstalledApp,
): Promise<void> {
  const report = join(results.reports, 'installed.json')
  const command = [
    ...binOf('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=installed/playwright.config.ts',
    '--reporter=list,json',
  ]
  const testContext = { env, scratch, results, filters: [] }
  const outcome = await runTests(
    { command, report, read: readPlaywright, minutes: 10, cwd: join(root, 'e2e') },
    {
      ...testContext,
      env: {
        ...playwrightEnvironment(testContext, report),
        GATEHOUSE_INSTALLED_APP: program,
        GATEHOUSE_INSTALLED_PROFILE: profile,
        GATEHOUSE_INSTALLED_UID: String(user.uid),
      },
    },
    // The ordinary user has one of its own.
    false,
  )
  if (outcome.crash !== undefined) throw new CommandError(`The tests crashed: ${outcome.crash}.`)
  if (outcome.failed > 0) throw new CommandError(`${outcome.failed} tests failed.`)
  log.success(`${outcome.passed} tests of the installed application`)
}
