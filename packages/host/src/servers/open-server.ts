import type { ConnectionStep, ServerConfig, Tool } from '@gatehouse/domain'
import type { ServerRequestHandlers } from '../server-requests/server-request-handlers.ts'
import type { AskingServer } from '../server-requests/server-ask.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { Connection, ConnectionListener } from '../ports/index.ts'
import {
  withMaskedError,
  maskConnection,
  maskListener,
  maskRequests,
} from '../masking/masked-connection.ts'
import { rememberProtocol, startOptions } from './negotiated-protocol.ts'
import { createSecretMask, secretValuesOf } from '../masking/secret-mask.ts'
import type { ServerJournal } from './server-journal.ts'
import { withLiveLimits } from './server-limits.ts'
import { resolveTransport } from '../secrets/server-secrets.ts'
import { watchCalls, type WatchedConnection } from './watch-calls.ts'

const START_TIMEOUT_MS = 60_000

type Dependencies = Pick<HostDependencies, 'connections' | 'vault' | 'stores' | 'digest'> & {
  requestHandlers: ServerRequestHandlers
}

/** The server to open: its configuration is read again whenever a limit is needed. */
interface ServerToOpen extends AskingServer {
  readonly config: ServerConfig
  readonly journal: ServerJournal
}

export interface OpenedServer extends WatchedConnection {
  tools: Tool[]
}

interface Progress {
  listener: ConnectionListener
  onStep(step: ConnectionStep): void
}

/**
 * Opens a connection with the server's secrets filled in, hides them in everything that comes back, and
 * lists its tools. Rejects as `ConnectionFactory.open`, and with `server/secret-missing` and
 * `server/secret-elsewhere`; nothing is left open then.
 */
export async function openServer(
  server: ServerToOpen,
  deps: Dependencies & Progress,
  signal: AbortSignal,
): Promise<OpenedServer> {
  const { config } = server
  deps.onStep('resolve')
  const mask = createSecretMask(await secretValuesOf(config, deps.vault))
  server.journal.conceal(mask)
  const transport = await resolveTransport(config, deps)
  const options = withLiveLimits(() => server.config, {
    serverId: config.id,
    serverName: config.name,
    transport,
    protocol: config.protocol,
    ...(await startOptions(config, deps)),
    startTimeoutMs: START_TIMEOUT_MS,
    listener: maskListener(deps.listener, mask),
    clientFeatures: deps.requestHandlers.features,
    onRequest: maskRequests(deps.requestHandlers.handlerFor(server), mask),
  })
  const opening = deps.connections.open(options, signal)
  const opened = maskConnection(await withMaskedError(mask, opening), mask)
  try {
    deps.onStep('list')
    const tools = await listTools(opened, signal)
    signal.throwIfAborted()
    rememberProtocol(server.config, opened.info, deps)
    return { ...watchCalls(opened), tools }
  } catch (error) {
    await opened.close()
    throw error
  }
}

function listTools(opened: Connection, signal: AbortSignal): Promise<Tool[]> {
  return opened.info.capabilities['tools'] ? opened.listTools(signal) : Promise.resolve([])
}
