import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import {
  runtimeNameSchema,
  versionInPath,
  type FoundRuntime,
  type RuntimeName,
} from '@gatehouse/domain/launch'
import { childEnvironment } from './child-environment.ts'
import { findCommand } from './find-command.ts'
import type { SearchPath } from './search-path.ts'

/** The program of each runtime, by the names that it is installed under. */
const COMMANDS: Readonly<Record<RuntimeName, readonly string[]>> = {
  node: ['node', 'nodejs'],
  uv: ['uv', 'uvx'],
  python: ['python3', 'python'],
  docker: ['docker'],
  bun: ['bun', 'bunx'],
  deno: ['deno'],
}
/** A stand-in of a version manager may look for the version first. */
const VERSION_TIMEOUT_MS = 3000
const MAX_OUTPUT = 65_536
const MAX_WORDS = 50

/** Folders of runtimes for launches that lack one. */
export interface SpareRuntimes {
  /** Folder of the program, for each origin. */
  folders(): Promise<readonly { folder: string; origin: 'managed' | 'picked' }[]>
}

export interface Runtimes {
  /** The runtimes in the search path. */
  list(): Promise<FoundRuntime[]>
  /** The runtime whose program is `path`, or is first in `folders`; null where there is none. */
  find(
    name: RuntimeName,
    place: { path?: string | undefined; folders: readonly string[] },
  ): Promise<FoundRuntime | null>
}

export interface RuntimesOptions {
  environment: NodeJS.ProcessEnv
  searchPath: SearchPath
  spare?: SpareRuntimes | undefined
}

/** Finds runtimes. A program is asked for its version only if it lies in the person's own search path. */
export function createRuntimes({ environment, searchPath, spare }: RuntimesOptions): Runtimes {
  const versions = new Map<string, Promise<string | null>>()

  async function versionOf(path: string): Promise<string | null> {
    const folders = await searchPath.folders()
    const state = await stat(path).catch(() => null)
    if (!folders.includes(dirname(path)) || state === null) return versionInPath(path)
    const key = `${path} ${state.size} ${state.mtimeMs}`
    const version = versions.get(key) ?? printedVersion(path, folders, environment)
    versions.set(key, version)
    return (await version) ?? versionInPath(path)
  }

  async function find(
    name: RuntimeName,
    { path: known, folders }: { path?: string | undefined; folders: readonly string[] },
  ): Promise<FoundRuntime | null> {
    let path = known ?? null
    for (const command of COMMANDS[name])
      path ??= (await findCommand(command, { cwd: homedir(), folders, environment })).path
    if (path === null) return null
    const folder = dirname(path)
    const other = (await spare?.folders())?.find((one) => one.folder === folder)
    return { name, path, version: await versionOf(path), origin: other?.origin ?? 'system' }
  }

  return {
    async list() {
      const folders = await searchPath.folders()
      const all = runtimeNameSchema.options.map((name) => find(name, { folders }))
      return (await Promise.all(all)).filter((one) => one !== null)
    },
    find,
  }
}

/** True for a program that is the runtime itself, and not one that starts it. */
export function isRuntimeProgram(name: RuntimeName, program: string): boolean {
  return COMMANDS[name].includes(program) || (name === 'python' && /^python[\d.]+$/.test(program))
}

/** The first word that is a version: `v22.12.0`, `1.2.3,`. */
function versionIn(text: string): string | null {
  const words = text.split(/[\s(),]/, MAX_WORDS)
  return words.map((word) => /^v?(\d{1,9}(?:\.\d{1,9}){1,2})/.exec(word)?.[1]).find(Boolean) ?? null
}

/** The first version in what the program prints for `--version`. */
function printedVersion(
  path: string,
  folders: readonly string[],
  base: NodeJS.ProcessEnv,
): Promise<string | null> {
  const { variables } = childEnvironment({ base, folders, own: {}, tag: randomUUID() })
  const options = {
    env: variables,
    timeout: VERSION_TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
    windowsHide: true,
  }
  return new Promise((resolve) => {
    execFile(path, ['--version'], options, (error, stdout) =>
      resolve(error ? null : versionIn(stdout)),
    )
  })
}
