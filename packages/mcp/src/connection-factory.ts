import type { ResolvedTransport } from '@gatehouse/domain'
import type { ConnectionFactory, ProxyResolver } from '@gatehouse/host/ports'
import { openConnection } from './connection.ts'
import { createRuntimes, type SpareRuntimes } from './system/environment/runtimes.ts'
import { createSearchPath } from './system/environment/search-path.ts'
import type { ClientInfo, Session, SessionContext } from './session/session.ts'
import { openHttpSession } from './session/http/open-http-session.ts'
import type { ProxySources } from './system/network/choose-proxy.ts'
import { createProcessLedger } from './system/processes/process-ledger.ts'
import { reapLeftovers } from './system/processes/reap-leftovers.ts'
import { openStdioSession, type StdioDependencies } from './session/stdio/open-stdio-session.ts'
import { createFailedExits } from './session/stdio/failed-exits.ts'
import { inspectLaunch } from './session/stdio/resolve-launch.ts'
import { openCustomSession } from './session/custom/open-custom-session.ts'
import type { CustomTransportFactory } from './transports/custom/custom-transport-interface.ts'

/** Milliseconds for the person's login shell to print its PATH. */
const SHELL_TIMEOUT_MS = 3000
/** Milliseconds after closing stdin, and again after SIGTERM. */
const GRACE_MS = 2000
/** Long enough for most servers to start, as one that gets `initialize` too takes the older era. */
const HEAD_START_MS = 3000

export interface ConnectionFactoryOptions {
  /** Identity of the host towards servers. */
  clientInfo: ClientInfo
  /** Absolute path of the JSON file that lists running server processes. */
  ledgerFile: string
  /** Folders of bundles and installations: each of these is pinned whole by a launch that names it. */
  treeRoots?: readonly string[]
  /** Runtimes for launches whose command is nowhere else. */
  spareRuntimes?: SpareRuntimes
  /** The environment from which servers inherit a few safe variables. Default: that of this process. */
  baseEnvironment?: NodeJS.ProcessEnv
  /** Milliseconds that the login shell may take. Default 3000. */
  shellTimeoutMs?: number
  /** Milliseconds for each of the two grace periods of a shutdown. Default 2000. */
  graceMs?: number
  /** Milliseconds that a server has to respond to `server/discover` before `initialize` follows. Default 3000. */
  headStartMs?: number
  /** The system's own proxies. Absent = only those of the environment are known. */
  proxyResolver?: ProxyResolver
  /** Transports besides stdio and HTTP, by name. */
  customTransports?: Readonly<Record<string, CustomTransportFactory>>
  /** Milliseconds since the Unix epoch. Default `Date.now`. */
  now?: () => number
}

/**
 * Creates connections over stdio, Streamable HTTP, HTTP+SSE and custom transports, in both protocol eras (MCP
 * 2024-10-07 to 2026-07-28).
 *
 * `open` rejects with `connection/failed` (`data.failure`) or, when aborted, `connection/cancelled`; in both cases
 * nothing that it started is left. Call `reapLeftovers` once, before the first `open`.
 */
export function createConnectionFactory(options: ConnectionFactoryOptions): ConnectionFactory {
  const environment = options.baseEnvironment ?? process.env
  const timeoutMs = options.shellTimeoutMs ?? SHELL_TIMEOUT_MS
  const graceMs = options.graceMs ?? GRACE_MS
  const searchPath = createSearchPath({ environment, timeoutMs })
  const spare = options.spareRuntimes
  const runtimes = createRuntimes({ environment, searchPath, spare })
  const stdioDependencies: StdioDependencies = {
    environment,
    searchPath,
    runtimes,
    spare,
    ledger: createProcessLedger(options.ledgerFile),
    graceMs,
    headStartMs: options.headStartMs ?? HEAD_START_MS,
    failedExits: createFailedExits(),
    treeRoots: options.treeRoots,
  }
  const transports: TransportDependencies = {
    stdio: stdioDependencies,
    http: { environment, proxyResolver: options.proxyResolver },
    customTransports: options.customTransports ?? {},
  }
  return {
    open: (connection, signal) =>
      openConnection(
        {
          options: connection,
          clientInfo: options.clientInfo,
          now: options.now ?? Date.now,
          openSession: openSession(connection.transport, transports),
        },
        signal,
      ),
    inspectLaunch: (target, inspection) => inspectLaunch(target, inspection, stdioDependencies),
    findRuntimes: async () => ({
      found: await runtimes.list(),
      lookedIn: [...(await searchPath.folders())],
    }),
    reapLeftovers: () => reapLeftovers(stdioDependencies.ledger, graceMs),
  }
}

interface TransportDependencies {
  stdio: StdioDependencies
  http: ProxySources
  customTransports: Readonly<Record<string, CustomTransportFactory>>
}

function openSession(
  target: ResolvedTransport,
  { stdio, http, customTransports }: TransportDependencies,
) {
  return (context: SessionContext, signal: AbortSignal): Promise<Session> => {
    switch (target.kind) {
      case 'stdio':
        return openStdioSession({ context, target, dependencies: stdio }, signal)
      case 'http':
        return openHttpSession(
          { context, target, sources: http, headStartMs: stdio.headStartMs },
          signal,
        )
      case 'custom': {
        const factory = Object.hasOwn(customTransports, target.name)
          ? customTransports[target.name]
          : undefined
        const { headStartMs } = stdio
        return openCustomSession({ context, target, factory, headStartMs }, signal)
      }
    }
  }
}
