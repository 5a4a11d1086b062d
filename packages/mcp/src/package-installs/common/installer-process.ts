import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import type { ResolvedNetwork } from '@gatehouse/domain'
import { childEnvironment } from '../../system/environment/child-environment.ts'
import { findCommand } from '../../system/environment/find-command.ts'
import type { SearchPath } from '../../system/environment/search-path.ts'
import type { ProcessLedger } from '../../system/processes/process-ledger.ts'
import { startServerProcess } from '../../system/processes/server-process.ts'
import { installFailed } from './install-problem.ts'

interface InstallerProcessDependencies {
  environment: NodeJS.ProcessEnv
  searchPath: SearchPath
  ledger: ProcessLedger
  graceMs: number
}

/** A program and its arguments, without a shell. */
export interface InstallerCommand {
  command: string
  args: readonly string[]
}

export interface InstallerCall extends InstallerCommand {
  cwd: string
  network: ResolvedNetwork | undefined
  /** Receives each line of both outputs. */
  onLine?(line: string): void
}

/** A program that has ended. */
export interface InstallerEnd {
  code: number | null
  output: string
  errors: string
}

/** Programs of the person that install packages: found on their search path, run with a few safe variables. */
export interface InstallerPrograms {
  /** Absolute path of a program; null where there is none. */
  find(name: string): Promise<string | null>
  /**
   * Runs a program to its end, however long that takes; an aborted `signal` ends its whole tree. Rejects with the reason
   * of the signal, and with `install/failed` for a program that cannot be started.
   */
  run(call: InstallerCall, signal: AbortSignal): Promise<InstallerEnd>
  /** The trimmed output of a program that answers at once. Rejects as the program fails. */
  printedBy(command: InstallerCommand): Promise<string>
}

/** Characters of an output that are read. */
const MAX_OUTPUT = 1_000_000
/** Milliseconds for a program to print what it knows by itself. */
const PRINT_TIMEOUT_MS = 60_000

export function createInstallerPrograms(deps: InstallerProcessDependencies): InstallerPrograms {
  const { environment, searchPath, ledger, graceMs } = deps
  return {
    async find(name) {
      const folders = await searchPath.folders()
      return (await findCommand(name, { cwd: homedir(), folders, environment })).path
    },
    async run({ command, args, cwd, network, onLine }, signal) {
      const output = createLineReader(onLine)
      const errors = createLineReader(onLine)
      const process = await startServerProcess({
        serverId: 'install',
        command,
        args,
        cwd,
        environment,
        folders: await searchPath.folders(),
        ownVariables: {},
        network,
        ledger,
        graceMs,
        signal,
        onStdout(chunk) {
          output.add(chunk.toString())
          return undefined
        },
        onStderr: (chunk) => errors.add(chunk.toString()),
        onNote: () => undefined,
      }).catch((error: unknown) => {
        signal.throwIfAborted()
        throw installFailed('failed', error instanceof Error ? error.message : '')
      })
      const end = (): void => void process.end()
      signal.addEventListener('abort', end, { once: true })
      const { code } = await process.exited
      signal.removeEventListener('abort', end)
      await process.end()
      signal.throwIfAborted()
      return { code, output: output.text(), errors: errors.text() }
    },
    async printedBy({ command, args }) {
      const folders = await searchPath.folders()
      const { variables } = childEnvironment({
        base: environment,
        folders,
        own: {},
        tag: randomUUID(),
      })
      const options = { env: variables, timeout: PRINT_TIMEOUT_MS, windowsHide: true }
      return new Promise((resolve, reject) => {
        execFile(command, [...args], options, (error, stdout) =>
          error ? reject(error) : resolve(stdout.trim()),
        )
      })
    },
  }
}

/** The last characters of an output, and each of its whole lines. */
function createLineReader(onLine: InstallerCall['onLine']) {
  let all = ''
  let rest = ''
  return {
    add(text: string): void {
      all = (all + text).slice(-MAX_OUTPUT)
      const lines = (rest + text).split('\n')
      rest = (lines.pop() ?? '').slice(-MAX_OUTPUT)
      for (const line of lines) onLine?.(line)
    },
    text: () => all,
  }
}
