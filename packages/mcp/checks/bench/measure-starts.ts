import { Client } from '@modelcontextprotocol/client'
import type { ResolvedTransport } from '@gatehouse/domain'
import type { ConnectionFactory } from '@gatehouse/host/ports'
import { bareTransport } from './measure-calls.ts'
import { openBenchConnection } from './open-bench-connection.ts'

/** Milliseconds from the first spawn until all servers are connected, for each round. */
export interface StartReport {
  bare: number[]
  own: number[]
}

export interface StartOptions {
  factory: ConnectionFactory
  target: ResolvedTransport
  servers: number
  rounds: number
}

/** Connects to many servers at once through the bare SDK client and the connection layer, in turn. */
export async function measureStarts(options: StartOptions): Promise<StartReport> {
  const report: StartReport = { bare: [], own: [] }
  const open: Record<keyof StartReport, () => Promise<{ close(): Promise<void> }>> = {
    bare: async () => {
      const client = new Client({ name: 'bare', version: '0.0.0' })
      await client.connect(bareTransport(options.target))
      return client
    },
    own: () => openBenchConnection(options.factory, options.target),
  }
  for (let round = 0; round < options.rounds * 2; round += 1) {
    const subject = [0, 3].includes(round % 4) ? 'bare' : 'own'
    const started = performance.now()
    const opened = await Promise.all(Array.from({ length: options.servers }, open[subject]))
    report[subject].push(performance.now() - started)
    await Promise.all(opened.map((one) => one.close()))
  }
  return report
}
