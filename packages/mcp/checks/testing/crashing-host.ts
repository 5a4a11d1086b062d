import { NEVER_ABORTED } from '@gatehouse/base'
import { valueOfJson, type ResolvedTransport } from '@gatehouse/domain'
import { createConnectionFactory } from '../../src/connection-factory.ts'
import { createRecording, nobody } from './recorded-connection.ts'

/**
 * For tests, bundled and run by itself: `host.cjs LEDGER TARGETS` opens the stdio targets of the JSON
 * text TARGETS, prints their process ids as JSON on one line and then waits to be killed.
 */
async function run(): Promise<void> {
  const [ledgerFile = '', targets = '[]'] = process.argv.slice(2)
  const factory = createConnectionFactory({
    clientInfo: { name: 'crashing-host', version: '0.0.0', title: 'Crashing host' },
    ledgerFile,
  })
  const opened = await Promise.all(
    (valueOfJson(targets) as ResolvedTransport[]).map((transport, index) =>
      factory.open(
        {
          serverId: `server-${index}`,
          serverName: `Server ${index}`,
          transport,
          protocol: 'auto',
          requestTimeoutMs: 10_000,
          startTimeoutMs: 10_000,
          listener: createRecording().listener,
          ...nobody,
        },
        NEVER_ABORTED,
      ),
    ),
  )
  process.stdout.write(`${JSON.stringify(opened.map((connection) => connection.info.pid))}\n`)
  setInterval(() => undefined, 60_000)
}

void run()
