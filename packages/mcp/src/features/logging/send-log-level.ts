import type { Client } from '@modelcontextprotocol/client'
import { createDeadline } from '../../system/timing/deadline.ts'
import type { ConnectionContext } from '../../requests/connection-context.ts'

/**
 * `logging/setLevel` (MCP 2025-11-25, server/utilities/logging), where the server takes it. The
 * modern era has no such request: there each request carries the level. Never rejects.
 */
export async function sendLogLevel(
  client: Client,
  { options, log, ended }: Pick<ConnectionContext, 'options' | 'log' | 'ended'>,
): Promise<void> {
  const level = options.logLevel?.()
  const isSettable = client.getProtocolEra() !== 'modern' && client.getServerCapabilities()?.logging
  if (level === undefined || !isSettable) return
  const deadline = createDeadline(options.requestTimeoutMs, ended)
  try {
    await client.setLoggingLevel(level, { signal: deadline.signal, timeout: 2_147_483_647 })
  } catch (error) {
    if (ended.aborted) return
    const words = error instanceof Error ? error.message : String(error)
    log.write('warning', `The server did not take the log level "${level}": ${words.slice(0, 300)}`)
  } finally {
    deadline.dispose()
  }
}
