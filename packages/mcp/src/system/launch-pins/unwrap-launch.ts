import { realpath } from 'node:fs/promises'
import { delimiter, resolve } from 'node:path'
import {
  isInterpreter,
  isWrapper,
  programNameOf,
  unwrap,
  type FoundProgram,
  type LaunchedProgram,
} from '@gatehouse/domain/launch'
import { findCommand } from '../environment/find-command.ts'
import { RUNNER_PATTERN } from './program-kinds.ts'

/** More wrappers around each other than these are not read. */
const MAX_WRAPPERS = 12
const PACKAGE_RUNNER = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|uvx?|pipx|docker|podman)$/
/** Where the system looks for a command without any search path. */
const DEFAULT_FOLDERS = ['/bin', '/usr/bin']

/** A program of a launch and the name by which its arguments are read; see `programNameOf`. */
export type NamedProgram = FoundProgram & { name: string }

export interface UnwrappedLaunch {
  /** From the program that is started to the one that runs in the end. */
  programs: NamedProgram[]
  /** The wrapper whose arguments do not tell all about the next program; null where all is known. */
  unknown: string | null
}

/**
 * Takes off the wrappers around what runs, each as its program does, and finds the next command in the search path that it
 * leaves. Runs nothing.
 * @param first the program that is started, and its file
 * @param folders search path of the launch
 */
export async function unwrapLaunch(
  first: FoundProgram,
  folders: readonly string[],
): Promise<UnwrappedLaunch> {
  const programs: NamedProgram[] = []
  let unknown: string | null = null
  let next = first
  for (;;) {
    const program = { ...next, name: await knownName(next) }
    programs.push(program)
    const inner = programs.length > MAX_WRAPPERS ? 'unknown' : unwrap(program, program.name)
    if (inner === null) return { programs, unknown: unknown ?? mayBeWrapper(program) }
    if (inner === 'unknown') return { programs, unknown: unknown ?? program.name }
    if (!inner.isKnown) unknown ??= program.name
    const { cwd } = inner.program
    // As the system does it: what stands before a `..` may be a link.
    const found = cwd === program.cwd ? cwd : await realpath(cwd).catch(() => null)
    if (found === null) return { programs, unknown: unknown ?? program.name }
    inner.program.cwd = found
    const path =
      program.name === 'busybox' ? program.path : await findProgram(inner.program, folders)
    if (path === null) return { programs, unknown: unknown ?? program.name }
    next = { ...inner.program, path }
  }
}

/** The program's own name where it is a known one, as multi-call programs go by it; else that of the file behind its link. */
async function knownName({ command, path }: FoundProgram): Promise<string> {
  const own = programNameOf(command)
  if (isKnownName(own)) return own
  const real = programNameOf(await realpath(path).catch(() => path))
  return isKnownName(real) ? real : own
}

/** A program that is not known here, but whose arguments name one that runs code: by its name, where it may start that. */
function mayBeWrapper({ name, args }: NamedProgram): string | null {
  const runsCode = (word: string): boolean => isInterpreter(word) || PACKAGE_RUNNER.test(word)
  return !isKnownName(name) && args.some((word) => runsCode(word.toLowerCase())) ? name : null
}

function isKnownName(name: string): boolean {
  return isWrapper(name) || isInterpreter(name) || name === 'cmd' || RUNNER_PATTERN.test(name)
}

/** Finds a command as the program around it does. */
export async function findProgram(
  { command, env, cwd, isEnvironmentCleared = false }: LaunchedProgram,
  folders: readonly string[],
): Promise<string | null> {
  const own = env['PATH']?.split(delimiter).map((folder) => resolve(cwd, folder))
  const lookIn = own ?? (isEnvironmentCleared ? DEFAULT_FOLDERS : folders)
  const { path } = await findCommand(command, { cwd, folders: lookIn, environment: env })
  return path
}
