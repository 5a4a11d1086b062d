import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'

/** More than any PATH needs; a shell that never stops printing is cut off here. */
const MAX_OUTPUT = 1_048_576

export interface LoginShellOptions {
  shell: string
  environment: NodeJS.ProcessEnv
  timeoutMs: number
}

/**
 * The PATH that the person's login shell sets up, which an app started from a desktop does not get.
 * `undefined` when the shell fails, prints nothing usable or takes longer than `timeoutMs`.
 */
export function readLoginShellPath(options: LoginShellOptions): Promise<string | undefined> {
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
