import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { StdioCommand } from './stdio-command.ts'

type Mode = 'auto' | 'legacy' | { pin: '2026-07-28' }

/** The real SDK client on a fixture, closed by `await using` or `close()`. */
export type ConnectedClient = {
  client: Client
  transport: Transport
  /** Returns the server's output to stderr so far; empty over HTTP. */
  stderr(): string
  close(): Promise<void>
}

/** Which negotiation makes the SDK client speak the given era. */
export function modeOf(era: 'legacy' | 'modern'): Mode {
  return era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
}

/** An unconnected SDK client and stdio transport, for tests of connections that fail. */
export function stdioClient(command: StdioCommand, mode: Mode = 'legacy') {
  const client = new Client({ name: 'testkit', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({ ...command, stderr: 'pipe' })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  return { client, transport, stderr: () => stderr, close: () => client.close() }
}

/** Connects the SDK client to a stdio command. */
export async function connectStdio(command: StdioCommand, mode: Mode = 'legacy') {
  const connection = stdioClient(command, mode)
  await connection.client.connect(connection.transport)
  return connection
}

/** Connects the SDK client to a Streamable HTTP endpoint. */
export async function connectHttp(
  url: string,
  mode: Mode,
  headers: Record<string, string> = {},
): Promise<ConnectedClient> {
  const client = new Client({ name: 'testkit', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  return { client, transport, stderr: () => '', close: () => client.close() }
}
