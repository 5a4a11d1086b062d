import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import type { ResolvedTransport } from '@gatehouse/domain'
import { connectionFailed } from '../connection-failed.ts'
import { findCommand, type FoundCommand } from '../environment/find-command.ts'
import { splitPath, type SearchPath } from '../environment/search-path.ts'
import { commandFailure, directoryFailure } from './start-failures.ts'

export type StdioTarget = Extract<ResolvedTransport, { kind: 'stdio' }>

/** What exactly is started, and where. */
export interface Launch {
  path: string
  cwd: string
  folders: readonly string[]
}

export interface CommandSurroundings {
  environment: NodeJS.ProcessEnv
  searchPath: SearchPath
}

/** Finds the command and checks the folder. Rejects with `connection/failed`. */
export async function resolveLaunch(
  serverName: string,
  target: StdioTarget,
  surroundings: CommandSurroundings,
): Promise<Launch> {
  const cwd = target.cwd ?? homedir()
  const isFolder = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw connectionFailed(directoryFailure(serverName, cwd))
  const own = target.env['PATH']
  const folders = own === undefined ? await surroundings.searchPath.folders() : splitPath(own)
  const { environment } = surroundings
  const found = await findCommand(target.command, { cwd, folders, environment })
  if (found.path === null) throw connectionFailed(commandFailure(serverName, target.command, found))
  return { path: found.path, cwd, folders }
}

/** Where a command would be found when no server's own variables are known yet. */
export async function resolveCommand(
  command: string,
  cwd: string | undefined,
  surroundings: CommandSurroundings,
): Promise<FoundCommand> {
  const folders = await surroundings.searchPath.folders()
  const { environment } = surroundings
  return findCommand(command, { cwd: cwd ?? homedir(), folders, environment })
}
