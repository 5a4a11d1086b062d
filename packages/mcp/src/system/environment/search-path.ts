import { stat } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'
import { readLoginShellPath } from './login-shell-path.ts'
import { wellKnownFolders } from './well-known-folders.ts'

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
