import type { ConnectionFailure } from '@gatehouse/domain'
import type { FileChange } from '@gatehouse/domain/launch'
import type { FoundCommand } from '../../system/environment/find-command.ts'

/** The program to install for a well-known command. */
const INSTALLS: Record<string, string> = {
  npx: 'Install Node.js',
  npm: 'Install Node.js',
  node: 'Install Node.js',
  pnpm: 'Install pnpm',
  bunx: 'Install Bun',
  bun: 'Install Bun',
  deno: 'Install Deno',
  uvx: 'Install uv',
  uv: 'Install uv',
  pipx: 'Install pipx',
  python: 'Install Python',
  python3: 'Install Python',
  docker: 'Install Docker',
  podman: 'Install Podman',
}

/** Returns the failure of a command that was looked for and not found. */
export function commandFailure(
  serverName: string,
  command: string,
  found: FoundCommand,
): ConnectionFailure {
  if (found.notExecutable !== undefined)
    return {
      code: 'command-not-executable',
      command,
      detail: found.notExecutable,
      lookedIn: found.lookedIn,
      message:
        `${serverName} could not start: \`${found.notExecutable}\` is there but may not be run. ` +
        'Give it the permission to execute, or set another command.',
      lastLines: [],
    }
  const places = found.lookedIn.length === 1 ? '1 place' : `${found.lookedIn.length} places`
  const install = INSTALLS[command.replace(/\.(exe|cmd)$/i, '')] ?? 'Install it'
  return {
    code: 'command-not-found',
    command,
    lookedIn: found.lookedIn,
    message: `${serverName} could not start: \`${command}\` was not found. Looked in ${places}. ${install} or set the full path.`,
    lastLines: [],
  }
}

export function directoryFailure(serverName: string, directory: string): ConnectionFailure {
  return {
    code: 'directory-missing',
    detail: directory,
    message: `${serverName} could not start: its working directory \`${directory}\` is not there. Create it or choose another.`,
    lastLines: [],
  }
}

/** The system refused to start a file that was found. */
export function spawnFailure(
  serverName: string,
  command: string,
  error: unknown,
): ConnectionFailure {
  const code = errorCode(error)
  const base = { code: 'command-not-executable' as const, command, lastLines: [] }
  switch (code) {
    case 'ENOENT':
      return {
        ...base,
        detail: code,
        message: `${serverName} could not start: the program that \`${command}\` names in its first line was not found. Install that program or set another command.`,
      }
    case 'EACCES':
      return {
        ...base,
        detail: code,
        message: `${serverName} could not start: the system does not allow \`${command}\` to be run. Check its permissions, or set another command.`,
      }
    case 'ENOEXEC':
      return {
        ...base,
        detail: code,
        message: `${serverName} could not start: \`${command}\` is not a program for this system. Set another command.`,
      }
    case 'E2BIG':
      return {
        ...base,
        detail: code,
        message: `${serverName} could not start: its arguments and variables are too long for the system. Shorten them.`,
      }
    default: {
      const reason = error instanceof Error ? error.message : String(error)
      return {
        ...base,
        code: 'internal',
        detail: code ?? reason.slice(0, 300),
        message: `${serverName} could not start: the system refused to run \`${command}\` (${reason.slice(0, 300)}).`,
      }
    }
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** Something else would run than what the person allowed: it is not started before they read it again. */
export function changedFailure(
  serverName: string,
  path: string,
  changes: FileChange[],
): ConnectionFailure {
  const what =
    changes.length === 0
      ? `nobody has allowed the file that would run, \`${path}\`.`
      : `what would run is not what you allowed. ${changes.map(words).join(' ')}`
  return {
    code: 'launch-changed',
    command: path,
    message: `${serverName} was not started: ${what} Read what will run and allow it again in the server's settings.`,
    changes,
    lastLines: [],
  }
}

function words({ kind, named, before, after }: FileChange): string {
  switch (kind) {
    case 'moved':
      return `\`${named}\` was \`${before ?? ''}\` and is \`${after ?? ''}\` now.`
    case 'replaced':
      return `\`${after ?? ''}\` has other content now.`
    case 'added':
      return `\`${after ?? ''}\` takes part now.`
    case 'gone':
      return `\`${before ?? ''}\` no longer exists.`
  }
}
