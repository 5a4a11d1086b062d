import type { ConnectionStep, ServerConfig, Tool } from '@gatehouse/domain'
import type { PlaceholderValue } from '@gatehouse/domain/launch'
import type { ServerRequestHandlers } from '../server-requests/server-request-handlers.ts'
import type { AskingServer } from '../server-requests/server-ask.ts'
import type { HostDependencies } from '../dependencies.ts'
import type {
  Connection,
  ConnectionListener,
  ConnectionOptions,
  PreregisteredClient,
  SignInPrompt,
} from '../ports/index.ts'
import {
  withMaskedError,
  maskConnection,
  maskListener,
  maskRequests,
} from '../masking/masked-connection.ts'
import { fillForStart, type CurrentPlaceholders } from '../launch-review/launch-placeholders.ts'
import { rememberProtocol, startOptions } from './negotiated-protocol.ts'
import { createLiveMask, type LiveMask } from '../masking/live-mask.ts'
import { secretValuesOf } from '../masking/secret-mask.ts'
import { receiverDigest } from '../secrets/receiver-digest.ts'
import type { SignInPrompts } from '../server-requests/sign-in-prompt.ts'
import type { ServerJournal } from './server-journal.ts'
import { withLiveLimits } from './server-limits.ts'
import { resolveClient } from '../secrets/oauth-client-secrets.ts'
import { resolveTransport } from '../secrets/server-secrets.ts'
import { trackToolCalls, type TrackedConnection } from './track-tool-calls.ts'

const START_TIMEOUT_MS = 60_000

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'authorizations' | 'vault' | 'stores' | 'digest'
> & {
  requestHandlers: ServerRequestHandlers
  signIns: SignInPrompts
  placeholders: CurrentPlaceholders
}

/** The server to open: its configuration is read again whenever a limit is needed. */
export interface ServerToOpen extends AskingServer {
  readonly config: ServerConfig
  readonly journal: ServerJournal
}

export interface OpenedServer extends TrackedConnection {
  tools: Tool[]
  /** The values that were filled in. */
  placeholders: PlaceholderValue[]
}

interface Progress {
  listener: ConnectionListener
  onStep(step: ConnectionStep): void
}

/**
 * Opens a connection with the server's secrets filled in, hides them in everything that comes back, and
 * lists its tools. Rejects as `ConnectionFactory.open`, and with `server/secret-missing` and
 * `server/secret-elsewhere`, and as `fillForStart`; nothing is left open then.
 */
export async function openServer(
  server: ServerToOpen,
  deps: Dependencies & Progress,
  signal: AbortSignal,
): Promise<OpenedServer> {
  const { config } = server
  deps.onStep('resolve')
  const { fill, values } = fillForStart(config, deps.placeholders)
  const mask = createLiveMask(await secretValuesOf(config, deps.vault))
  server.journal.mask(mask)
  const transport = await resolveTransport(config, { ...deps, fill })
  const client = await resolveClient(config, deps)
  const starting = await startOptions(config, deps)
  const options = withLiveLimits(() => server.config, {
    serverId: config.id,
    serverName: config.name,
    transport,
    protocol: config.protocol,
    ...starting,
    authorization: authorizationOf(server, { ...deps, mask, client, network: starting.network }),
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
    return { ...trackToolCalls(opened), tools, placeholders: values }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The authorization of requests to an address; a program gets its secrets when it starts. */
function authorizationOf(
  server: ServerToOpen,
  deps: Dependencies &
    Progress & {
      mask: LiveMask
      client: PreregisteredClient | undefined
      network: ConnectionOptions['network'] | undefined
    },
): ConnectionOptions['authorization'] {
  const { config } = server
  if (config.transport.kind !== 'http') return undefined
  return deps.authorizations.open({
    id: config.id,
    name: config.name,
    url: config.transport.url,
    receiver: receiverDigest(config, deps.digest),
    network: deps.network,
    client: deps.client,
    redirect: config.signInRedirect,
    prompt: asStep(deps.signIns(server), deps.onStep),
    onSecrets: (values) => deps.mask.addSecrets(values),
  })
}

/** A start that waits for a person says so. */
function asStep(prompt: SignInPrompt, onStep: Progress['onStep']): SignInPrompt {
  return {
    async show(page, signal) {
      onStep('sign-in')
      try {
        await prompt.show(page, signal)
      } finally {
        onStep('handshake')
      }
    },
  }
}

function listTools(opened: Connection, signal: AbortSignal): Promise<Tool[]> {
  return opened.info.capabilities['tools'] ? opened.listTools(signal) : Promise.resolve([])
}
