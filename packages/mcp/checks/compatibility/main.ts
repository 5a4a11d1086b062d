import { NEVER_ABORTED } from '@gatehouse/base'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueOfJson, type ResolvedTransport } from '@gatehouse/domain'
import { createConnectionFactory } from '../../src/connection-factory.ts'
import { createRecording, nobody } from '../testing/recorded-connection.ts'
import { tryServer, type Trial } from './try-server.ts'

const TIMEOUT_MS = 60_000

/**
 * Run by `pnpm compatibility`: connects as the app does to the target in the JSON text of the first
 * argument, tries what the second one says, and prints what came of it as JSON.
 */
async function main(): Promise<void> {
  const [target = '', trial = ''] = process.argv.slice(2)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-compatibility-'))
  const recording = createRecording()
  try {
    const factory = createConnectionFactory({
      clientInfo: { name: 'gatehouse', title: 'Gatehouse', version: '0.0.0' },
      ledgerFile: join(folder, 'processes.json'),
    })
    await factory.inspectLaunch(
      { command: 'node', args: [], env: {}, cwd: undefined },
      { lookFor: [] },
    )
    const connection = await factory.open(
      {
        serverId: 'compatibility',
        serverName: 'The server',
        transport: valueOfJson(target) as ResolvedTransport,
        protocol: 'auto',
        requestTimeoutMs: TIMEOUT_MS,
        startTimeoutMs: TIMEOUT_MS,
        listener: recording.listener,
        ...nobody,
      },
      NEVER_ABORTED,
    )
    const cells = await tryServer({ connection, recording }, valueOfJson(trial) as unknown as Trial)
    process.stdout.write(`${JSON.stringify({ info: connection.info, cells })}\n`)
    await connection.close()
  } catch (error) {
    process.stdout.write(
      `${JSON.stringify({ failed: error instanceof Error ? error.message : String(error) })}\n`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exit(0)
}

void main()
