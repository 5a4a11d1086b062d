import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { valueOfJson } from '@gatehouse/domain'
import type { PackageInstaller, ScriptedPackage } from '@gatehouse/host/ports'
import { z } from 'zod'
import { childEnvironment } from '../system/environment/child-environment.ts'
import { findCommand } from '../system/environment/find-command.ts'
import { createSearchPath } from '../system/environment/search-path.ts'
import { createProcessLedger } from '../system/processes/process-ledger.ts'
import { reapLeftovers } from '../system/processes/reap-leftovers.ts'
import { compareFiles, comparePackages } from './compare-installations.ts'
import { installFailed } from './install-problem.ts'
import { runNpm, type NpmProcessDependencies } from './npm-process.ts'
import { programOf } from './package-program.ts'
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

/** Without scripts of packages, links and other traffic than the one that fetches. */
const INSTALL = [
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
/** Milliseconds for Node to print its own path. */
const NODE_TIMEOUT_MS = 10_000
const SCRIPTS = ['preinstall', 'install', 'postinstall']
const OWN = 0o700

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), hasInstallScript: z.boolean().optional() }),
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
      const folder = join(root, randomUUID())
      return {
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
        return { folder, scripted: await scriptedPackages(folder) }
      } catch (error) {
        await removeFolder(folder).catch(() => undefined)
        throw isNoSpace(error) ? installFailed('disk-full') : error
      }
    },
    async runScripts({ folder, scripted }, ids, { network }, signal) {
      const chosen = scripted.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
      if (chosen.length === 0) return
      const { command, args } = await npmCommand()
      const call = [...args, 'rebuild', '--prefix', folder, ...REBUILD, '--', ...chosen]
      const onLine = (): void => undefined
      await runNpm({ command, args: call, cwd: folder, network, onLine }, npm, signal).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          throw installFailed('script-failed', error instanceof Error ? error.message : '')
        },
      )
    },
    async seal({ folder }, wanted) {
      const program = await programOf(folder, wanted)
      const command = await findNode()
      const packages = Object.keys((await readLock(folder)).packages).filter((at) => at !== '')
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
          scripts: [],
        },
        command,
        args: program.args,
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

async function scriptedPackages(folder: string): Promise<ScriptedPackage[]> {
  const found: ScriptedPackage[] = []
  for (const [at, { version = '', hasInstallScript }] of Object.entries(
    (await readLock(folder)).packages,
  )) {
    if (hasInstallScript !== true) continue
    const path = join(folder, ...at.split('/'), 'package.json')
    const manifest = manifestSchema.safeParse(valueOfJson(await readFile(path, 'utf8')))
    if (!manifest.success) continue
    const { name, scripts } = manifest.data
    const lines = SCRIPTS.filter((one) => scripts[one] !== undefined)
    found.push({
      id: `${name}@${version}`,
      // npm builds what has a `binding.gyp` and no script of its own.
      scripts:
        lines.length === 0
          ? [{ name: 'install', line: 'node-gyp rebuild' }]
          : lines.map((one) => ({ name: one, line: scripts[one] ?? '' })),
    })
  }
  return found
}

/** The path that a Node prints as its own. */
function ownPathOf(
  node: string,
  folders: readonly string[],
  base: NodeJS.ProcessEnv,
): Promise<string> {
  const { variables } = childEnvironment({ base, folders, own: {}, tag: randomUUID() })
  return new Promise((resolve, reject) => {
    execFile(
      node,
      ['-p', 'process.execPath'],
      { env: variables, timeout: NODE_TIMEOUT_MS, windowsHide: true },
      (error, stdout) =>
        error ? reject(installFailed('no-node', error.message)) : resolve(stdout.trim()),
    )
  })
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
