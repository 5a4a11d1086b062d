import type { Client } from '@modelcontextprotocol/client'
import type { ConnectionFailure, ConnectionInfo } from '@gatehouse/domain'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import type { FrameRecorder } from '../traffic-log/frame-recorder.ts'
import { boundedServerInfo } from './server-info.ts'
import type { OutputLog } from '../traffic-log/output-log.ts'
import type { PausableTimeouts } from '../system/timing/pausable-timeouts.ts'

/** Identity of the host towards servers (MCP `clientInfo`). */
export interface ClientInfo {
  name: string
  version: string
  title: string
}

export interface ClientSettings {
  /** Revisions to speak; absent = all known ones. */
  versions?: string[]
  /** Only for HTTP: the connection itself asks for the modern era, with this time limit. */
  probeTimeoutMs?: number
}

/** The parts of a connection that a session needs, whatever the transport. */
export interface SessionContext {
  options: ConnectionOptions
  clientInfo: ClientInfo
  recorder: FrameRecorder
  log: OutputLog
  /** The timeouts of the whole connection; they pause while a person is asked. */
  timeouts: PausableTimeouts
  /** A client that is not connected yet, with the handlers of all features. */
  createClient(settings: ClientSettings): Client
  /** The session ended by itself. */
  onLost(failure: ConnectionFailure): void
  /** Another client took over with a new session: subscriptions must be made again. */
  onRenewed(client: Client): void
  /** Notifications of the server may be lost: lists may have changed. */
  onGap(): void
}

/** An initialised session with a server, over whichever transport. */
export interface Session {
  readonly client: Client
  readonly info: ConnectionInfo
  /**
   * Runs with the current client, and again with a new one when the server forgot the session, unless
   * what it refused is sent once only: that rejects with `SessionNotFoundError`.
   */
  request<T>(run: (client: Client) => Promise<T>): Promise<T>
  /** Never rejects. */
  close(): Promise<void>
}

/** Describes the negotiated session of a connected client. */
export function describeSession(
  client: Client,
  facts: { pid?: number; startedAt: number; transport: string; log: Pick<OutputLog, 'write'> },
): ConnectionInfo {
  return {
    era: client.getProtocolEra() ?? 'legacy',
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    transport: facts.transport,
    ...boundedServerInfo(client, facts.log),
    ...(facts.pid === undefined ? {} : { pid: facts.pid }),
    connectMs: Math.max(0, Math.round(performance.now() - facts.startedAt)),
  }
}
