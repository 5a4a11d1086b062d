import { realpath, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { valueOfJson } from '@gatehouse/domain'
import { specOf } from '@gatehouse/domain/launch'
import { z } from 'zod'
import type { Ecosystem } from '../common/ecosystem.ts'
import { installFailed } from '../common/install-problem.ts'
import type { InstallerCommand, InstallerPrograms } from '../common/installer-process.ts'
import { sealFolder } from '../common/sealed-folder.ts'
import {
  assertFromRegistry,
  contentsOf,
  readLock,
  scriptedPackages,
  versionsOf,
  type FoundScripts,
  type NpmLock,
} from './npm-lock.ts'
import { runNpm } from './npm-process.ts'
import { packageFolder, programOf } from './package-program.ts'

/**
 * Without scripts of packages, links and other traffic than the one that fetches, and from a registry alone: npm runs
 * the preparation of a Git repository, and links a folder, whatever is said of scripts.
 */
const INSTALL = [
  '--allow-git=none',
  '--allow-remote=none',
  '--allow-file=none',
  '--allow-directory=none',
  '--ignore-scripts',
  '--engine-strict',
  '--save-exact',
  '--package-lock',
  '--no-bin-links',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=http',
  '--json',
]
const REBUILD = ['--no-ignore-scripts', '--foreground-scripts', '--no-bin-links', '--json']
/** The first npm that has those options; an older one passes over them. */
const OLDEST_NPM = [11, 10] as const

/** Installations by the person's own npm, with what it fetches in `node_modules`. */
export function createNpmEcosystem(programs: InstallerPrograms): Ecosystem {
  /** The program and first arguments of npm. A script of Windows would read the arguments once more. */
  async function npmCommand(): Promise<InstallerCommand> {
    const found = await programs.find('npm')
    if (found === null) throw installFailed('no-npm')
    if (process.platform !== 'win32') return { command: found, args: [] }
    const script = join(dirname(found), 'node_modules', 'npm', 'bin', 'npm-cli.js')
    return { command: await findNode(), args: [script] }
  }

  async function findNode(): Promise<string> {
    const found = await programs.find('node')
    if (found === null) throw installFailed('no-node')
    const args = ['-p', 'process.execPath']
    const printed = await programs.printedBy({ command: found, args }).catch(notRunning)
    // A stand-in of a version manager chooses anew at each start.
    return printed === (await realpath(found)) ? found : printed
  }

  return {
    find: () => programs.find('npm'),
    async plan(wanted, folder) {
      const { command, args } = await npmCommand()
      await assertNewEnough({ command, args }, programs)
      const spec = specOf(wanted)
      const install = [...args, 'install', '--prefix', folder, ...INSTALL, '--', spec]
      const starts = { command: await findNode(), args: [packageFolder(folder, wanted.name)] }
      return { spec, installer: 'npm', steps: [{ command, args: install }], starts }
    },
    async fetch({ steps: [step], folder }, { network, signal, onFetched, chooseScripts }) {
      if (!step) throw installFailed('failed')
      await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
      let count = 0
      const onLine = (line: string): void => {
        const name = fetchedFile(line)
        if (name !== null) onFetched((count += 1), name)
      }
      await runNpm({ ...step, cwd: folder, network, onLine }, programs, signal)
      const lock = await readLock(folder)
      assertFromRegistry(lock)
      const scripted = await scriptedPackages(folder)
      const { command, args } = await npmCommand()
      const ask = (words: readonly string[]): Promise<string> =>
        runNpm({ command, args: [...args, ...words], cwd: folder, network }, programs, signal)
      const publishedAt = await publicationOf(lock, ask)
      signal.throwIfAborted()
      const shown = scripted.map(({ id, scripts }) => ({ id, scripts }))
      const scripts = shown.length === 0 ? [] : await chooseScripts(shown)
      if (scripts === null) return null
      await runScripts(
        folder,
        scripted.filter(({ id }) => scripts.includes(id)),
        ask,
      )
      signal.throwIfAborted()
      return { scripts: [...scripts], publishedAt }
    },
    async seal({ folder, publishedAt, scripts }, wanted) {
      const program = await programOf(folder, wanted)
      const command = await findNode()
      const lock = await readLock(folder)
      const packages = Object.keys(lock.packages).filter((at) => at !== '').length
      const size = await sealFolder(folder)
      return {
        package: {
          ecosystem: 'npm',
          name: wanted.name,
          version: program.version,
          wanted: wanted.wanted,
          folder,
          program: program.name,
          packages,
          ...size,
          ...(publishedAt === null ? {} : { publishedAt }),
          scripts,
        },
        command,
        args: program.args,
        contents: contentsOf(lock),
      }
    },
    versions: async (folder) => versionsOf(await readLock(folder)),
    isOfPackage: (path) =>
      path.startsWith('node_modules/') && !path.endsWith('/.package-lock.json'),
  }
}

/** Runs the install scripts of these packages, and of no others. */
async function runScripts(
  folder: string,
  chosen: readonly FoundScripts[],
  npm: (words: readonly string[]) => Promise<string>,
): Promise<void> {
  if (chosen.length === 0) return
  // By their folders: a name may stand for another package further down.
  const folders = chosen.flatMap(({ places }) => places)
  await npm(['rebuild', '--prefix', folder, ...REBUILD, '--', ...folders]).catch(
    (error: unknown) => {
      throw installFailed('script-failed', error instanceof Error ? error.message : '')
    },
  )
}

/**
 * The time at which the wanted package was published, from the same registry; null where it does not tell. Asked for
 * after the installation: the document that npm installs from has no times.
 */
async function publicationOf(
  { packages }: NpmLock,
  ask: (words: readonly string[]) => Promise<string>,
): Promise<number | null> {
  const [name = ''] = Object.keys(packages['']?.dependencies ?? {})
  const version = packages[`node_modules/${name}`]?.version ?? ''
  const words = ['view', '--json', '--loglevel=error', '--', `${name}@${version}`, 'time']
  const text = await ask(words).catch(() => '')
  const times = z.record(z.string(), z.string()).safeParse(valueOfJson(text))
  const time = Date.parse(times.data?.[version] ?? '')
  return Number.isNaN(time) ? null : time
}

/** The name of the file that a line of npm says it fetched; null for any other line. */
function fetchedFile(line: string): string | null {
  const url = /^npm http fetch GET 200 (\S+)/.exec(line)?.[1]
  return url === undefined ? null : basename(URL.canParse(url) ? new URL(url).pathname : url)
}

/** Throws `install/failed` for an npm that would run code of repositories during an installation. */
async function assertNewEnough(
  { command, args }: InstallerCommand,
  programs: InstallerPrograms,
): Promise<void> {
  const printed = await programs
    .printedBy({ command, args: [...args, '--version'] })
    .catch(notRunning)
  const [major = 0, minor = 0] = printed.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NPM
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw installFailed('npm-too-old', printed)
}

function notRunning(error: unknown): never {
  throw installFailed('no-node', error instanceof Error ? error.message : '')
}
