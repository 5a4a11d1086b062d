import { NEVER_ABORTED } from '@gatehouse/base'
import { isGatehouseError, type Tool, type ToolResult } from '@gatehouse/domain'
import type { Connection, ConnectionOptions } from '@gatehouse/host/ports'
import {
  startFaultProxy,
  startFixtureHttpServer,
  type FaultProxy,
  type FixtureHttpServer,
  type ProxiedRequest,
} from '@gatehouse/testkit'
import { createTestBench, type Recording } from '../testing/recorded-connection.ts'

export type Era = 'legacy' | 'modern'

/** Codes of a call that may have run, and of one of which the server said that it failed. */
const UNKNOWN = new Set(['call/outcome-unknown', 'call/connection-lost', 'call/timed-out'])

/** Outcome of one call: the response to its caller, and the number of times that it ran. */
export interface ReportedOutcome {
  result?: ToolResult
  code?: string
  message?: string
  executions: number
}

/** For tests: a server that counts how often each call runs, behind a network that can be made faulty. */
export interface FaultBench {
  proxy: FaultProxy
  server: FixtureHttpServer
  connection: Connection
  recording: Recording
  /** Runs the tool `slow` once, under a name of its own; never rejects. */
  call(steps?: number): Promise<ReportedOutcome>
  close(): Promise<void>
}

/** For tests: the POST of a call. */
export const isCall = ({ rpcMethod }: ProxiedRequest): boolean => rpcMethod === 'tools/call'

export async function openFaultBench(
  era: Era,
  options: Partial<ConnectionOptions> = {},
): Promise<FaultBench> {
  const bench = await createTestBench()
  const server = await startFixtureHttpServer({ era, features: ['slow'] })
  const proxy = await startFaultProxy(server.url)
  const { connection, recording } = await bench.open(
    { kind: 'http', url: proxy.url, headers: {} },
    options,
  )
  const tools = await connection.listTools(NEVER_ABORTED)
  const tool = tools[0] as Tool
  let count = 0
  return {
    proxy,
    server,
    connection,
    recording,
    async call(steps = 1) {
      // A time that no other call has tells one from another at the server.
      count += 1
      const args = { steps, stepMs: 40 + count }
      const reported = await connection
        .callTool({ tool, arguments: args, onProgress: () => undefined }, NEVER_ABORTED)
        .then(
          (result) => ({ result }),
          (error: unknown) => ({
            code: isGatehouseError(error) ? error.code : String(error),
            message: error instanceof Error ? error.message : '',
          }),
        )
      const executions = server.events.filter(
        (event) => event.type === 'tool-called' && event.arguments['stepMs'] === args.stepMs,
      ).length
      return { ...reported, executions }
    },
    async close() {
      await bench.close()
      await proxy.close()
      await server.close()
    },
  }
}

/** Ran more than once. */
export function executedTwice(reported: readonly ReportedOutcome[]): ReportedOutcome[] {
  return reported.filter(({ executions }) => executions > 1)
}

/** A call that ran and was told as one that did not, or the reverse. */
export function reportedWrongly(reported: readonly ReportedOutcome[]): ReportedOutcome[] {
  return reported.filter(({ result, code = '', executions }) => {
    if (result) return executions === 0
    return executions > 0 && !UNKNOWN.has(code)
  })
}
