import { NEVER_ABORTED } from '@gatehouse/base'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { ResolvedTransport } from '@gatehouse/domain'
import type { ConnectionFactory } from '@gatehouse/host/ports'
import { childEnvironment } from '../../src/system/environment/child-environment.ts'
import { splitPath } from '../../src/system/environment/search-path.ts'
import { openBenchConnection } from './open-bench-connection.ts'

/** Milliseconds of each call, in order. */
export interface CallReport {
  bare: number[]
  own: number[]
}

export interface CallOptions {
  factory: ConnectionFactory
  target: ResolvedTransport
  tool: string
  arguments: Record<string, string>
  calls: number
}

const WARM_UP = 300

/** The same call through the bare SDK client and through the connection layer, in turn. */
export async function measureCalls(options: CallOptions): Promise<CallReport> {
  const { target } = options
  const client = new Client({ name: 'bare', version: '0.0.0' })
  await client.connect(bareTransport(target))
  const connection = await openBenchConnection(options.factory, target)
  const signal = NEVER_ABORTED
  const tools = await connection.listTools(signal)
  const tool = tools.find(({ name }) => name === options.tool)
  if (!tool) throw new Error(`The server has no tool ${options.tool}.`)
  const subjects = {
    bare: () => client.callTool({ name: options.tool, arguments: options.arguments }),
    own: () =>
      connection.callTool(
        { tool, arguments: options.arguments, onProgress: () => undefined },
        signal,
      ),
  }
  const report: CallReport = { bare: [], own: [] }
  try {
    for (let round = 0; round < WARM_UP + options.calls; round += 1) {
      // Whoever goes first may find the processor colder.
      const order = round % 2 === 0 ? (['bare', 'own'] as const) : (['own', 'bare'] as const)
      for (const subject of order) {
        const started = performance.now()
        await subjects[subject]()
        if (round >= WARM_UP) report[subject].push(performance.now() - started)
      }
    }
  } finally {
    await Promise.all([client.close(), connection.close()])
  }
  return report
}

export function bareTransport(target: ResolvedTransport) {
  if (target.kind === 'http') return new StreamableHTTPClientTransport(new URL(target.url))
  if (target.kind !== 'stdio') throw new Error('Only a command or a URL can be measured.')
  const { command, args } = target
  // The same variables: a certificate file named in them costs each Node process 20 ms.
  const { variables: env } = childEnvironment({
    base: process.env,
    folders: splitPath(process.env['PATH']),
    own: {},
    tag: 'bench',
  })
  return new StdioClientTransport({ command, args, env, stderr: 'ignore' })
}
