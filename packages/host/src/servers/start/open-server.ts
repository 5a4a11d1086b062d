import { raceAbort } from '@gatehouse/base'
import {
  DEFAULT_START_TIMEOUT_MS,
  GatehouseError,
  type ConnectionStep,
  type ResolvedTransport,
  type ServerConfig,
  type Tool,
  DEFAULT_TOTAL_TIMEOUT_MS,
} from '@gatehouse/domain'
import { preparationTimeout, type PlaceholderValue } from '@gatehouse/domain/launch'
import type { ServerRequestHandlers } from '../../server-requests/server-request-handlers.ts'
import type { AskingServer } from '../../server-requests/server-ask.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type {
  Connection,
  ConnectionListener,
  ConnectionOptions,
  PreregisteredClient,
  SignInPrompt,
  CallLimits,
} from '../../ports/index.ts'
import {
  withMaskedError,
  maskConnection,
  maskListener,
  maskRequests,
} from '../../masking/masked-connection.ts'
import { fillForStart, type CurrentPlaceholders } from '../../launch-review/launch-placeholders.ts'
import { rememberProtocol, startOptions } from './negotiated-protocol.ts'
import { createLiveMask, type LiveMask } from '../../masking/live-mask.ts'
import { secretValuesOf } from '../../masking/secret-mask.ts'
import { receiverDigest } from '../../secrets/receiver-digest.ts'
import type { SignInPrompts } from '../../server-requests/sign-in-prompt.ts'
import type { ServerJournal } from '../server-journal.ts'
import { resolveClient } from '../../secrets/oauth-client-secrets.ts'
import { resolveTransport } from '../../secrets/server-secrets.ts'

/** Milliseconds for reading what a start needs, as from the keychain. */
const PREPARATION_TIMEOUT_MS = 60_000

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'authorizations' | 'vault' | 'stores' | 'digest' | 'timers'
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
  const preparing = prepare(server, fill, deps)
  const limits = { name: config.name, timers: deps.timers, signal }
  const { mask, transport, client, starting } = await inTime(preparing, limits)
  signal.throwIfAborted()
  const options = withLiveLimits(() => server.config, {
    serverId: config.id,
    serverName: config.name,
    transport,
    protocol: config.protocol,
    ...starting,
    authorization: authorizationOf(server, { ...deps, mask, client, network: starting.network }),
    startTimeoutMs: config.startTimeoutMs ?? DEFAULT_START_TIMEOUT_MS,
    listener: maskListener(deps.listener, mask),
    clientFeatures: {
      ...deps.requestHandlers.features,
      apps: (config.apps ?? deps.stores.settings.load().apps) !== 'text',
    },
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

interface Prepared {
  mask: LiveMask
  transport: ResolvedTransport
  client: PreregisteredClient | undefined
  starting: Awaited<ReturnType<typeof startOptions>>
}

/** Reads what the start needs from the keychain. Nothing runs and nothing is sent. */
async function prepare(
  { config, journal }: ServerToOpen,
  fill: ReturnType<typeof fillForStart>['fill'],
  deps: Dependencies,
): Promise<Prepared> {
  const mask = createLiveMask(await secretValuesOf(config, deps.vault))
  journal.mask(mask)
  const transport = await resolveTransport(config, { ...deps, fill })
  const client = await resolveClient(config, deps)
  return { mask, transport, client, starting: await startOptions(config, deps) }
}

/** A keychain that never responds ends the start, or is ended with it. */
async function inTime<T>(
  work: Promise<T>,
  { name, timers, signal }: Pick<Dependencies, 'timers'> & { name: string; signal: AbortSignal },
): Promise<T> {
  const limit = new AbortController()
  const failure = preparationTimeout(name, PREPARATION_TIMEOUT_MS)
  const cancel = timers.after(PREPARATION_TIMEOUT_MS, () =>
    limit.abort(new GatehouseError('connection/failed', failure.message, { data: { failure } })),
  )
  try {
    return await raceAbort(work, AbortSignal.any([signal, limit.signal]))
  } finally {
    cancel()
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

/** A connection that knows whether tool calls run on it. */
interface TrackedConnection {
  connection: Connection
  isBusy(): boolean
}

/** Counts the tool calls that run; a server that works on one may have no time for a ping. */
function trackToolCalls(inner: Connection): TrackedConnection {
  let calls = 0
  const callTool: Connection['callTool'] = async (call, signal) => {
    calls += 1
    try {
      return await inner.callTool(call, signal)
    } finally {
      calls -= 1
    }
  }
  // Everything else stays the inner one's own, accessors too.
  const connection = Object.create(inner, {
    callTool: { value: callTool, enumerable: true },
  }) as Connection
  return { connection, isBusy: () => calls > 0 }
}

/** Returns the time limits of a call: those set for the tool, else those of the server. */
function limitsOf(config: ServerConfig, toolName: string): CallLimits {
  const own = config.toolTimeouts?.find(({ tool }) => tool === toolName)
  const silenceMs = own?.requestTimeoutMs ?? config.requestTimeoutMs
  // A total below the silence that is allowed would make that limit a lie, unless it was chosen so.
  const usual = Math.max(DEFAULT_TOTAL_TIMEOUT_MS, silenceMs)
  return { silenceMs, totalMs: own?.totalTimeoutMs ?? config.totalTimeoutMs ?? usual }
}

/** Limits and log level are read whenever they are needed, as they change without a new start. */
function withLiveLimits(
  config: () => ServerConfig,
  options: Omit<ConnectionOptions, 'requestTimeoutMs'>,
): ConnectionOptions {
  return {
    ...options,
    get requestTimeoutMs() {
      return config().requestTimeoutMs
    },
    callLimits: (toolName) => limitsOf(config(), toolName),
    logLevel: () => config().logLevel,
  }
}
