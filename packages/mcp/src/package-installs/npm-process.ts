import { valueOfJson, type ResolvedNetwork } from '@gatehouse/domain'
import { z } from 'zod'
import type { SearchPath } from '../system/environment/search-path.ts'
import type { ProcessLedger } from '../system/processes/process-ledger.ts'
import { startServerProcess } from '../system/processes/server-process.ts'
import { installFailed, problemOfCode } from './install-problem.ts'

export interface NpmProcessDependencies {
  environment: NodeJS.ProcessEnv
  searchPath: SearchPath
  ledger: ProcessLedger
  graceMs: number
}

interface NpmCall {
  command: string
  args: readonly string[]
  cwd: string
  network: ResolvedNetwork | undefined
  /** Receives each line that npm logs. */
  onLine(line: string): void
}

const reportSchema = z.object({
  error: z.object({ code: z.string().catch(''), summary: z.string().catch('') }),
})
/** Characters of npm's report, and of a line, that are read. */
const MAX_OUTPUT = 1_000_000
const MAX_DETAIL = 600
const ENGINE = /^npm error (?:engine Not compatible|notsup Required:|notsup Actual:)/

/**
 * Runs npm to its end, however long that takes, and returns what it wrote to its output; an aborted `signal` ends its
 * whole tree. Rejects with `install/failed`,
 * and with the reason of the signal.
 */
export async function runNpm(
  call: NpmCall,
  { environment, searchPath, ledger, graceMs }: NpmProcessDependencies,
  signal: AbortSignal,
): Promise<string> {
  let report = ''
  let rest = ''
  const engine: string[] = []
  const readLines = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(-MAX_OUTPUT)
    for (const line of lines) {
      if (ENGINE.test(line)) engine.push(line.replace(/^npm error \w+ /, ''))
      call.onLine(line)
    }
  }
  const process = await startServerProcess({
    serverId: 'install',
    command: call.command,
    args: call.args,
    cwd: call.cwd,
    environment,
    folders: await searchPath.folders(),
    ownVariables: {},
    network: call.network,
    ledger,
    graceMs,
    signal,
    onStdout(chunk) {
      report = (report + chunk.toString()).slice(-MAX_OUTPUT)
      return undefined
    },
    onStderr: (chunk) => readLines(chunk.toString()),
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
  if (code === 0) return report
  const { error } = readReport(report)
  const problem = problemOfCode(error.code)
  const detail = problem === 'node-too-old' ? engine.join(' ') : error.summary
  throw installFailed(problem, detail.slice(0, MAX_DETAIL))
}

/** The report of `npm --json`, which may stand behind other output. */
function readReport(output: string): z.infer<typeof reportSchema> {
  const start = output.lastIndexOf('{\n  "error"')
  const read = reportSchema.safeParse(start < 0 ? null : valueOfJson(output.slice(start)))
  return read.success ? read.data : { error: { code: '', summary: '' } }
}
