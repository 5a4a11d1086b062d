import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, resolve } from 'node:path'
import type { ResolvedTransport } from '@gatehouse/domain'
import {
  fileChanges,
  innermostProgram,
  runtimeOf,
  type FoundProgram,
  type FoundRuntime,
  type LaunchPin,
} from '@gatehouse/domain/launch'
import type { FoundLaunch, LaunchTarget } from '@gatehouse/host/ports'
import { connectionFailed } from '../connection-error.ts'
import { ownVariable } from '../../system/environment/child-environment.ts'
import { findCommand, type FoundCommand } from '../../system/environment/find-command.ts'
import {
  isRuntimeProgram,
  type Runtimes,
  type SpareRuntimes,
} from '../../system/environment/runtimes.ts'
import { splitPath, type SearchPath } from '../../system/environment/search-path.ts'
import { changedFailure, commandFailure, directoryFailure } from './launch-failures.ts'
import { findInParents } from '../../system/launch-pins/find-in-parents.ts'
import { pinLaunch } from '../../system/launch-pins/pin-launch.ts'

export type StdioTarget = Extract<ResolvedTransport, { kind: 'stdio' }>

/** The exact command to start, and its working directory. */
export interface Launch {
  path: string
  cwd: string
  folders: readonly string[]
}

export interface CommandLookup {
  environment: NodeJS.ProcessEnv
  searchPath: SearchPath
  runtimes: Runtimes
  /** Searched for a command that is nowhere else. */
  spare?: SpareRuntimes | undefined
  /** Folders whose subfolders are pinned whole as soon as a launch names something in one. */
  treeRoots?: readonly string[] | undefined
}

interface Search {
  cwd: string
  /** Folders in which the command itself is looked for. */
  folders: readonly string[]
  /** Folders for the server's own processes, which also search relative ones. */
  childFolders: readonly string[]
  found: FoundCommand
}

/**
 * Finds the command, checks the folder, and compares the launch's files with those that were `allowed`: `null` =
 * none were, absent = not compared. Rejects with `connection/failed`.
 */
export async function resolveLaunch(
  request: { serverName: string; target: StdioTarget; allowed?: LaunchPin | null | undefined },
  lookup: CommandLookup,
): Promise<Launch> {
  const { serverName, target, allowed } = request
  const cwd = target.cwd ?? homedir()
  const isFolder = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw connectionFailed(directoryFailure(serverName, cwd))
  const search = await searchCommand(target, lookup)
  const { found, folders } = search
  if (found.path === null) throw connectionFailed(commandFailure(serverName, target.command, found))
  if (allowed !== undefined) {
    const { pin } = await pinOf(
      target,
      { ...search, path: found.path, treeRoots: lookup.treeRoots },
      allowed ?? undefined,
    )
    const changes = allowed === null ? [] : fileChanges(allowed, pin)
    if (allowed === null || changes.length > 0)
      throw connectionFailed(changedFailure(serverName, found.path, changes))
  }
  return { path: found.path, cwd, folders }
}

/** Resolves a launch by the same steps as a start. Runs nothing. */
export async function inspectLaunch(
  target: LaunchTarget,
  options: { lookFor: readonly string[]; known?: LaunchPin | undefined },
  lookup: CommandLookup,
): Promise<FoundLaunch> {
  const search = await searchCommand(target, lookup)
  const { path, lookedIn } = search.found
  const pinned =
    path === null
      ? null
      : await pinOf(target, { ...search, path, treeRoots: lookup.treeRoots }, options.known)
  const runtime = path === null ? null : await runtimeIn(target, { path, search, pinned }, lookup)
  return {
    resolution: { path, lookedIn },
    pin: pinned?.pin ?? null,
    unpinned: pinned?.unpinned ?? null,
    programs: pinned?.programs ?? [],
    ...(runtime === null ? {} : { runtime }),
    nearby: target.cwd === undefined ? [] : await findInParents(target.cwd, options.lookFor),
  }
}

/** The runtime that runs the launch in the end. */
async function runtimeIn(
  target: LaunchTarget,
  {
    path,
    search,
    pinned,
  }: { path: string; search: Search; pinned: { programs: FoundProgram[] } | null },
  { runtimes }: CommandLookup,
): Promise<FoundRuntime | null> {
  const name = runtimeOf(target)
  if (name === null) return null
  const last = pinned?.programs.at(-1)?.path ?? path
  const isItself = isRuntimeProgram(name, innermostProgram(target).name)
  return runtimes.find(name, {
    path: isItself ? last : undefined,
    folders: search.childFolders,
  })
}

async function searchCommand(target: LaunchTarget, lookup: CommandLookup): Promise<Search> {
  const search = await searchOwnPath(target, lookup)
  const isInPath = !/[\\/]/.test(target.command) && ownVariable(target.env, 'PATH') === undefined
  if (search.found.path !== null || !isInPath || runtimeOf(target) === null) return search
  const spare = ((await lookup.spare?.folders()) ?? []).map(({ folder }) => folder)
  const { environment } = lookup
  const found = await findCommand(target.command, { cwd: search.cwd, folders: spare, environment })
  if (found.path === null) return search
  const folders = [...search.folders, ...spare]
  return { ...search, found, folders, childFolders: folders }
}

async function searchOwnPath(
  target: LaunchTarget,
  { environment, searchPath }: CommandLookup,
): Promise<Search> {
  const cwd = target.cwd ?? homedir()
  const own = ownVariable(target.env, 'PATH')
  const folders = own === undefined ? await searchPath.folders() : splitPath(own)
  const childFolders =
    own === undefined ? folders : own.split(delimiter).map((folder) => resolve(cwd, folder))
  const extensions = ownVariable(target.env, 'PATHEXT')
  const found = await findCommand(target.command, {
    cwd,
    folders,
    environment: extensions === undefined ? environment : { ...environment, PATHEXT: extensions },
  })
  return { cwd, folders, childFolders, found }
}

function pinOf(
  { command, args, env }: LaunchTarget,
  {
    path,
    cwd,
    childFolders,
    treeRoots,
  }: Search & { path: string; treeRoots: readonly string[] | undefined },
  known: LaunchPin | undefined,
): ReturnType<typeof pinLaunch> {
  return pinLaunch({ command, path, args, env, cwd, folders: childFolders, treeRoots }, known)
}
