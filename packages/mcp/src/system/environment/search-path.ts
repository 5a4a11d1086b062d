import { stat } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { wellKnownFolders } from './well-known-folders.ts'

/** More than any PATH needs; a shell that never stops printing is cut off here. */
const MAX_OUTPUT = 1_048_576

/** The folders in which commands are looked for, in order. */
export interface SearchPath {
  /** Resolved at the first call, then remembered. Never rejects. */
  folders(): Promise<readonly string[]>
}

export interface SearchPathOptions {
  environment: NodeJS.ProcessEnv
  /** Milliseconds that the login shell may take. */
  timeoutMs: number
}

/** The login shell's PATH, then this process's own, then well-known folders that exist. */
export function createSearchPath(options: SearchPathOptions): SearchPath {
  let resolved: Promise<readonly string[]> | undefined
  return {
    folders() {
      resolved ??= resolveFolders(options)
      return resolved
    },
  }
}

/** Splits a PATH variable; relative and empty entries are left out, as they depend on the folder. */
export function splitPath(path: string | undefined): string[] {
  return (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
}

async function resolveFolders({ environment, timeoutMs }: SearchPathOptions): Promise<string[]> {
  const home = environment['HOME'] || homedir()
  const [login, known] = await Promise.all([
    process.platform === 'win32'
      ? undefined
      : readLoginShellPath({ shell: loginShell(environment), environment, timeoutMs }),
    wellKnownFolders(home, environment).then(keepExisting),
  ])
  const own = environment['PATH'] ?? environment['Path']
  return [...new Set([...splitPath(login), ...splitPath(own), ...known])]
}

function loginShell(environment: NodeJS.ProcessEnv): string {
  const chosen = environment['SHELL']
  if (chosen && isAbsolute(chosen)) return chosen
  try {
    return userInfo().shell || '/bin/sh'
  } catch {
    return '/bin/sh'
  }
}

async function keepExisting(folders: string[]): Promise<string[]> {
  const exists = await Promise.all(
    folders.map((folder) =>
      stat(folder).then(
        (found) => found.isDirectory(),
        () => false,
      ),
    ),
  )
  return folders.filter((_, index) => exists[index])
}

interface LoginShellOptions {
  shell: string
  environment: NodeJS.ProcessEnv
  timeoutMs: number
}

/**
 * The PATH that the person's login shell sets up, which an app started from a desktop does not get.
 * `undefined` when the shell fails, prints nothing usable or takes longer than `timeoutMs`.
 */
function readLoginShellPath(options: LoginShellOptions): Promise<string | undefined> {
  const mark = `gatehouse-${randomUUID()}`
  // Only external commands and `;`, so that fish, csh, bash, dash and zsh all understand it.
  const script = `printf '%s\\n' ${mark}; /usr/bin/env; printf '%s\\n' ${mark}`
  return new Promise((resolve) => {
    const shell = spawn(options.shell, ['-ilc', script], {
      // A group of its own: what the start-up files leave running can be ended with the shell.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...options.environment, DISABLE_AUTO_UPDATE: 'true', ZSH_TMUX_AUTOSTART: 'false' },
    })
    let output = ''
    const finish = (path: string | undefined) => {
      clearTimeout(timer)
      shell.stdout.destroy()
      endGroup(shell.pid)
      resolve(path)
    }
    const timer = setTimeout(() => finish(undefined), options.timeoutMs)
    shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const [, between, after] = output.split(`${mark}\n`)
      if (after !== undefined) finish(pathLine(between ?? ''))
      else if (output.length > MAX_OUTPUT) finish(undefined)
    })
    shell.on('error', () => finish(undefined))
    shell.on('close', () => finish(undefined))
  })
}

function pathLine(environment: string): string | undefined {
  const line = environment.split('\n').find((candidate) => candidate.startsWith('PATH='))
  return line?.slice('PATH='.length) || undefined
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
