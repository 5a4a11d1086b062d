import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { valueOfJson } from '@gatehouse/domain'
import type { ContainedPackage, PackageInstaller, ScriptedPackage } from '@gatehouse/host/ports'
import { z } from 'zod'
import { childEnvironment } from '../system/environment/child-environment.ts'
import { findCommand } from '../system/environment/find-command.ts'
import { createSearchPath } from '../system/environment/search-path.ts'
import { createProcessLedger } from '../system/processes/process-ledger.ts'
import { reapLeftovers } from '../system/processes/reap-leftovers.ts'
import { compareFiles, comparePackages } from './compare-installations.ts'
import { installFailed } from './install-problem.ts'
import { runNpm, type NpmProcessDependencies } from './npm-process.ts'
import { packageFolder, programOf } from './package-program.ts'
import { removeFolder, sealFolder } from './sealed-folder.ts'

export interface PackageInstallerOptions {
  /** Folder in which each installation gets one of its own. */
  root: string
  /** Absolute path of the JSON file that lists running installations. */
  ledgerFile: string
  /** The environment from which npm inherits a few safe variables. Default: that of this process. */
  baseEnvironment?: NodeJS.ProcessEnv
  /** Milliseconds that the login shell may take. Default 3000. */
  shellTimeoutMs?: number
  /** Milliseconds for each of the two grace periods of a cancelled installation. Default 2000. */
  graceMs?: number
}

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
/** Milliseconds for Node to print its own path, and for npm to print its version. */
const NODE_TIMEOUT_MS = 60_000
const SCRIPTS = ['preinstall', 'install', 'postinstall']
const OWN = 0o700

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      /** Written where the folder has another name: an alias of the package. */
      name: z.string().optional(),
      version: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional().catch(undefined),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      /** It came in the archive of the package above it. */
      inBundle: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})
const manifestSchema = z.object({
  name: z.string(),
  scripts: z.record(z.string(), z.string()).catch({}),
})

/** Installations by the person's own npm, below `root`. */
export function createPackageInstaller(options: PackageInstallerOptions): PackageInstaller {
  const { root } = options
  const environment = options.baseEnvironment ?? process.env
  const graceMs = options.graceMs ?? 2000
  const ledger = createProcessLedger(options.ledgerFile)
  const searchPath = createSearchPath({ environment, timeoutMs: options.shellTimeoutMs ?? 3000 })
  const npm: NpmProcessDependencies = { environment, searchPath, ledger, graceMs }
  let reaped: Promise<unknown> | undefined

  async function find(command: string): Promise<string | null> {
    const folders = await searchPath.folders()
    return (await findCommand(command, { cwd: homedir(), folders, environment })).path
  }

  /** The program and first arguments of npm. A script of Windows would read the arguments once more. */
  async function npmCommand(): Promise<{ command: string; args: string[] }> {
    const found = await find('npm')
    if (found === null) throw installFailed('no-npm')
    if (process.platform !== 'win32') return { command: found, args: [] }
    const script = join(dirname(found), 'node_modules', 'npm', 'bin', 'npm-cli.js')
    return { command: await findNode(), args: [script] }
  }

  async function findNode(): Promise<string> {
    const found = await find('node')
    if (found === null) throw installFailed('no-node')
    const printed = await ownPathOf(found, await searchPath.folders(), environment)
    // A stand-in of a version manager chooses anew at each start.
    return printed === (await realpath(found)) ? found : printed
  }

  return {
    findNpm: () => find('npm'),
    async plan(spec) {
      const { command, args } = await npmCommand()
      await assertNewEnough({ command, args }, await searchPath.folders(), environment)
      const folder = join(root, randomUUID())
      const at = spec.indexOf('@', 1)
      const name = at < 0 ? spec : spec.slice(0, at)
      return {
        starts: { command: await findNode(), args: [packageFolder(folder, name)] },
        spec,
        command,
        args: [...args, 'install', '--prefix', folder, ...INSTALL, '--', spec],
        folder,
      }
    },
    async fetch({ command, args, folder }, { network, onFetched }, signal) {
      let count = 0
      try {
        await mkdir(folder, { recursive: true, mode: OWN })
        await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
        const onLine = (line: string): void => {
          const name = fetchedFile(line)
          if (name !== null) onFetched((count += 1), name)
        }
        await runNpm({ command, args, cwd: folder, network, onLine }, npm, signal)
        const lock = await readLock(folder)
        assertFromRegistry(lock)
        const scripted = await scriptedPackages(folder)
        const asked = await npmCommand()
        const publishedAt = await publicationOf(lock, (words) =>
          runNpm(
            {
              ...asked,
              args: [...asked.args, ...words],
              cwd: folder,
              network,
              onLine: () => undefined,
            },
            npm,
            signal,
          ),
        )
        signal.throwIfAborted()
        return { folder, scripted, publishedAt }
      } catch (error) {
        await removeFolder(folder).catch(() => undefined)
        throw isNoSpace(error) ? installFailed('disk-full') : error
      }
    },
    async runScripts({ folder, scripted }, ids, { network }, signal) {
      const known = new Set(scripted.map(({ id }) => id))
      const chosen = (await scriptedPackages(folder)).filter(
        ({ id }) => known.has(id) && ids.includes(id),
      )
      if (chosen.length === 0) return
      const { command, args } = await npmCommand()
      // By their folders: a name may stand for another package further down.
      const folders = chosen.flatMap(({ places }) => places)
      const call = [...args, 'rebuild', '--prefix', folder, ...REBUILD, '--', ...folders]
      const onLine = (): void => undefined
      await runNpm({ command, args: call, cwd: folder, network, onLine }, npm, signal).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          throw installFailed('script-failed', error instanceof Error ? error.message : '')
        },
      )
    },
    async seal({ folder, publishedAt }, wanted) {
      const program = await programOf(folder, wanted)
      const command = await findNode()
      const lock = await readLock(folder)
      const packages = Object.keys(lock.packages).filter((at) => at !== '')
      const { files, size } = await sealFolder(folder)
      const { name, wanted: asked } = wanted
      return {
        package: {
          name,
          version: program.version,
          wanted: asked,
          folder,
          program: program.name,
          packages: packages.length,
          files,
          size,
          ...(publishedAt === null ? {} : { publishedAt }),
          scripts: [],
        },
        command,
        args: program.args,
        contents: contentsOf(lock),
      }
    },
    async compare(before, after) {
      const [old, present] = await Promise.all([readLock(before), readLock(after)])
      return {
        packages: comparePackages(versionsOf(old), versionsOf(present)),
        files: await compareFiles(before, after),
      }
    },
    async prune(isUsed) {
      reaped ??= reapLeftovers(ledger, graceMs)
      await reaped
      for (const name of await readdir(root).catch((): string[] => [])) {
        const folder = join(root, name)
        if (!isUsed(folder)) await removeFolder(folder).catch(() => undefined)
      }
    },
  }
}

/**
 * The time at which the wanted package was published, from the same registry; null where it does not tell. Asked for
 * after the installation: the document that npm installs from has no times.
 */
async function publicationOf(
  { packages }: z.infer<typeof lockSchema>,
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

/** All packages by name and version, copies once. */
function contentsOf({ packages }: z.infer<typeof lockSchema>): ContainedPackage[] {
  const found = new Map<string, ContainedPackage>()
  for (const [at, { name, version, inBundle = false }] of Object.entries(packages)) {
    const folder = at.split('node_modules/').at(-1) ?? ''
    if (folder === '') continue
    const one = { ecosystem: 'npm' as const, name: name ?? folder, version: version ?? null }
    found.set(
      `${one.name}@${version} ${inBundle}`,
      inBundle ? { ...one, isBundled: inBundle } : one,
    )
  }
  return [...found.values()]
}

/** The name of the file that a line of npm says it fetched; null for any other line. */
function fetchedFile(line: string): string | null {
  const url = /^npm http fetch GET 200 (\S+)/.exec(line)?.[1]
  return url === undefined ? null : basename(URL.canParse(url) ? new URL(url).pathname : url)
}

async function readLock(folder: string): Promise<z.infer<typeof lockSchema>> {
  const text = await readFile(join(folder, 'package-lock.json'), 'utf8').catch(() => '')
  const lock = lockSchema.safeParse(valueOfJson(text))
  if (!lock.success) throw installFailed('failed', 'package-lock.json')
  return lock.data
}

/** Versions by place, so that two copies of a package stay two. */
function versionsOf({ packages }: z.infer<typeof lockSchema>): Map<string, string> {
  const places = Object.entries(packages).filter(([at]) => at !== '')
  return new Map(
    places.map(([at, { version = '' }]) => [at.replace(/^node_modules\//, ''), version]),
  )
}

/** A package with scripts, and the folders of its copies. */
interface FoundScripts extends ScriptedPackage {
  places: string[]
}

/** Packages with install scripts. Rejects with `install/failed` for one that is there under another name. */
async function scriptedPackages(folder: string): Promise<FoundScripts[]> {
  const found = new Map<string, FoundScripts>()
  for (const [at, { version = '', hasInstallScript }] of Object.entries(
    (await readLock(folder)).packages,
  )) {
    if (hasInstallScript !== true) continue
    const place = join(folder, ...at.split('/'))
    // Optional ones of other systems are in the lock, and not on the disk.
    const text = await readFile(join(place, 'package.json'), 'utf8').catch(() => null)
    const manifest = manifestSchema.safeParse(text === null ? undefined : valueOfJson(text))
    if (!manifest.success) continue
    const { name, scripts } = manifest.data
    if (!`/${at}`.endsWith(`/node_modules/${name}`)) throw installFailed('other-source', at)
    const id = `${name}@${version}`
    const places = [...(found.get(id)?.places ?? []), place]
    found.set(id, { id, scripts: await linesOf(place, scripts), places })
  }
  return [...found.values()]
}

/** The scripts as npm runs them: it builds what has a `binding.gyp` and neither script of an installation. */
async function linesOf(
  place: string,
  scripts: Record<string, string>,
): Promise<ScriptedPackage['scripts']> {
  const lines = SCRIPTS.flatMap((name) => {
    const line = scripts[name]
    return line === undefined ? [] : [{ name, line }]
  })
  const isOwn = scripts['install'] !== undefined || scripts['preinstall'] !== undefined
  const entries = isOwn ? [] : await readdir(place).catch((): string[] => [])
  const isBuilt = entries.includes('binding.gyp')
  return isBuilt || lines.length === 0
    ? [{ name: 'install', line: 'node-gyp rebuild' }, ...lines]
    : lines
}

/** Throws `install/failed` for a package that is from elsewhere than a registry: a repository, an address, a folder. */
function assertFromRegistry({ packages }: z.infer<typeof lockSchema>): void {
  for (const [at, { link, resolved, inBundle }] of Object.entries(packages)) {
    const isFetched =
      at.startsWith('node_modules/') && (inBundle === true || /^https?:/.test(resolved ?? ''))
    if (at !== '' && (link === true || !isFetched)) throw installFailed('other-source', at)
  }
}

/** Throws `install/failed` for an npm that would run code of repositories during an installation. */
async function assertNewEnough(
  { command, args }: { command: string; args: readonly string[] },
  folders: readonly string[],
  base: NodeJS.ProcessEnv,
): Promise<void> {
  const printed = await printedBy({ command, args: [...args, '--version'] }, folders, base)
  const [major = 0, minor = 0] = printed.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NPM
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw installFailed('npm-too-old', printed)
}

/** The path that a Node prints as its own. */
function ownPathOf(
  node: string,
  folders: readonly string[],
  base: NodeJS.ProcessEnv,
): Promise<string> {
  return printedBy({ command: node, args: ['-p', 'process.execPath'] }, folders, base)
}

/** The one line that Node, or npm, prints. Rejects with `install/failed`. */
function printedBy(
  { command, args }: { command: string; args: readonly string[] },
  folders: readonly string[],
  base: NodeJS.ProcessEnv,
): Promise<string> {
  const { variables } = childEnvironment({ base, folders, own: {}, tag: randomUUID() })
  const options = { env: variables, timeout: NODE_TIMEOUT_MS, windowsHide: true }
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout) =>
      error ? reject(installFailed('no-node', error.message)) : resolve(stdout.trim()),
    )
  })
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
